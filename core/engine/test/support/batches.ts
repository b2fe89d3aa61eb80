import type { Queryable } from '../../src/database/database.ts'

interface BatchRow {
  readonly sms_ids: number[]
  readonly due_at: Date
  readonly priority: number
  readonly route: string
  readonly owner: number | null
  readonly bulk_id: string | null
}

/** The batches of messages, by bulk and time. */
export function batchesOf(sql: Queryable, smsIds: readonly number[]): Promise<readonly BatchRow[]> {
  return sql<BatchRow[]>`
    select sms_ids, due_at, priority::integer as priority, route, owner, bulk_id from batch
    where sms_ids && ${[...smsIds]}::bigint[] order by bulk_id, due_at, batch_id`
}
