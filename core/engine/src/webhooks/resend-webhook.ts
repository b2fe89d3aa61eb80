import { GatewayError } from '@heliograph/contracts'
import type { Sql } from '../database/database.ts'
import { JOB_MAX_ATTEMPTS, WEBHOOK_TASK } from './webhook-job.ts'

/**
 * Sends a webhook again on an operator's request, with the same body and as many attempts as the first time. A waiting attempt of the same webhook is
 * overtaken by it. Throws `not-found`/`webhook-not-found`.
 */
export async function resendWebhook(sql: Sql, webhookId: number): Promise<void> {
  const rows = await sql`
    with revived as (
      update webhook set state = 'pending' where webhook_id = ${webhookId}::bigint
      returning webhook_id, attempts
    )
    select (graphile_worker.add_job(
      ${WEBHOOK_TASK}::text, json_build_object('webhookId', webhook_id, 'attempt', attempts + 1),
      max_attempts => ${JOB_MAX_ATTEMPTS}::integer
    )).id
    from revived`
  if (rows.length === 0) throw new GatewayError('not-found', 'webhook-not-found', 'There is no such webhook')
}
