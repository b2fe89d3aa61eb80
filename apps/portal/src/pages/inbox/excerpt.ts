/** Characters before the word that are shown. */
const BEFORE = 24

/** A text as a search shows it: cut before, with the first word that begins like one that was looked for. */
export interface Excerpt {
  readonly before: string
  /** Empty when there is none. */
  readonly word: string
  readonly after: string
}

export function excerptOf(text: string, looked: string): Excerpt {
  const beginnings = wordsOf(looked).map(([word]) => fold(word))
  const found = wordsOf(text).find(([word]) => beginnings.some((beginning) => fold(word).startsWith(beginning)))
  if (found === undefined) return { before: text, word: '', after: '' }
  const [word] = found
  const before = text.slice(0, found.index)
  return {
    before: before.length > BEFORE ? `…${before.slice(-BEFORE)}` : before,
    word,
    after: text.slice(found.index + word.length),
  }
}

function wordsOf(text: string): readonly RegExpExecArray[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)]
}

function fold(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}
