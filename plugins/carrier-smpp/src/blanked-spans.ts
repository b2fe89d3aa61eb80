import { COMMAND_IDS, encodePdu, type Pdu } from '@heliograph/smpp'

/** A range of octets in a PDU; `to` is the offset after the last one. */
export type Span = readonly [from: number, to: number]

const HEADER_LENGTH = 16

/** Requests with a password after the system_id. */
const LOGINS: ReadonlySet<number> = new Set([
  COMMAND_IDS.bind_receiver,
  COMMAND_IDS.bind_transmitter,
  COMMAND_IDS.bind_transceiver,
  COMMAND_IDS.outbind,
])

/** The parts of a PDU that must not be shown. `pdu` is the decoded frame, undefined when it could not be decoded. */
export function blankedSpans(frame: Buffer, pdu: Pdu | undefined, keepsTexts: boolean): readonly Span[] {
  // This also applies to a PDU that cannot be read.
  if (LOGINS.has(frame.readUInt32BE(4))) return [passwordOf(frame)]
  if (keepsTexts) return []
  if (pdu === undefined) return [[HEADER_LENGTH, frame.length]]
  return textsOf(frame, pdu)
}

function passwordOf(frame: Buffer): Span {
  const endOfSystemId = frame.indexOf(0, HEADER_LENGTH)
  if (endOfSystemId < 0) return [HEADER_LENGTH, frame.length]
  const end = frame.indexOf(0, endOfSystemId + 1)
  return [endOfSystemId + 1, end < 0 ? frame.length : end]
}

function textsOf(frame: Buffer, pdu: Pdu): readonly Span[] {
  const isMessage = 'shortMessage' in pdu || pdu.command === 'data_sm'
  // A second message_payload, or one that runs past the end, is not among the fields.
  if (isMessage && !isReadWhole(frame, pdu)) return [[HEADER_LENGTH, frame.length]]
  const octets = [...('shortMessage' in pdu ? [pdu.shortMessage] : []), pdu.tlvs.messagePayload ?? []]
  return octets.flatMap((view) => {
    if (!Buffer.isBuffer(view) || view.length === 0) return []
    const from = view.byteOffset - frame.byteOffset
    return [[from, from + view.length]]
  })
}

/** Whether the decoded fields make a PDU as long as the original. */
function isReadWhole(frame: Buffer, pdu: Pdu): boolean {
  try {
    return encodePdu(pdu).length === frame.length
  } catch {
    return false
  }
}
