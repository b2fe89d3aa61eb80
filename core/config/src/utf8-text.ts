/**
 * The text of octets in UTF-8, without the mark (U+FEFF) that some editors put before it. Undefined when they are not
 * UTF-8.
 */
export function utf8Text(octets: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(octets)
  } catch {
    return undefined
  }
}

/** What to do about a file of text that is not UTF-8. */
export const SAVE_AS_UTF8 = 'Save it as UTF-8. Some editors write UTF-16, Windows-1252 or Latin-1 unless asked.'
