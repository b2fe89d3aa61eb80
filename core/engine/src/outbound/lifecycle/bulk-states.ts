import type { MessageState } from '@heliograph/contracts'
import type postgres from '@heliograph/postgres-driver'
import type { Queryable } from '../../database/database.ts'

/** Counts the messages of a bulk by state. */
export function countStates(
  sql: Queryable,
  clientId: number,
  bulkId: string,
): postgres.PendingQuery<{ state: MessageState; messages: number }[]> {
  return sql<{ state: MessageState; messages: number }[]>`
    select state, count(*)::integer as messages from (
      select coalesce(
        (select stored.state from message_state as stored where stored.sms_id = message.sms_id),
        case when message.send_at > now() then 'scheduled' else 'queued' end::message_status
      )::text as state
      from message where message.client_id = ${clientId}::bigint and message.bulk_id = ${bulkId}
    ) as stood
    group by state`
}
