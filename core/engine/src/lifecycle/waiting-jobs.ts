import { numberArray, textArray, timeArray } from '../database/arrays.ts'
import type { Transaction } from '../database/database.ts'
import { dispatchTask } from '../queue/job-specs.ts'

/** A message that may still be in a job that nobody has fetched. */
export interface WaitingMessage {
  readonly smsId: number
  readonly route: string
  readonly priority: number
  /** When it is due; at once means when it was accepted. */
  readonly dueAt: Date
}

/** A message that is in no job any more. */
export interface TakenMessage {
  readonly smsId: number
  /** When its job was due. */
  readonly runAt: Date
}

/** A job is due when its transaction began, a message when it was accepted; clocks differ, and acceptance may wait for the database. */
const DUE_DIFFERENCE_MS = 600_000

interface JobRow {
  readonly id: number
  readonly run_at: Date
  readonly sms_ids: number[]
  readonly sms_id: number
}

/**
 * Takes messages out of their dispatch jobs. Only out of jobs that nobody works on, or ever has: what a link may have had is left alone. Whoever calls it decides
 * what becomes of them in the same transaction; a worker that comes for such a job waits or passes by.
 */
export async function takeFromJobs(
  tx: Transaction,
  messages: readonly WaitingMessage[],
): Promise<readonly TakenMessage[]> {
  if (messages.length === 0) return []
  const rows = await tx<JobRow[]>`
    select jobs.id, jobs.run_at, array(select json_array_elements_text(jobs.payload->'ids')::bigint) as sms_ids, wanted.sms_id
    from unnest(
      ${numberArray(messages.map(({ smsId }) => smsId))}::bigint[],
      ${textArray(messages.map(({ route }) => dispatchTask(route)))}::text[],
      ${numberArray(messages.map(({ priority }) => priority))}::smallint[],
      ${timeArray(messages.map(({ dueAt }) => dueAt.getTime() - DUE_DIFFERENCE_MS))}::timestamptz[],
      ${timeArray(messages.map(({ dueAt }) => dueAt.getTime() + DUE_DIFFERENCE_MS))}::timestamptz[]
    ) as wanted (sms_id, task, priority, earliest, latest)
    join graphile_worker._private_tasks as tasks on tasks.identifier = wanted.task
    join graphile_worker._private_jobs as jobs
      on jobs.is_available = true and jobs.priority = wanted.priority
      and jobs.run_at between wanted.earliest and wanted.latest
      and jobs.task_id = tasks.id and jobs.attempts = 0
      and (jobs.payload->'ids')::jsonb @> to_jsonb(wanted.sms_id)
    order by jobs.id
    for update of jobs`
  const jobs = new Map(rows.map((row) => [row.id, row]))
  const taken = new Set(rows.map((row) => row.sms_id))
  for (const { id, sms_ids: smsIds } of jobs.values()) {
    await leaveInJob(
      tx,
      id,
      smsIds.filter((smsId) => !taken.has(smsId)),
    )
  }
  return rows.map((row) => ({ smsId: row.sms_id, runAt: row.run_at }))
}

async function leaveInJob(tx: Transaction, jobId: number, smsIds: readonly number[]): Promise<void> {
  if (smsIds.length === 0) {
    await tx`
      with gone as (delete from scheduled_job where job_id = ${jobId}::bigint)
      delete from graphile_worker._private_jobs where id = ${jobId}::bigint`
    return
  }
  const left = numberArray(smsIds)
  await tx`
    with kept as (update scheduled_job set sms_ids = ${left}::bigint[] where job_id = ${jobId}::bigint)
    update graphile_worker._private_jobs set payload = json_build_object('ids', ${left}::bigint[]) where id = ${jobId}::bigint`
}
