import { type Encoding, GatewayError, type SubmitMessage } from '@heliograph/contracts'
import { MAX_PARTS, measureSent, tellParts } from './segments.ts'

/** Octets of user data in one SMS, its header included (3GPP TS 23.040, 9.2.3.16). */
const PART_OCTETS = 140

/** A message as it is stored and sent, with its size. */
export interface MeasuredMessage {
  /** The text as given; octets in upper-case hexadecimal. */
  readonly body: string
  readonly encoding: Encoding
  /** Of a text that is too long by its characters alone, fewer than it needs. */
  readonly parts: number
  /** Upper-case hexadecimal; null when there is none. */
  readonly userDataHeader: string | null
  /** Why it cannot be sent, worded for the client; undefined when it can. */
  readonly excess: string | undefined
}

/**
 * Finds out how a message travels and how many parts it needs. Octets, and text with a header of its own, have to fit
 * one part. Throws `invalid`/`bad-octets` for octets that are not in hexadecimal.
 */
export function measureMessage(message: Pick<SubmitMessage, 'text' | 'encoding' | 'userDataHeader'>): MeasuredMessage {
  const { text, encoding, userDataHeader } = message
  const header = userDataHeader ? readOctets(userDataHeader, 'userDataHeader') : null
  if (encoding === 'binary') {
    const body = readOctets(text, 'text')
    const excess = body.length / 2 > roomFor('binary', header) ? TOO_LARGE : undefined
    return { body, encoding, parts: 1, userDataHeader: header, excess }
  }
  const measure = measureSent(text)
  const { parts, units } = measure
  const excess =
    header === null ? tooManyParts(text, parts) : units > roomFor(measure.encoding, header) ? TOO_LARGE : undefined
  return { body: text, encoding: measure.encoding, parts, userDataHeader: header, excess }
}

const TOO_LARGE = 'Message is too long: octets, and text with a header of its own, have to fit one part'

function tooManyParts(text: string, parts: number): string | undefined {
  if (parts <= MAX_PARTS) return undefined
  return `Message is too long: ${tellParts(text, parts)} parts, at most ${MAX_PARTS} are allowed`
}

/** Octets, septets or UTF-16 code units that fit one part beside a header and its length octet. */
function roomFor(encoding: Encoding, header: string | null): number {
  const octets = PART_OCTETS - (header === null ? 0 : 1 + header.length / 2)
  if (encoding === 'binary') return octets
  return encoding === 'gsm' ? Math.floor((octets * 8) / 7) : Math.floor(octets / 2)
}

function readOctets(hexadecimal: string, name: string): string {
  if (/^(?:[0-9A-Fa-f]{2})+$/.test(hexadecimal)) return hexadecimal.toUpperCase()
  throw new GatewayError('invalid', 'bad-octets', `${name} must be octets in hexadecimal`)
}
