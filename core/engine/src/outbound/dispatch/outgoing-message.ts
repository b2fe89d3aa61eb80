import type { OutgoingMessage } from '@heliograph/contracts'
import { priorityName } from '@heliograph/messaging'
import { encodingOf } from '../../database/codes.ts'
import type { DispatchRow } from './load-messages.ts'

/** A stored message as links get it, for its next attempt. */
export function toOutgoing(row: DispatchRow, only: OutgoingMessage['only']): OutgoingMessage {
  return {
    smsId: row.sms_id,
    attempt: row.attempt + 1,
    from: row.sender,
    to: row.recipient,
    text: row.body,
    encoding: encodingOf(row.encoding),
    parts: row.parts,
    flash: row.flash,
    userDataHeader: row.user_data_header,
    only,
    priority: priorityName(row.priority),
    validUntil: row.valid_until,
  }
}
