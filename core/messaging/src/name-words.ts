import { nameKey } from './contacts.ts'

/** What stands between words, in folded names. `name_words` of the database has the same. */
const BETWEEN_WORDS = /[ !-/:-@[-`{-~«·»\u2010-\u201f]+/

/** More words of a search are left out. */
const MOST_WORDS = 8

/** The words of a name as they are compared: folded (`nameKey`), without punctuation unless there is nothing else. */
export function nameWords(name: string): readonly string[] {
  const key = nameKey(name)
  const words = split(key, BETWEEN_WORDS)
  return words.length > 0 ? words : split(key, ' ')
}

/**
 * What a person looks for who types this: each is the beginning of a word of the name. One with which another begins is
 * left out, since the other says more.
 */
export function wordBeginnings(typed: string): readonly string[] {
  const words = [...new Set(nameWords(typed))]
  return words.filter((word) => !words.some((other) => other !== word && other.startsWith(word))).slice(0, MOST_WORDS)
}

/** Whether a name has a word for each of these beginnings; with none of them every name does. */
export function hasWords(name: string, beginnings: readonly string[]): boolean {
  const words = nameWords(name)
  return beginnings.every((beginning) => words.some((word) => word.startsWith(beginning)))
}

function split(key: string, between: RegExp | string): readonly string[] {
  return key.split(between).filter((word) => word !== '')
}
