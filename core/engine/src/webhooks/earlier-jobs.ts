import type { Sql } from '../database/database.ts'
import { wakeJobs } from './webhook-job.ts'

/** Name of the task of releases before batches: each job was one attempt at one webhook, `{ webhookId, ... }`. */
export const EARLIER_TASK = 'webhook'

/** Runs what such a job has left: its webhook goes into a batch, unless it has been settled. */
export async function runEarlierJob(sql: Sql, payload: unknown): Promise<void> {
  const { webhookId } = payload as { readonly webhookId: number }
  await sql`
    with batched as (
      insert into webhook_batch (webhook_ids, attempts)
      select array[webhook_id], attempts from webhook where webhook_id = ${webhookId}::bigint and state = 'pending'
      returning due_at
    ),
    ${wakeJobs(sql, sql`select due_at from batched`)}
    select count(*) from woken`
}
