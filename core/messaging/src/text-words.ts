/** What is behind these characters of a word is left out. */
const MOST_CHARACTERS = 40

/** More words of a search are left out. */
const MOST_BEGINNINGS = 8

/** The words of a text as they are searched for: letters and digits, without case and accents; each once. */
export function textWords(text: string): readonly string[] {
  const folded = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  const words = folded.match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.map((word) => [...word].slice(0, MOST_CHARACTERS).join('')))]
}

/** What a person looks for who types this: each is the beginning of a word of the text. */
export function textBeginnings(typed: string): readonly string[] {
  return textWords(typed).slice(0, MOST_BEGINNINGS)
}

/** Whether a text has a word for each of these beginnings. */
export function saysAll(text: string, beginnings: readonly string[]): boolean {
  const words = textWords(text)
  return beginnings.every((beginning) => words.some((word) => word.startsWith(beginning)))
}
