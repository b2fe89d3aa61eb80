import { COMMAND_IDS, type CommandName } from './commands.ts'
import { FIELDS, HEADER_LENGTH } from './field-sizes.ts'
import { checkShortMessage, checkTime, FieldWriter, NO_ADDRESS, NO_OCTETS, unwritable } from './field-writer.ts'
import { encodeWithLibrary, type LibraryDraft } from './library-encoder.ts'
import type { Draft, MessageIdResponse, PduDraft, SubmitSmPdu } from './pdu.ts'
import { STATUS } from './status.ts'
import { faultOfTlvs, NO_TLVS, sizeOfTlvs, type Tlvs, writeTlvs } from './tlvs.ts'

/** The fields that a draft of any command may have. */
export interface DraftFields {
  readonly commandStatus?: number | undefined
  readonly tlvs?: Tlvs | undefined
}

/** Octets of submit_sm between its strings: two TONs and NPIs, eight flags, sm_length. */
const MESSAGE_OCTETS = 12
/** NULs behind service_type, the two addresses, schedule_delivery_time and validity_period. */
const MESSAGE_NULS = 5

/**
 * Writes a PDU. With a command_status other than 0 it is the header alone (SMPP v3.4 section 4.4.2 and others: the body
 * is not returned).
 *
 * Throws `PduError` when a field does not fit: a string with a NUL, beyond Latin-1 or longer than its field, a
 * short_message above 254 octets, a time that is neither empty nor 16 characters, a number out of range.
 */
export function encodePdu(draft: PduDraft): Buffer {
  return encodeNumbered(draft.command, draft, draft.sequenceNumber ?? 0)
}

/** Like `encodePdu`, but takes command and number as arguments, so that a draft need not be copied to change them. */
export function encodeNumbered(command: CommandName, fields: DraftFields, sequenceNumber: number): Buffer {
  const commandStatus = fields.commandStatus ?? 0
  if (commandStatus !== 0) return header(COMMAND_IDS[command], commandStatus, sequenceNumber, HEADER_LENGTH)
  switch (command) {
    case 'submit_sm':
    case 'deliver_sm':
      return encodeMessage(command, fields as Draft<SubmitSmPdu>, sequenceNumber)
    case 'submit_sm_resp':
    case 'deliver_sm_resp':
    case 'data_sm_resp':
      return encodeMessageId(command, fields as Draft<MessageIdResponse>, sequenceNumber)
    case 'enquire_link':
    case 'enquire_link_resp':
    case 'unbind':
    case 'unbind_resp':
    case 'generic_nack':
    case 'cancel_sm_resp':
    case 'replace_sm_resp':
      return header(COMMAND_IDS[command], 0, sequenceNumber, HEADER_LENGTH)
    default:
      return withTlvs(encodeWithLibrary({ ...fields, command } as LibraryDraft, sequenceNumber), fields.tlvs ?? NO_TLVS)
  }
}

/** A buffer of `length` octets with the header written; the rest is not initialised. */
function header(commandId: number, commandStatus: number, sequenceNumber: number, length: number): Buffer {
  const target = Buffer.allocUnsafe(length)
  writeWord(target, 0, length)
  writeWord(target, 4, commandId)
  writeWord(target, 8, commandStatus)
  writeWord(target, 12, sequenceNumber)
  return target
}

function writeWord(target: Buffer, offset: number, value: number): void {
  target[offset] = value >>> 24
  target[offset + 1] = value >>> 16
  target[offset + 2] = value >>> 8
  target[offset + 3] = value
}

// submit_sm, deliver_sm and their answers are written here and not by the library, because they are nearly all the
// traffic and its generic code takes several microseconds for each.
function encodeMessage(command: CommandName, draft: Draft<SubmitSmPdu>, sequenceNumber: number): Buffer {
  const serviceType = draft.serviceType ?? ''
  const source = draft.source ?? NO_ADDRESS
  const destination = draft.destination ?? NO_ADDRESS
  const schedule = checkTime(draft.scheduleDeliveryTime ?? '', STATUS.RINVSCHED)
  const validity = checkTime(draft.validityPeriod ?? '', STATUS.RINVEXPIRY)
  const shortMessage = checkShortMessage(draft.shortMessage ?? NO_OCTETS)
  const tlvs = checkTlvs(draft.tlvs ?? NO_TLVS)
  const strings = serviceType.length + source.address.length + destination.address.length
  const length = HEADER_LENGTH + MESSAGE_OCTETS + MESSAGE_NULS + strings + schedule.length + validity.length
  const size = length + shortMessage.length + sizeOfTlvs(tlvs)
  const writer = new FieldWriter(header(COMMAND_IDS[command], 0, sequenceNumber, size), HEADER_LENGTH)
  writer.string(serviceType, FIELDS.serviceType)
  writer.address(source, FIELDS.source)
  writer.address(destination, FIELDS.destination)
  writer.octet(draft.esmClass ?? 0)
  writer.octet(draft.protocolId ?? 0)
  writer.octet(draft.priorityFlag ?? 0)
  writer.string(schedule, FIELDS.schedule)
  writer.string(validity, FIELDS.validity)
  writer.octet(draft.registeredDelivery ?? 0)
  writer.octet(draft.replaceIfPresentFlag ?? 0)
  writer.octet(draft.dataCoding ?? 0)
  writer.octet(draft.smDefaultMsgId ?? 0)
  writer.octet(shortMessage.length)
  writer.octets(shortMessage)
  writeTlvs(tlvs, writer.target, writer.position)
  return writer.target
}

function encodeMessageId(command: CommandName, draft: Draft<MessageIdResponse>, sequenceNumber: number): Buffer {
  const messageId = draft.messageId ?? ''
  const tlvs = checkTlvs(draft.tlvs ?? NO_TLVS)
  const size = HEADER_LENGTH + messageId.length + 1 + sizeOfTlvs(tlvs)
  const writer = new FieldWriter(header(COMMAND_IDS[command], 0, sequenceNumber, size), HEADER_LENGTH)
  writer.string(messageId, FIELDS.messageId)
  writeTlvs(tlvs, writer.target, writer.position)
  return writer.target
}

function withTlvs(body: Buffer, tlvs: Tlvs): Buffer {
  const size = sizeOfTlvs(checkTlvs(tlvs))
  if (size === 0) return body
  const target = Buffer.allocUnsafe(body.length + size)
  body.copy(target)
  writeWord(target, 0, target.length)
  writeTlvs(tlvs, target, body.length)
  return target
}

function checkTlvs(tlvs: Tlvs): Tlvs {
  const fault = tlvs === NO_TLVS ? undefined : faultOfTlvs(tlvs)
  if (fault !== undefined) throw unwritable(STATUS.RINVOPTPARAMVAL, `${fault} cannot be written`)
  return tlvs
}
