import type { TextLanguage } from '@heliograph/contracts'
import { decodeGsm, readShiftTables, type ShiftTables } from '@heliograph/messaging'
import { type FieldReader, toStorable } from '@heliograph/wire'
import { readTransliteration } from './transliteration.ts'

/** The content of a message, in the form of `SubmitMessage`. */
export interface Content {
  readonly text: string
  readonly encoding: 'binary' | undefined
  readonly userDataHeader: string | undefined
  readonly language: TextLanguage | undefined
}

/** Stands where a problem was noted, which ends the request. */
export const NO_CONTENT: Content = {
  text: '',
  encoding: undefined,
  userDataHeader: undefined,
  language: undefined,
}

/** Values of `dataCoding` whose octets are text (3GPP TS 23.038 section 4); all others are octets. */
const DATA_CODING = { gsm: 0, ucs2: 8 } as const

/** `esmClass`: the octets begin with a user data header (SMPP 3.4 section 5.2.12). */
const HEADER_INDICATOR = 0x40

/** Octets in hexadecimal, in groups of any length. */
const HEXADECIMAL = /^(?:[0-9a-f]{2})+$/i

/** Characters of `hex`, groups and all: more than the octets of the longest text take. */
const MAX_HEX_LENGTH = 200_000

/** Reads a text, with the letters replaced that `transliteration` beside it names. */
export function readText(fields: FieldReader, language: TextLanguage | undefined): Content {
  const text = fields.requiredText('text')
  const replace = readTransliteration(fields)
  if (text === undefined) return NO_CONTENT
  return {
    text: replace === undefined ? text : replace(text),
    encoding: undefined,
    userDataHeader: undefined,
    language,
  }
}

/** Reads `hex` with `dataCoding` and `esmClass`. Text in the alphabets of SMS goes as text, which may be long. */
export function readOctets(fields: FieldReader): Content {
  const dataCoding = fields.integer('dataCoding', 0, 255) ?? DATA_CODING.gsm
  const esmClass = fields.integer('esmClass', 0, 255) ?? 0
  const given = fields.requiredString('hex')
  if (given === undefined) return NO_CONTENT
  if (given.length > MAX_HEX_LENGTH) return problem(fields, `must be at most ${MAX_HEX_LENGTH} characters`)
  const hex = given.replace(/\s+/g, '')
  if (!HEXADECIMAL.test(hex)) return problem(fields, 'must be octets in hexadecimal')
  const octets = Buffer.from(hex, 'hex')
  const headerEnd = (esmClass & HEADER_INDICATOR) === 0 ? 0 : (octets[0] as number) + 1
  if (headerEnd >= octets.length) return problem(fields, 'must be longer than its user data header')
  const header = octets.subarray(1, headerEnd)
  const { text, encoding } = decode(octets.subarray(headerEnd), dataCoding, readShiftTables(header))
  return { text, encoding, userDataHeader: header.length === 0 ? undefined : hexOf(header), language: undefined }
}

function decode(
  octets: Buffer,
  dataCoding: number,
  tables: ShiftTables | undefined,
): Pick<Content, 'text' | 'encoding'> {
  if (dataCoding === DATA_CODING.gsm) return { text: toStorable(decodeGsm(octets, tables)), encoding: undefined }
  if (dataCoding !== DATA_CODING.ucs2) return { text: hexOf(octets), encoding: 'binary' }
  return { text: toStorable(new TextDecoder('utf-16be').decode(octets)), encoding: undefined }
}

function problem(fields: FieldReader, text: string): Content {
  fields.problem('hex', text)
  return NO_CONTENT
}

function hexOf(octets: Buffer): string {
  return octets.toString('hex').toUpperCase()
}
