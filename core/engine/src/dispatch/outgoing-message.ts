import { type Encoding, type OutgoingMessage, PRIORITIES, type PriorityName } from '@heliograph/contracts'
import type { DispatchRow } from './load-messages.ts'

/** By the number that `message.encoding` and `incoming_message.encoding` have. */
export const ENCODINGS: readonly Encoding[] = ['gsm', 'ucs2', 'binary']

const NAMES = new Map<number, PriorityName>(
  Object.entries(PRIORITIES).map(([name, priority]) => [priority, name as PriorityName]),
)

/** A stored message as links get it, for its next attempt. */
export function toOutgoing(row: DispatchRow, only: OutgoingMessage['only']): OutgoingMessage {
  return {
    smsId: row.sms_id,
    attempt: row.attempt + 1,
    from: row.sender,
    to: row.recipient,
    text: row.body,
    encoding: ENCODINGS[row.encoding] ?? 'gsm',
    parts: row.parts,
    flash: row.flash,
    userDataHeader: row.user_data_header,
    only,
    priority: NAMES.get(row.priority) ?? 'NORMAL',
    validUntil: row.valid_until,
  }
}
