import type { IncomingPush } from '@heliograph/contracts'
import { splitText } from '@heliograph/messaging'
import {
  concatenationHeader,
  type DeliverSmPdu,
  type Draft,
  dataCodingOf,
  encodeText,
  joinUserData,
} from '@heliograph/smpp'
import { deducedAddress } from './deduced-address.ts'

/** Maximum length of `short_message` in octets (SMPP 3.4 section 5.2.22). */
const MAX_SHORT_MESSAGE = 254
/** Octets that fit into one SMS, and those of them that a concatenation header takes. */
const PART_OCTETS = 140
const HEADER_OCTETS = 6
/** esm_class: `short_message` begins with a user data header. */
const HEADER_INDICATOR = 0x40

/**
 * The deliver_sm for an incoming SMS, in order: one, or with `segments` as many as are needed for a text that does not
 * fit `short_message`.
 */
export function incomingPdus(
  push: IncomingPush,
  longIncoming: 'message-payload' | 'segments',
): readonly Draft<DeliverSmPdu>[] {
  const command = 'deliver_sm'
  const source = deducedAddress(push.from)
  const destination = deducedAddress(push.to)
  const dataCoding = dataCodingOf(push.encoding, false)
  const octets = octetsOf(push)
  if (octets.length <= MAX_SHORT_MESSAGE) return [{ command, source, destination, dataCoding, shortMessage: octets }]
  if (longIncoming === 'message-payload')
    return [{ command, source, destination, dataCoding, tlvs: { messagePayload: octets } }]
  const segments = segmentsOf(push, octets)
  return segments.map((segment, index) => {
    const header = concatenationHeader(push.incomingId, segments.length, index + 1, 8)
    const shortMessage = joinUserData(header, segment)
    return { command, source, destination, dataCoding, esmClass: HEADER_INDICATOR, shortMessage }
  })
}

function octetsOf({ encoding, text }: Pick<IncomingPush, 'encoding' | 'text'>): Buffer {
  return encoding === 'binary' ? Buffer.from(text, 'hex') : encodeText(text, encoding)
}

function segmentsOf({ encoding, text }: IncomingPush, octets: Buffer): readonly Buffer[] {
  if (encoding !== 'binary') {
    const split = splitText(text)
    // A text that arrived as UCS-2 although GSM would do is also cut as UCS-2, since that is how it is sent.
    return split.encoding === encoding ? split.segments.map((part) => octetsOf({ encoding, text: part })) : cut(octets)
  }
  return cut(octets)
}

/** Each piece has an even number of octets, so that no UTF-16 code unit is cut. */
function cut(octets: Buffer): readonly Buffer[] {
  const size = PART_OCTETS - HEADER_OCTETS
  return Array.from({ length: Math.ceil(octets.length / size) }, (_, index) =>
    octets.subarray(index * size, (index + 1) * size),
  )
}
