import { ALPHABET_END, BASIC_CHARACTERS, CODES, ESCAPE, EXTENSION_CHARACTERS, SEPTETS } from './gsm-alphabet.ts'
import { decodeShifted, encodeShifted, type ShiftTables } from './shift-tables.ts'

const QUESTION_MARK = 0x3f

/**
 * True when every character is in the GSM 7 bit default alphabet or its extension table (3GPP TS 23.038); national
 * tables do not count.
 */
export function isGsmText(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit >= ALPHABET_END || SEPTETS[unit] === 0) return false
  }
  return true
}

/**
 * Encodes text as GSM 03.38, unpacked: one septet an octet, extension characters as an escape pair. This is what SMPP
 * carries as data_coding 0.
 *
 * A character that GSM lacks becomes `?`; a surrogate pair becomes a single one.
 *
 * @param tables those of a language, named in the header. Default: those of the default alphabet
 */
export function encodeGsm(text: string, tables?: ShiftTables): Buffer {
  if (tables !== undefined) return encodeShifted(text, tables)
  const octets = Buffer.allocUnsafe(text.length * 2)
  let length = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    const code = unit < ALPHABET_END ? (CODES[unit] ?? 0xffff) : 0xffff
    if (code < 0x80) {
      octets[length++] = code
    } else if (code !== 0xffff) {
      octets[length++] = ESCAPE
      octets[length++] = code & 0x7f
    } else {
      octets[length++] = QUESTION_MARK
      if (isSurrogatePair(text, index)) index++
    }
  }
  return octets.subarray(0, length)
}

/**
 * Decodes unpacked GSM 03.38.
 *
 * As 3GPP TS 23.038 requires of a receiver, an escape before a code without an extension character shows the basic
 * character of that code, and an escape before another escape or at the end shows a space. Octets from 0xA0 up are not
 * septets; they come from senders that label Latin-1 text as the default alphabet, and are read as Latin-1. 0x80 to
 * 0x9F become `?`.
 *
 * @param tables those of a language, named in the header. Default: those of the default alphabet
 */
export function decodeGsm(octets: Uint8Array, tables?: ShiftTables): string {
  if (tables !== undefined) return decodeShifted(octets, tables)
  let text = ''
  for (let index = 0; index < octets.length; index++) {
    const octet = octets[index] ?? 0
    if (octet === ESCAPE) {
      index++
      text += escapedCharacter(octets[index])
    } else {
      text += plainCharacter(octet)
    }
  }
  return text
}

function escapedCharacter(octet: number | undefined): string {
  if (octet === undefined || octet === ESCAPE) return ' '
  return EXTENSION_CHARACTERS.get(octet) ?? plainCharacter(octet)
}

function plainCharacter(octet: number): string {
  if (octet < 0x80) return BASIC_CHARACTERS[octet] ?? '?'
  return octet < 0xa0 ? '?' : String.fromCharCode(octet)
}

/** True when a high surrogate at `index` is followed by a low one, so that both are one character. */
export function isSurrogatePair(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00
}
