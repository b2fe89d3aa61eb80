import { UNBLOCKED_ORIGINS } from '@heliograph/messaging'
import { among } from '../../database/among.ts'
import { textArray } from '../../database/arrays.ts'
import { TELLS_SENT } from '../../database/codes.ts'
import type { Queryable } from '../../database/database.ts'
import { messageBody } from '../../database/message-body.ts'
import type { PartRow } from '../lifecycle/sent-parts.ts'

/** A message of a batch, as far as dispatching needs it. */
export interface DispatchRow {
  readonly sms_id: number
  readonly client_id: number
  readonly sender: string
  readonly recipient: string
  readonly body: string
  readonly encoding: number
  readonly parts: number
  readonly priority: number
  readonly origin: string
  readonly request_id: string | null
  /** As it is stored. */
  readonly bulk_id: string | null
  readonly flash: boolean
  /** Its client wants to be told that a network has taken it. */
  readonly tells_sent: boolean
  readonly user_data_header: string | null
  /** Null: it may go at any time. */
  readonly delivery_window: string | null
  readonly valid_until: Date
  /** The link that an earlier process handed it to and got no answer from; normally null. */
  readonly interrupted_on: string | null
  readonly attempt: number
  /** Its recipient has opted out since it was accepted. */
  readonly is_opted_out: boolean
  /** Parts that earlier attempts left at networks; absent when there are none. */
  readonly sent?: readonly PartRow[] | undefined
}

/**
 * Loads those of the messages that still wait to be sent, in order. All others (sent, cancelled, expired) are left out.
 */
export function loadMessages(sql: Queryable, ids: readonly number[]): PromiseLike<DispatchRow[]> {
  return sql<DispatchRow[]>`
    select message.sms_id, message.client_id, message.sender, message.recipient, ${messageBody(sql)} as body,
      message.encoding, message.parts, message.priority, message.origin, message.request_id, message.bulk_id,
      message.flash, message.user_data_header, message.delivery_window,
      message.notify_format & ${TELLS_SENT}::smallint <> 0 as tells_sent,
      coalesce(message_state.send_at, message.send_at, message.accepted_at)
        + message.validity_seconds * interval '1 second' as valid_until,
      open.link as interrupted_on,
      coalesce(message_state.attempt, 0) as attempt,
      contact.status is not null and message.origin <> all(${textArray(UNBLOCKED_ORIGINS)}::text[]) as is_opted_out
    from message
    left join lateral (
      select state, send_at, attempt from message_state where message_state.sms_id = message.sms_id limit 1
    ) as message_state on true
    left join lateral (
      select status from contact
      where contact.client_id = message.client_id and contact.mobile = message.recipient and status = 0 limit 1
    ) as contact on true
    left join lateral (select link from attempt where attempt.sms_id = message.sms_id limit 1) as open on true
    where ${among(sql, 'message.sms_id', ids)}
      and (message_state.state is null or message_state.state in ('scheduled', 'queued', 'retrying'))
    order by message.sms_id`
}
