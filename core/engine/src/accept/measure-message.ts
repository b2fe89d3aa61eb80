import { GatewayError, type SubmitMessage } from '@heliograph/contracts'
import { MAX_PARTS, measureText } from '@heliograph/messaging'

/** Octets of user data in one SMS, its header included (3GPP TS 23.040, 9.2.3.16). */
const OCTETS = 140

/** How `message.encoding` stores what the body is. */
export const ENCODINGS = { gsm: 0, ucs2: 1, binary: 2 } as const

/** A message as it is stored and sent. */
export interface MeasuredMessage {
  readonly body: string
  /** One of `ENCODINGS`. */
  readonly encoding: number
  readonly parts: number
  /** Hexadecimal in capitals, null without. */
  readonly userDataHeader: string | null
  /** More than may be sent. */
  readonly isTooLong: boolean
}

/**
 * Finds out how a message travels and how many parts it needs. What is binary or has a header of its own has to fit one part. Throws
 * `invalid`/`bad-octets` for what should be hexadecimal and is not.
 */
export function measureMessage(message: Pick<SubmitMessage, 'text' | 'encoding' | 'userDataHeader'>): MeasuredMessage {
  const { text, encoding, userDataHeader } = message
  const header = userDataHeader ? readOctets(userDataHeader, 'userDataHeader') : null
  if (encoding === 'binary') {
    const body = readOctets(text, 'text')
    const isTooLong = body.length / 2 > roomFor('binary', header)
    return { body, encoding: ENCODINGS.binary, parts: 1, userDataHeader: header, isTooLong }
  }
  const measure = measureText(text)
  const isTooLong = header === null ? measure.parts > MAX_PARTS : measure.units > roomFor(measure.encoding, header)
  return { body: text, encoding: ENCODINGS[measure.encoding], parts: measure.parts, userDataHeader: header, isTooLong }
}

/** Octets, septets or UTF-16 code units that fit one part beside a header and its length octet. */
function roomFor(encoding: keyof typeof ENCODINGS, header: string | null): number {
  const octets = OCTETS - (header === null ? 0 : 1 + header.length / 2)
  if (encoding === 'binary') return octets
  return encoding === 'gsm' ? Math.floor((octets * 8) / 7) : Math.floor(octets / 2)
}

function readOctets(hexadecimal: string, name: string): string {
  if (/^(?:[0-9A-Fa-f]{2})+$/.test(hexadecimal)) return hexadecimal.toUpperCase()
  throw new GatewayError('invalid', 'bad-octets', `${name} must be octets in hexadecimal`)
}
