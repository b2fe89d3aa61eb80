import { splitText } from '@heliograph/messaging'
import {
  type Address,
  concatenationHeader,
  type DeliverSmPdu,
  type Draft,
  dataCodingOf,
  encodeText,
  joinUserData,
} from '@heliograph/smpp'

/** An SMS from a subscriber. @stability stable */
export interface IncomingOrder {
  readonly from: string
  readonly to: string
  /** Split into segments when it is long. */
  readonly text?: string | undefined
  /** Octets that are not text, instead of a text. */
  readonly octets?: Buffer | undefined
  /**
   * How long texts are split: with a header with an 8-bit or 16-bit reference, with the SAR parameters, or not at all
   * but in `message_payload`.
   */
  readonly concatenation?: 'udh8' | 'udh16' | 'sar' | 'payload' | undefined
  /** Concatenation reference; by default counted up. */
  readonly reference?: number | undefined
  /** Numbers of the segments (from 1) in the order they are sent; they may be left out or repeated. */
  readonly order?: readonly number[] | undefined
  /** The system id of the client to send to. By default that of the first bind that receives, else of any bind. */
  readonly systemId?: string | undefined
  readonly dataCoding?: number | undefined
}

const UDHI = 0x40

/** The deliver_sm of an incoming SMS, in the order they are to be sent. */
export function incomingPdus(order: IncomingOrder, nextReference: () => number): readonly Draft<DeliverSmPdu>[] {
  const { segments, dataCoding } = segmentsOf(order)
  const base = {
    command: 'deliver_sm',
    source: addressOf(order.from),
    destination: addressOf(order.to),
    dataCoding: order.dataCoding ?? dataCoding,
  } as const
  if (order.concatenation === 'payload') return [{ ...base, tlvs: { messagePayload: Buffer.concat(segments) } }]
  if (segments.length === 1) return [{ ...base, shortMessage: segments[0] }]
  const reference = order.reference ?? nextReference()
  const pdus = segments.map((octets, index) => ({
    ...base,
    ...place(order, reference, segments.length, index, octets),
  }))
  return order.order ? order.order.flatMap((number) => pdus[number - 1] ?? []) : pdus
}

function place(order: IncomingOrder, reference: number, total: number, index: number, octets: Buffer) {
  const part = index + 1
  if (order.concatenation === 'sar')
    return { shortMessage: octets, tlvs: { sarMsgRefNum: reference, sarTotalSegments: total, sarSegmentSeqnum: part } }
  const bits = order.concatenation === 'udh16' ? 16 : 8
  return { esmClass: UDHI, shortMessage: joinUserData(concatenationHeader(reference, total, part, bits), octets) }
}

function segmentsOf({ octets, text = '' }: IncomingOrder): { segments: readonly Buffer[]; dataCoding: number } {
  if (octets) return { segments: [octets], dataCoding: dataCodingOf('binary', false) }
  const { encoding, segments } = splitText(text)
  return { segments: segments.map((each) => encodeText(each, encoding)), dataCoding: dataCodingOf(encoding, false) }
}

/** International digits, national digits or a name (SMPP 3.4, 5.2.5 and 5.2.6). */
export function addressOf(address: string): Address {
  if (!/^\+?\d+$/.test(address)) return { ton: 5, npi: 0, address }
  return { ton: address.length > 6 ? 1 : 3, npi: 1, address: address.replace('+', '') }
}
