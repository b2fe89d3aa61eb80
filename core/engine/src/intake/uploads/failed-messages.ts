import type { UploadCells } from '@heliograph/contracts'
import { FAILED_STATES } from '@heliograph/messaging'
import { textArray } from '../../database/arrays.ts'
import type { Queryable } from '../../database/database.ts'
import { messageBody } from '../../database/message-body.ts'

/** A message that did not reach the phone and never will. */
export interface FailedMessage {
  readonly smsId: number
  readonly to: string
  readonly from: string
  readonly flash: boolean
  /** Null: texts are not kept for that long. */
  readonly body: string | null
}

/**
 * The failed messages of a bulk after one, in the order of their ids. Whole rows are compared, so that only the index
 * of bulks has the requested order.
 */
export function selectFailed(
  sql: Queryable,
  { clientId, bulkId }: { readonly clientId: number; readonly bulkId: string },
  after: number,
  limit: number,
): PromiseLike<readonly FailedMessage[]> {
  return sql<FailedMessage[]>`
    select message.sms_id as "smsId", message.recipient as to, message.sender as from, message.flash,
      ${messageBody(sql)} as body
    from message
    cross join lateral (
      select from message_state
      where message_state.sms_id = message.sms_id and message_state.state::text = any(${textArray(FAILED_STATES)}::text[])
      limit 1
    ) as failed
    where message.bulk_id is not null
      and (message.client_id, message.bulk_id, message.sms_id) > (${clientId}::bigint, ${bulkId}, ${after}::bigint)
      and (message.client_id, message.bulk_id, message.sms_id) < (${clientId}::bigint, ${bulkId}, ${Number.MAX_SAFE_INTEGER}::bigint)
    order by message.client_id, message.bulk_id, message.sms_id limit ${limit}::integer`
}

/** The row of an upload that sends it again. */
export function resentRow({ to, body }: FailedMessage): UploadCells {
  return [`+${to}`, body ?? '']
}
