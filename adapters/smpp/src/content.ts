import type { Encoding } from '@heliograph/contracts'
import type { ShiftTables } from '@heliograph/messaging'
import {
  type Concatenation,
  concatenationHeader,
  type DecodeOptions,
  decodeText,
  readUserDataHeader,
  STATUS,
  type Tlvs,
} from '@heliograph/smpp'
import { StatusError } from './status-error.ts'

/** The content of a message, and how it is passed to the gateway. */
export type Content = ContentText &
  (
    | { readonly kind: 'whole' }
    /** Sent as one part with its header unchanged. The header is in hexadecimal, without the length octet. */
    | { readonly kind: 'with-header'; readonly userDataHeader: string }
    /** A segment of a long text that the client has split. */
    | { readonly kind: 'segment'; readonly userDataHeader: string; readonly place: Concatenation }
  )

interface ContentText {
  /** Not empty; hexadecimal when the octets are not text. */
  readonly text: string
  readonly encoding: Encoding
  readonly flash: boolean
}

/** The fields of a submit that carry the message. */
export interface ContentFields {
  readonly esmClass: number
  readonly dataCoding: number
  /** Absent in data_sm, which only has `message_payload`. */
  readonly shortMessage?: Buffer | undefined
  readonly tlvs: Tlvs
}

/** esm_class: the message begins with a user data header (SMPP 3.4 section 5.2.12). */
const HEADER_INDICATOR = 0x40
/** esm_class: message type. Acknowledgements of receivers mean nothing to a gateway that forwards texts. */
const MESSAGE_TYPE = 0x3c
/** Length in octets of a header that contains only the place of a segment, with a reference of one or two octets. */
const CONCATENATION_ONLY: ReadonlySet<number> = new Set([5, 6])
/** Application port addressing with 16 bits (3GPP TS 23.040 section 9.2.3.24.4). */
const PORTS = 0x05

/**
 * Reads the content of a submit. Throws `StatusError`: ESME_RINVESMCLASS for a message type that clients do not submit,
 * ESME_RINVMSGLEN for no text, two texts, or a header that is longer than the message.
 *
 * Only segments whose header contains nothing but their place are joined: ports, language tables and octets lose their
 * meaning when a message is joined and cut again, so these are sent unchanged.
 */
export function readContent(fields: ContentFields, options: DecodeOptions): Content {
  if ((fields.esmClass & MESSAGE_TYPE) !== 0) throw new StatusError(STATUS.RINVESMCLASS)
  const { header, rest, concatenation, tables } = splitHeader(fields)
  const decoded = decodeText(rest, fields.dataCoding, { ia5: options.ia5, tables })
  // Clients written in C include the NUL at the end of their strings; text never contains one.
  const text = decoded.text.includes('\0') ? decoded.text.replaceAll('\0', '') : decoded.text
  if (text === '') throw new StatusError(STATUS.RINVMSGLEN)
  const { encoding, flash } = decoded
  const isPlace = header !== undefined && concatenation !== undefined && CONCATENATION_ONLY.has(header.length)
  if (header === undefined || (isPlace && concatenation.total === 1)) return { text, encoding, flash, kind: 'whole' }
  const userDataHeader = header.toString('hex').toUpperCase()
  if (!isPlace || encoding === 'binary') return { text, encoding, flash, kind: 'with-header', userDataHeader }
  return { text, encoding, flash, kind: 'segment', userDataHeader, place: concatenation }
}

interface SplitOctets {
  /** Undefined when there is none, or an empty one. */
  readonly header: Buffer | undefined
  readonly rest: Buffer
  readonly concatenation: Concatenation | undefined
  readonly tables?: ShiftTables | undefined
}

function splitHeader(fields: ContentFields): SplitOctets {
  const octets = octetsOf(fields)
  if ((fields.esmClass & HEADER_INDICATOR) === 0) return headerOfTlvs(fields.tlvs, octets)
  const split = readUserDataHeader(octets)
  if (split === undefined) throw new StatusError(STATUS.RINVMSGLEN)
  const header = split.header.length === 0 ? undefined : split.header
  return { header, rest: split.rest, concatenation: split.concatenation, tables: split.tables }
}

function octetsOf({ shortMessage, tlvs }: ContentFields): Buffer {
  const { messagePayload } = tlvs
  if (messagePayload === undefined || messagePayload.length === 0) return shortMessage ?? Buffer.alloc(0)
  if (shortMessage !== undefined && shortMessage.length > 0) throw new StatusError(STATUS.RINVMSGLEN)
  return messagePayload
}

/**
 * The header with the same meaning as the TLVs: the place of a segment (SMPP 3.4 section 5.3.2.22) and ports (section
 * 5.3.2.20).
 */
function headerOfTlvs(tlvs: Tlvs, rest: Buffer): SplitOctets {
  const concatenation = placeOfTlvs(tlvs)
  const ports = portsOfTlvs(tlvs)
  if (concatenation === undefined) return { header: ports, rest, concatenation }
  const place = concatenationHeader(concatenation.reference, concatenation.total, concatenation.part, 16)
  return { header: ports === undefined ? place : Buffer.concat([place, ports]), rest, concatenation }
}

/**
 * Undefined when one of the three is missing or makes no sense: the message then counts as a whole one, as with
 * headers.
 */
function placeOfTlvs({ sarMsgRefNum, sarTotalSegments, sarSegmentSeqnum }: Tlvs): Concatenation | undefined {
  if (sarMsgRefNum === undefined || sarTotalSegments === undefined || sarSegmentSeqnum === undefined) return undefined
  if (sarSegmentSeqnum < 1 || sarSegmentSeqnum > sarTotalSegments || sarTotalSegments > 0xff) return undefined
  return { reference: sarMsgRefNum & 0xffff, total: sarTotalSegments, part: sarSegmentSeqnum }
}

function portsOfTlvs({ destinationPort, sourcePort }: Tlvs): Buffer | undefined {
  if (destinationPort === undefined) return undefined
  const element = Buffer.from([PORTS, 4, 0, 0, 0, 0])
  element.writeUInt16BE(destinationPort & 0xffff, 2)
  element.writeUInt16BE((sourcePort ?? 0) & 0xffff, 4)
  return element
}
