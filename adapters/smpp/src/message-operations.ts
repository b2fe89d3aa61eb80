import type { Clock, MessageRecord, Principal } from '@heliograph/contracts'
import { decodeGsm, SMPP_STATES, STATUS_FORMS } from '@heliograph/messaging'
import {
  type CancelSmPdu,
  formatSmppTime,
  type QuerySmPdu,
  type ReplaceSmPdu,
  type ResponseFields,
  STATUS,
} from '@heliograph/smpp'
import { readSendTimes } from './send-times.ts'
import type { SmppServices } from './services.ts'
import { StatusError } from './status-error.ts'

/** The dependencies of the operations on messages. */
export interface OperationContext {
  readonly services: Pick<SmppServices, 'messages' | 'reports'>
  readonly clock: Clock
}

/** Ids are the decimal digits of a number that JavaScript holds exactly. */
const MESSAGE_ID = /^\d{1,15}$/

/** query_sm: resolves with the state of a message. Rejects with a `StatusError` for an unknown message. */
export async function query(context: OperationContext, principal: Principal, pdu: QuerySmPdu): Promise<ResponseFields> {
  const record = await find(context, principal, pdu.messageId, STATUS.RQUERYFAIL)
  const { final, smpp } = STATUS_FORMS[record.state]
  return {
    messageId: pdu.messageId,
    finalDate: final && record.doneAt ? formatSmppTime(record.doneAt) : '',
    messageState: (smpp ?? SMPP_STATES.unknown).messageState,
    errorCode: Math.min(record.errorId ?? 0, 0xff),
  }
}

/**
 * cancel_sm: cancels a message that has not gone out; without an id, all messages to an address (SMPP 3.4 section 4.9).
 * The source address is ignored, as in submits.
 */
export async function cancel(
  context: OperationContext,
  principal: Principal,
  pdu: CancelSmPdu,
): Promise<ResponseFields> {
  const smsId = pdu.messageId === '' ? undefined : readMessageId(pdu.messageId, STATUS.RCANCELFAIL)
  const to = pdu.destination.address === '' ? undefined : pdu.destination.address
  if (smsId === undefined && to === undefined) throw new StatusError(STATUS.RCANCELFAIL)
  await context.services.messages.cancel(principal, { smsId, to })
  return {}
}

/**
 * replace_sm: changes the text or times of a message that has not gone out; empty fields stay unchanged (SMPP 3.4
 * section 4.10).
 */
export async function replace(
  context: OperationContext,
  principal: Principal,
  pdu: ReplaceSmPdu,
): Promise<ResponseFields> {
  const smsId = readMessageId(pdu.messageId, STATUS.RREPLACEFAIL)
  if (pdu.smDefaultMsgId !== 0) throw new StatusError(STATUS.RINVDFTMSGID)
  // A validity counts from the time when the message goes out, which may be given only in its submit.
  const before =
    pdu.validityPeriod === '' ? undefined : await find(context, principal, pdu.messageId, STATUS.RREPLACEFAIL)
  const scheduled = before?.scheduledAt ?? undefined
  const times = readSendTimes(pdu.scheduleDeliveryTime, pdu.validityPeriod, context.clock.now(), scheduled)
  // replace_sm has no data_coding: its text is in the default alphabet.
  const octets = pdu.tlvs.messagePayload ?? pdu.shortMessage
  await context.services.messages.replace(principal, smsId, {
    ...times,
    text: octets.length === 0 ? undefined : decodeGsm(octets),
  })
  return {}
}

async function find(
  { services }: OperationContext,
  principal: Principal,
  messageId: string,
  failure: number,
): Promise<MessageRecord> {
  const {
    records: [record],
  } = await services.reports.find(principal, { smsId: readMessageId(messageId, failure), limit: 1 })
  if (record === undefined) throw new StatusError(failure)
  return record
}

function readMessageId(text: string, failure: number): number {
  if (!MESSAGE_ID.test(text)) throw new StatusError(failure)
  return Number(text)
}
