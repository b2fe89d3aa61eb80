import { invalid } from '../invalid.ts'
import { isXmlText } from './characters.ts'

/** The entities that XML itself has. */
const PREDEFINED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

/** A numeric reference of more digits names no character. */
const NUMERIC = /^#(?:(\d{1,12})|x([0-9a-fA-F]{1,12}))$/
const LONGEST = '#x'.length + 12

/**
 * Replaces character references and the five entities that XML itself has. Throws `invalid`/`malformed-xml` for any other, for a bare `&` and for characters that
 * XML 1.0 cannot carry.
 */
export function replaceReferences(text: string): string {
  let next = text.indexOf('&')
  if (next < 0) return text
  const parts: string[] = []
  let at = 0
  for (; next >= 0; next = text.indexOf('&', at)) {
    const end = text.indexOf(';', next)
    // The first without an end is the last that is looked at: nothing is searched twice.
    if (end < 0 || end - next > LONGEST + 1) throw unknownReference()
    parts.push(text.slice(at, next), characterOf(text.slice(next + 1, end)))
    at = end + 1
  }
  parts.push(text.slice(at))
  return parts.join('')
}

function characterOf(name: string): string {
  return PREDEFINED.get(name) ?? numbered(name)
}

function numbered(name: string): string {
  const match = NUMERIC.exec(name)
  if (match === null) throw unknownReference()
  const code = match[1] === undefined ? Number.parseInt(match[2] as string, 16) : Number.parseInt(match[1], 10)
  const text = code <= 0x10ffff ? String.fromCodePoint(code) : '\0'
  if (!isXmlText(text))
    throw invalid('malformed-xml', 'The XML is malformed: it refers to a character that XML cannot carry')
  return text
}

function unknownReference() {
  return invalid('malformed-xml', 'The XML is malformed: it has a & that begins no known reference')
}
