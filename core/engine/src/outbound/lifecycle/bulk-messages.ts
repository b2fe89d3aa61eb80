import type { Queryable } from '../../database/database.ts'
import type { BulkName } from '../bulks/bulk-name.ts'
import { knownBatch, type WaitingMessage } from './waiting-batches.ts'

/** States of messages that no network has. */
function waits(sql: Queryable) {
  return sql`coalesce(stored.state in ('scheduled', 'queued', 'retrying'), true)`
}

function messagesOf(sql: Queryable, { clientId, bulkId }: BulkName) {
  return sql`
    message
    left join lateral (
      select state, batch_id from message_state where message_state.sms_id = message.sms_id limit 1
    ) as stored on true
    where message.client_id = ${clientId}::bigint and message.bulk_id = ${bulkId}`
}

/** Whether a message of the bulk has not been handed to a network, and may still be. */
export async function isUnfinished(sql: Queryable, bulk: BulkName): Promise<boolean> {
  const [row] = await sql`select from ${messagesOf(sql, bulk)} and ${waits(sql)} limit 1`
  return row !== undefined
}

/** The next of its messages that no network has, in the order of their ids. */
export async function findUnsent(
  sql: Queryable,
  bulk: BulkName,
  after: number,
  limit: number,
): Promise<readonly WaitingMessage[]> {
  return sql<WaitingMessage[]>`
    select message.sms_id as "smsId", ${knownBatch(sql)} as "batchId"
    from ${messagesOf(sql, bulk)} and message.sms_id > ${after}::bigint and ${waits(sql)}
    order by message.sms_id limit ${limit}::integer`
}
