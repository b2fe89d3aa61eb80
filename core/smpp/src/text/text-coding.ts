import type { Encoding } from '@heliograph/contracts'
import { decodeGsm, encodeGsm, isGsmText, type ShiftTables } from '@heliograph/messaging'

/** The text of a message's octets. */
export interface DecodedText {
  /**
   * `binary`: `text` is the octets in upper-case hexadecimal. Otherwise the alphabet that the text needs, or `ucs2` for
   * text that arrived as UCS-2.
   */
  readonly encoding: Encoding
  readonly text: string
  /** Class 0: shown at once and not stored. */
  readonly flash: boolean
}

export interface DecodeOptions {
  /**
   * What data_coding 1 means. `auto` (default): ASCII, unless an octet that does not occur in ASCII text shows that it
   * is GSM 03.38. Npm `smpp` labels GSM text as 1.
   */
  readonly ia5?: 'auto' | 'ascii' | 'gsm' | undefined
  /** Those that the header names (`UserData.tables`). Octets of data_coding 1 are septets then. */
  readonly tables?: ShiftTables | undefined
}

/** How octets are read. See `TextAlphabet` for the alphabets that a text can be written in. */
type Alphabet = 'gsm' | 'ia5' | 'latin1' | 'ucs2' | 'cyrillic' | 'hebrew' | 'binary'

/** Alphabets a text can be written in. */
export type TextAlphabet = 'gsm' | 'ascii' | 'latin1' | 'ucs2'

/**
 * SMPP v3.4 section 5.2.19, for the values below 0x10. The values of the Japanese and Korean alphabets are treated as
 * octets.
 */
const SMPP_ALPHABETS: ReadonlyMap<number, Alphabet> = new Map<number, Alphabet>([
  [0x00, 'gsm'],
  [0x01, 'ia5'],
  [0x03, 'latin1'],
  [0x06, 'cyrillic'],
  [0x07, 'hebrew'],
  [0x08, 'ucs2'],
])

/**
 * Reads the text of short_message or message_payload (without its user data header) by its data_coding (SMPP v3.4
 * section 5.2.19, 3GPP TS 23.038 section 4). Octets of an unknown coding become `binary`; nothing is ever refused.
 */
export function decodeText(octets: Buffer, dataCoding: number, options: DecodeOptions = {}): DecodedText {
  const flash = isFlash(dataCoding)
  const alphabet = alphabetOf(dataCoding)
  if (alphabet === 'binary') return { encoding: 'binary', text: octets.toString('hex').toUpperCase(), flash }
  const { tables } = options
  if (alphabet === 'gsm' || (alphabet === 'ia5' && tables !== undefined))
    return { encoding: 'gsm', text: decodeGsm(octets, tables), flash }
  if (alphabet === 'ucs2') return { encoding: 'ucs2', text: decodeUcs2(octets), flash }
  const text = decodeOctetAlphabet(octets, alphabet, options.ia5 ?? 'auto')
  return { encoding: isGsmText(text) ? 'gsm' : 'ucs2', text, flash }
}

/** The octets of a text in that alphabet. Characters it lacks become `?`. */
export function encodeText(text: string, alphabet: TextAlphabet): Buffer {
  switch (alphabet) {
    case 'gsm':
      return encodeGsm(text)
    case 'ascii':
      return encodeOctets(text, 0x7f)
    case 'latin1':
      return encodeOctets(text, 0xff)
    case 'ucs2':
      return Buffer.from(text, 'utf16le').swap16()
  }
}

/** The usual data_coding of an encoding: 0, 8 and 4; for class 0 the values of 3GPP TS 23.038: 0x10, 0x18 and 0x14. */
export function dataCodingOf(encoding: Encoding, flash: boolean): number {
  const coding = { gsm: 0x00, ucs2: 0x08, binary: 0x04 }[encoding]
  return flash ? 0x10 | coding : coding
}

function alphabetOf(dataCoding: number): Alphabet {
  if (dataCoding < 0x10) return SMPP_ALPHABETS.get(dataCoding) ?? 'binary'
  // Compressed text and the coding groups that 23.038 reserves are binary.
  if (dataCoding < 0x80) return (dataCoding & 0x20) === 0 ? generalAlphabet(dataCoding) : 'binary'
  if (dataCoding < 0xc0) return 'binary'
  if (dataCoding < 0xe0) return 'gsm'
  if (dataCoding < 0xf0) return 'ucs2'
  return (dataCoding & 0x04) === 0 ? 'gsm' : 'binary'
}

function generalAlphabet(dataCoding: number): Alphabet {
  const bits = (dataCoding >> 2) & 0x03
  return bits === 0 ? 'gsm' : bits === 2 ? 'ucs2' : 'binary'
}

/** Message class 0, where the coding has a class (3GPP TS 23.038 section 4). */
function isFlash(dataCoding: number): boolean {
  const hasClass = (dataCoding >= 0x10 && dataCoding < 0x80 && (dataCoding & 0x10) !== 0) || dataCoding >= 0xf0
  return hasClass && (dataCoding & 0x03) === 0
}

function decodeUcs2(octets: Buffer): string {
  // An odd octet at the end is half a character and is dropped.
  const length = octets.length & ~1
  return Buffer.from(octets.subarray(0, length)).swap16().toString('utf16le')
}

function decodeOctetAlphabet(octets: Buffer, alphabet: 'ia5' | 'latin1' | 'cyrillic' | 'hebrew', ia5: string): string {
  switch (alphabet) {
    case 'ia5':
      return ia5 === 'gsm' || (ia5 === 'auto' && octets.some(isNoAsciiText))
        ? decodeGsm(octets)
        : octets.toString('latin1')
    case 'latin1':
      return octets.toString('latin1')
    case 'cyrillic':
      return new TextDecoder('iso-8859-5').decode(octets)
    case 'hebrew':
      return new TextDecoder('iso-8859-8').decode(octets)
  }
}

/** True for control octets other than tab and line ends, where GSM 03.38 has letters. */
function isNoAsciiText(octet: number): boolean {
  return octet < 0x20 && octet !== 0x09 && octet !== 0x0a && octet !== 0x0d
}

function encodeOctets(text: string, highest: number): Buffer {
  const characters = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  return Buffer.from(characters.map((code) => (code > highest ? 0x3f : code)))
}
