import { numberArray } from '../database/arrays.ts'
import type { Queryable } from '../database/database.ts'
import { dispatchTask, JOB_MAX_ATTEMPTS, priorityFlag, routeFlag } from './job-specs.ts'

/** Messages of one route and priority to be dispatched (again) at one time. */
export interface DispatchJob {
  readonly route: string
  readonly priority: number
  readonly runAt: Date
  readonly smsIds: readonly number[]
}

/** Adds dispatch jobs; part of whatever transaction changes the messages. Resolves with their ids. */
export async function addDispatchJobs(sql: Queryable, jobs: readonly DispatchJob[]): Promise<readonly number[]> {
  const ids: number[] = []
  for (const job of jobs) {
    const [row] = await sql<{ id: number }[]>`
      select id from graphile_worker.add_job(
        ${dispatchTask(job.route)}::text,
        json_build_object('ids', ${numberArray(job.smsIds)}::bigint[]),
        run_at => ${job.runAt}::timestamptz,
        max_attempts => ${JOB_MAX_ATTEMPTS}::integer,
        priority => ${job.priority}::integer,
        flags => array[${routeFlag(job.route)}::text, ${priorityFlag(job.route, job.priority)}::text]
      )`
    if (row !== undefined) ids.push(row.id)
  }
  return ids
}

/** Removes dispatch jobs that this process has locked. Completing them afterwards finds nothing left to do. */
export async function removeDispatchJobs(sql: Queryable, jobIds: readonly number[]): Promise<void> {
  await sql`delete from graphile_worker._private_jobs where id = any(${numberArray(jobIds)}::bigint[])`
}
