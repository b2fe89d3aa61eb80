import { type Encoding, GatewayError, type SubmitMessage } from '@heliograph/contracts'
import { MAX_PARTS, measureSent, partRoom, type TextMeasure, tellParts } from './segments.ts'
import { countShifted, readShiftTables, shiftHeader } from './shift-tables.ts'
import { measureShifted } from './shifted-text.ts'

/** A message as it is stored and sent, with its size. */
export interface MeasuredMessage {
  /** The text as given; octets in upper-case hexadecimal. */
  readonly body: string
  readonly encoding: Encoding
  /** Of a text that is too long by its characters alone, fewer than it needs. */
  readonly parts: number
  /** Upper-case hexadecimal; null when there is none. One that names the tables of its language has any text. */
  readonly userDataHeader: string | null
  /** Why it cannot be sent, worded for the client; undefined when it can. */
  readonly excess: string | undefined
}

/** What a message is measured by. */
export type MessageBody = Pick<SubmitMessage, 'text' | 'encoding' | 'userDataHeader' | 'language'>

/**
 * Finds out how a message travels and how many parts it needs. Octets, and text with a header of its own, have to fit
 * one part. Throws `invalid`/`bad-octets` for octets that are not in hexadecimal.
 */
export function measureMessage(message: MessageBody): MeasuredMessage {
  const { text, encoding, userDataHeader, language } = message
  const header = userDataHeader ? readOctets(userDataHeader, 'userDataHeader') : null
  if (encoding === 'binary') {
    const body = readOctets(text, 'text')
    const excess = body.length / 2 > roomBeside('binary', header) ? TOO_LARGE : undefined
    return { body, encoding, parts: 1, userDataHeader: header, excess }
  }
  if (header !== null) return measureBeside(header, text)
  const shifted = language && measureShifted(text, language)
  const measure = shifted ?? measureSent(text)
  const { parts } = measure
  return {
    body: text,
    encoding: measure.encoding,
    parts,
    userDataHeader: shifted === undefined ? null : shiftHeader(shifted.tables),
    excess: tooManyParts(text, parts),
  }
}

/** Measures a text with a header of its own, whose tables it is in. */
function measureBeside(header: string, text: string): MeasuredMessage {
  const tables = readShiftTables(Buffer.from(header, 'hex'))
  const septets = tables === undefined ? -1 : countShifted(text, tables)
  const { encoding, parts, units }: Pick<TextMeasure, 'encoding' | 'parts' | 'units'> =
    tables === undefined
      ? measureSent(text)
      : septets < 0
        ? { encoding: 'ucs2', parts: 1, units: text.length }
        : { encoding: 'gsm', parts: 1, units: septets }
  const excess = units > roomBeside(encoding, header) ? TOO_LARGE : undefined
  return { body: text, encoding, parts, userDataHeader: header, excess }
}

const TOO_LARGE = 'Message is too long: octets, and text with a header of its own, have to fit one part'

function tooManyParts(text: string, parts: number): string | undefined {
  if (parts <= MAX_PARTS) return undefined
  return `Message is too long: ${tellParts(text, parts)} parts, at most ${MAX_PARTS} are allowed`
}

function roomBeside(encoding: Encoding, header: string | null): number {
  return partRoom(encoding, header === null ? 0 : 1 + header.length / 2)
}

function readOctets(hexadecimal: string, name: string): string {
  if (/^(?:[0-9A-Fa-f]{2})+$/.test(hexadecimal)) return hexadecimal.toUpperCase()
  throw new GatewayError('invalid', 'bad-octets', `${name} must be octets in hexadecimal`)
}
