import { numberArray } from '../database/arrays.ts'
import type { Queryable, Transaction } from '../database/database.ts'

/**
 * A job still waits when no worker has it and none ever had. The queue's view is asked, because the row in `scheduled_job` stays until the job's work
 * has been recorded.
 */
const WAITING = (sql: Queryable) => sql`
  exists (
    select from graphile_worker.jobs
    where jobs.id = scheduled_job.job_id and jobs.locked_at is null and jobs.attempts = 0
  )`

export interface BulkRow {
  readonly bulk_id: string
  readonly send_at: Date
}

/** Bulks that still wait with their earliest time, soonest first. */
export function listBulks(
  sql: Queryable,
  clientId: number,
  bulkId: string | undefined,
): PromiseLike<readonly BulkRow[]> {
  return sql<BulkRow[]>`
    select bulk_id, min(send_at) as send_at
    from scheduled_job
    where client_id = ${clientId}::bigint ${bulkId === undefined ? sql`` : sql`and bulk_id = ${bulkId}`}
      and ${WAITING(sql)}
    group by bulk_id order by 2, 1`
}

/** The waiting jobs of a bulk, locked so that two requests for one bulk come one after the other. */
export async function lockWaitingJobs(tx: Transaction, clientId: number, bulkId: string): Promise<readonly number[]> {
  const rows = await tx<{ job_id: number }[]>`
    select job_id from scheduled_job
    where client_id = ${clientId}::bigint and bulk_id = ${bulkId} and ${WAITING(tx)}
    order by job_id for update`
  return rows.map((row) => row.job_id)
}

/** Moves those jobs that no worker has taken meanwhile, and notes the new time. Resolves with the messages they hold. */
export async function moveJobs(tx: Transaction, jobIds: readonly number[], sendAt: Date): Promise<readonly number[]> {
  const rows = await tx<{ sms_ids: number[] }[]>`
    with moved as materialized (
      select id from graphile_worker.reschedule_jobs(${numberArray(jobIds)}::bigint[], run_at => ${sendAt}::timestamptz)
    )
    update scheduled_job set send_at = ${sendAt}::timestamptz
    where job_id in (select id from moved)
    returning sms_ids`
  return rows.flatMap((row) => row.sms_ids)
}

/** Removes those jobs that no worker has taken meanwhile. Resolves with the messages they held. */
export async function removeJobs(tx: Transaction, jobIds: readonly number[]): Promise<readonly number[]> {
  const rows = await tx<{ sms_ids: number[] }[]>`
    with removed as materialized (
      select id from graphile_worker.complete_jobs(${numberArray(jobIds)}::bigint[])
    )
    delete from scheduled_job where job_id in (select id from removed)
    returning sms_ids`
  return rows.flatMap((row) => row.sms_ids)
}

/** Notes the new time of messages that are still scheduled. */
export async function rescheduleMessages(tx: Transaction, smsIds: readonly number[], sendAt: Date): Promise<void> {
  await tx`
    insert into message_state (sms_id, state, attempt, send_at)
    select sms_id, 'scheduled', 0, ${sendAt}::timestamptz
    from unnest(${numberArray(smsIds)}::bigint[]) as given (sms_id) order by sms_id
    on conflict (sms_id) do update set send_at = excluded.send_at where message_state.state = 'scheduled'`
}
