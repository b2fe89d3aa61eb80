import type { IncomingSegment, NetworkIncoming } from '@heliograph/contracts'
import type { ShiftTables } from '@heliograph/messaging'
import { decodeText, readUserDataHeader } from '@heliograph/smpp'
import { readAddress } from './addresses.ts'
import type { LinkConfig } from './config.ts'
import type { DeliveredMessage } from './delivered-message.ts'

/** The part of an incoming SMS that does not depend on the gateway. */
export type ReadIncoming = Pick<NetworkIncoming, 'from' | 'to' | 'text' | 'encoding' | 'segment'>

const UDHI = 0x40
const LATIN1 = 3

/**
 * Reads an SMS from a subscriber, or one part of it. Undefined when the announced user data header is invalid, or when
 * there is no recipient.
 */
export function readIncoming(message: DeliveredMessage, config: LinkConfig): ReadIncoming | undefined {
  const { source, destination, esmClass, octets, tlvs } = message
  const to = readAddress(destination)
  if (to === '') return undefined
  const hasHeader = (esmClass & UDHI) !== 0
  const userData = hasHeader ? readUserDataHeader(octets) : undefined
  if (hasHeader && userData === undefined) return undefined
  const { text, encoding } = readBody(userData?.rest ?? octets, userData?.tables, message, config)
  const segment = segmentOf(userData === undefined ? sarSegment(tlvs) : userData.concatenation)
  return { from: readAddress(source), to, text, encoding, segment }
}

function readBody(
  octets: Buffer,
  tables: ShiftTables | undefined,
  { dataCoding }: DeliveredMessage,
  { alphabet }: LinkConfig,
): Pick<NetworkIncoming, 'text' | 'encoding'> {
  // The default alphabet is the SMSC's own, and the same in both directions.
  const isOwn = dataCoding === 0 && alphabet !== 'gsm' && tables === undefined
  const { text, encoding } = decodeText(octets, isOwn ? LATIN1 : dataCoding, { tables })
  return { text, encoding }
}

function sarSegment(tlvs: DeliveredMessage['tlvs']): IncomingSegment | undefined {
  const { sarMsgRefNum: reference, sarTotalSegments: total, sarSegmentSeqnum: part } = tlvs
  return reference === undefined || total === undefined || part === undefined ? undefined : { reference, total, part }
}

/** An impossible place is ignored, and the part then counts as a message of its own. */
function segmentOf(segment: IncomingSegment | undefined): IncomingSegment | undefined {
  if (segment === undefined || segment.total < 2 || segment.part < 1 || segment.part > segment.total) return undefined
  const { reference, total, part } = segment
  return { reference, total, part }
}
