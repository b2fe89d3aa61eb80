import type { MessageState, ReceiptStatus } from '@heliograph/contracts'

/**
 * How SMPP names the states of a message: the word in a receipt's text and the number in `message_state` (SMPP 3.4,
 * 5.2.28 and appendix B).
 */
export interface SmppState {
  readonly stat: SmppStat
  readonly messageState: number
}

export type SmppStat = 'ENROUTE' | 'DELIVRD' | 'EXPIRED' | 'DELETED' | 'UNDELIV' | 'ACCEPTD' | 'UNKNOWN' | 'REJECTD'

/** What SMPP can report: that a message was read is not among it. */
export type SmppReceiptStatus = Exclude<ReceiptStatus, 'read'>

/** The SMPP state of every receipt status that has one. */
export const SMPP_STATES: Readonly<Record<SmppReceiptStatus, SmppState>> = {
  enroute: { stat: 'ENROUTE', messageState: 1 },
  delivered: { stat: 'DELIVRD', messageState: 2 },
  expired: { stat: 'EXPIRED', messageState: 3 },
  deleted: { stat: 'DELETED', messageState: 4 },
  undeliverable: { stat: 'UNDELIV', messageState: 5 },
  accepted: { stat: 'ACCEPTD', messageState: 6 },
  unknown: { stat: 'UNKNOWN', messageState: 7 },
  rejected: { stat: 'REJECTD', messageState: 8 },
}

const STATES_AFTER_RECEIPT: Readonly<Record<SmppReceiptStatus, MessageState>> = {
  enroute: 'submitted',
  accepted: 'submitted',
  delivered: 'delivered',
  undeliverable: 'undeliverable',
  rejected: 'refused-by-network',
  expired: 'expired',
  deleted: 'cancelled',
  unknown: 'unconfirmed',
}

const BY_STAT = new Map(entries().map(([status, { stat }]) => [stat as string, status]))
const BY_MESSAGE_STATE = new Map(entries().map(([status, { messageState }]) => [messageState, status]))

/** The status for the word of a receipt text, in any case; undefined for a word SMPP does not define. */
export function receiptStatusOfStat(stat: string): SmppReceiptStatus | undefined {
  return BY_STAT.get(stat.toUpperCase())
}

/** The status for a value of the TLV `message_state`; undefined for a value SMPP does not define. */
export function receiptStatusOfMessageState(messageState: number): SmppReceiptStatus | undefined {
  return BY_MESSAGE_STATE.get(messageState)
}

/**
 * The state of a message (or a part) after a receipt of this status. `submitted` for intermediate ones, undefined where
 * it says nothing about the state.
 */
export function stateAfterReceipt(status: SmppReceiptStatus): MessageState
export function stateAfterReceipt(status: ReceiptStatus): MessageState | undefined
export function stateAfterReceipt(status: ReceiptStatus): MessageState | undefined {
  return status === 'read' ? undefined : STATES_AFTER_RECEIPT[status]
}

function entries(): [SmppReceiptStatus, SmppState][] {
  return Object.entries(SMPP_STATES) as [SmppReceiptStatus, SmppState][]
}
