import { invalid } from '../invalid.ts'
import { isXmlText } from './characters.ts'

const REFERENCE = /&(?:#(\d+)|#x([0-9a-fA-F]+)|(amp|lt|gt|quot|apos));/g

/** An ampersand that begins none of these. Looked for first: replacing collects every match before the first is judged. */
const BARE = new RegExp(`&(?!${REFERENCE.source.slice(1)})`)

const PREDEFINED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** A numeric reference of more digits names no character. */
const MOST_DIGITS = 12

/**
 * Replaces character references and the five entities that XML itself has. Throws `invalid`/`malformed-xml` for any other, for a bare `&` and for characters that
 * XML 1.0 cannot carry.
 */
export function replaceReferences(text: string): string {
  if (!text.includes('&')) return text
  if (BARE.test(text)) throw invalid('malformed-xml', 'The XML is malformed: it has a & that begins no known reference')
  return text.replace(REFERENCE, (_, decimal?: string, hexadecimal?: string, name?: string) => {
    if (decimal !== undefined) return character(decimal, 10)
    return hexadecimal === undefined ? (PREDEFINED[name ?? ''] ?? '') : character(hexadecimal, 16)
  })
}

function character(digits: string, base: 10 | 16): string {
  const code = digits.length > MOST_DIGITS ? Number.NaN : Number.parseInt(digits, base)
  const text = code <= 0x10ffff ? String.fromCodePoint(code) : '\0'
  if (!isXmlText(text))
    throw invalid('malformed-xml', 'The XML is malformed: it refers to a character that XML cannot carry')
  return text
}
