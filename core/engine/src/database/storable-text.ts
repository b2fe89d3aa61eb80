/** A text as Postgres keeps it: NUL and lone surrogates cannot be stored and become U+FFFD. */
export function storableText(text: string): string {
  if (!SURROGATE.test(text) && !text.includes('\0')) return text
  return Buffer.from(text.replaceAll('\0', '\uFFFD'), 'utf8').toString('utf8')
}

const SURROGATE = /[\uD800-\uDFFF]/
