/** A text as a database keeps it: NUL and lone surrogates cannot be stored and become U+FFFD. */
export function storableText(text: string): string {
  return Buffer.from(text.replaceAll('\0', '\uFFFD')).toString()
}
