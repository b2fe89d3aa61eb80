/** A text as Postgres keeps it: NUL and lone surrogates cannot be stored and become U+FFFD. */
export function storableText(text: string): string {
  return Buffer.from(text.replaceAll('\0', '\uFFFD'), 'utf8').toString('utf8')
}
