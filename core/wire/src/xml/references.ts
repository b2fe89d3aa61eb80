import { invalid } from '../invalid.ts'
import { isXmlText } from './characters.ts'

const REFERENCE = /&(?:#(\d+)|#x([0-9a-fA-F]+)|(amp|lt|gt|quot|apos));/g

/**
 * An ampersand that does not begin a reference. This is searched first, because `replace` collects all matches before
 * the first one is checked.
 */
const BARE = /&(?!(?:#\d+|#x[0-9a-fA-F]+|amp|lt|gt|quot|apos);)/

/** More than any text that can be sent has. */
const MOST_REFERENCES = 100_000

const PREDEFINED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** A numeric reference with more digits does not name a character. */
const MOST_DIGITS = 12

/**
 * Replaces character references and the five entities that XML itself defines. Throws `invalid`/`malformed-xml` for any
 * other entity, for a bare `&` and for characters that XML 1.0 cannot contain.
 */
export function replaceReferences(text: string): string {
  if (!text.includes('&')) return text
  if (BARE.test(text)) throw invalid('malformed-xml', 'The XML is malformed: it has a & that begins no known reference')
  if (countOf(text, '&') > MOST_REFERENCES)
    throw invalid('xml-too-large', `The XML has more than ${MOST_REFERENCES} references in one text`)
  return text.replace(REFERENCE, (_, decimal?: string, hexadecimal?: string, name?: string) => {
    if (decimal !== undefined) return character(decimal, 10)
    return hexadecimal === undefined ? (PREDEFINED[name ?? ''] ?? '') : character(hexadecimal, 16)
  })
}

function countOf(text: string, sign: string): number {
  let count = 0
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count += 1
  return count
}

function character(digits: string, base: 10 | 16): string {
  const code = digits.length > MOST_DIGITS ? Number.NaN : Number.parseInt(digits, base)
  const text = code <= 0x10ffff ? String.fromCodePoint(code) : '\0'
  if (!isXmlText(text))
    throw invalid('malformed-xml', 'The XML is malformed: it refers to a character that XML cannot carry')
  return text
}
