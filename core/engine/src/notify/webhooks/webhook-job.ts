import { JOB_MAX_ATTEMPTS } from '../../clock/job-attempts.ts'
import type { Queryable } from '../../database/database.ts'
import type { Fragment } from '../../ownership/owned-table.ts'

/**
 * Name of the task that notifies a node that webhooks are due. Its jobs carry no data, because batches are claimed in
 * their order, whichever job comes first.
 */
export const WEBHOOKS_TASK = 'webhooks'

/**
 * The table `woken` of a statement: adds a job for each moment at which batches fall due. The statement has to read it,
 * or it is not run.
 */
export function wakeJobs(sql: Queryable, dueAt: Fragment): Fragment {
  return sql`
    woken as (
      select (graphile_worker.add_job(
        ${WEBHOOKS_TASK}::text, run_at => due.due_at, max_attempts => ${JOB_MAX_ATTEMPTS}::integer
      )).id
      from (select distinct due_at from (${dueAt}) as waiting) as due
    )`
}
