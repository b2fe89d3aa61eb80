/** What the first octets of a file say about it. `text` is what a list in CSV can be. */
export type FileKind = 'text' | 'utf-16' | 'workbook' | 'old-excel' | 'other' | 'unknown-encoding'

/** Octets that `kindOf` needs. */
export const KIND_OCTETS = 4_096

/** By content, not by name: people rename files. */
export function kindOf(octets: Uint8Array): FileKind {
  // Characters with the same codes.
  const text = String.fromCharCode(...octets.subarray(0, KIND_OCTETS))
  if (text.startsWith('PK\x03\x04')) return 'workbook'
  // Also a workbook with a password.
  if (text.startsWith('\xd0\xcf\x11\xe0')) return 'old-excel'
  if (text.startsWith('\xff\xfe\0\0') || text.startsWith('\0\0\xfe\xff')) return 'unknown-encoding'
  if (text.startsWith('\xff\xfe') || text.startsWith('\xfe\xff')) return 'utf-16'
  if (/^(?:%PDF|\{\\rtf)/.test(text)) return 'other'
  // Every second octet is 0 in UTF-16 without a mark.
  if (shareOf(text, /\0/g) > 0.4) return 'unknown-encoding'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a list has hardly any, an image or a program many.
  return text.includes('\0') || shareOf(text, /[\x01-\x08\x0e-\x1f]/g) > 0.01 ? 'other' : 'text'
}

function shareOf(text: string, signs: RegExp): number {
  return text === '' ? 0 : (text.match(signs)?.length ?? 0) / text.length
}
