import { among } from '../../database/among.ts'
import type { Queryable } from '../../database/database.ts'
import { WEBHOOKS_PER_BATCH } from './store-webhooks.ts'
import { wakeJobs } from './webhook-job.ts'

/**
 * Has webhooks sent again on an operator's request: the same bodies, with as many attempts as the first time. Resolves
 * with the ids of those that exist and were not emptied since they are old. They are due after `delayMs`.
 */
export async function resendWebhooks(
  sql: Queryable,
  webhookIds: readonly number[],
  delayMs = 0,
): Promise<readonly number[]> {
  if (webhookIds.length === 0) return []
  const rows = await sql<{ webhook_ids: number[] }[]>`
    with revived as (
      update webhook set state = 'pending', tries = 0, signed_at = null
      where ${among(sql, 'webhook_id', webhookIds)} and body is not null
      returning webhook_id, attempts
    ),
    placed as (
      select webhook_id, attempts,
        (row_number() over (partition by attempts order by webhook_id) - 1) / ${WEBHOOKS_PER_BATCH}::integer as place
      from revived
    ),
    batched as (
      insert into webhook_batch (webhook_ids, attempts, due_at)
      select array_agg(webhook_id order by webhook_id), attempts,
        now() + ${delayMs}::bigint * interval '1 millisecond'
      from placed group by attempts, place
      returning webhook_ids, due_at
    ),
    ${wakeJobs(sql, sql`select due_at from batched`)}
    select webhook_ids, (select count(*) from woken) as jobs from batched`
  return rows.flatMap((row) => row.webhook_ids).sort((a, b) => a - b)
}
