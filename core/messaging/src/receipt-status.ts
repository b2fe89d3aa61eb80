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

/** The SMPP state of every receipt status. */
export const SMPP_STATES: Readonly<Record<ReceiptStatus, SmppState>> = {
  enroute: { stat: 'ENROUTE', messageState: 1 },
  delivered: { stat: 'DELIVRD', messageState: 2 },
  expired: { stat: 'EXPIRED', messageState: 3 },
  deleted: { stat: 'DELETED', messageState: 4 },
  undeliverable: { stat: 'UNDELIV', messageState: 5 },
  accepted: { stat: 'ACCEPTD', messageState: 6 },
  unknown: { stat: 'UNKNOWN', messageState: 7 },
  rejected: { stat: 'REJECTD', messageState: 8 },
}

const STATES_AFTER_RECEIPT: Readonly<Record<ReceiptStatus, MessageState>> = {
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
export function receiptStatusOfStat(stat: string): ReceiptStatus | undefined {
  return BY_STAT.get(stat.toUpperCase())
}

/** The status for a value of the TLV `message_state`; undefined for a value SMPP does not define. */
export function receiptStatusOfMessageState(messageState: number): ReceiptStatus | undefined {
  return BY_MESSAGE_STATE.get(messageState)
}

/** The state of a message (or a part) after a receipt of this status. `submitted` for intermediate ones. */
export function stateAfterReceipt(status: ReceiptStatus): MessageState {
  return STATES_AFTER_RECEIPT[status]
}

function entries(): [ReceiptStatus, SmppState][] {
  return Object.entries(SMPP_STATES) as [ReceiptStatus, SmppState][]
}
