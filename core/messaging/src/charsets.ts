/** The charsets that text is read in. */
export type Charset = 'utf-8' | 'windows-1252' | 'utf-16' | 'utf-16le' | 'utf-16be'

/**
 * Labels in lower case. ISO-8859-1 means windows-1252, as in the WHATWG Encoding Standard; ASCII is a part of UTF-8.
 */
const LABELS: ReadonlyMap<string, Charset> = new Map<string, Charset>([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['ascii', 'utf-8'],
  ['windows-1252', 'windows-1252'],
  ['cp1252', 'windows-1252'],
  ['x-cp1252', 'windows-1252'],
  ['iso-8859-1', 'windows-1252'],
  ['iso8859-1', 'windows-1252'],
  ['iso_8859-1', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['l1', 'windows-1252'],
  ['utf-16', 'utf-16'],
  ['utf-16le', 'utf-16le'],
  ['utf-16be', 'utf-16be'],
])

/** The charset that a label stands for, in any letter case; undefined when it is none of these. */
export function charsetByLabel(label: string): Charset | undefined {
  return LABELS.get(label.trim().toLowerCase())
}
