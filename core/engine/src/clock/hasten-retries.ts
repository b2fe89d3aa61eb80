import type { Queryable } from '../database/database.ts'

/** The longest wait between two attempts at a job. */
const RETRY_SECONDS = 30

/**
 * Has failed jobs tried again within half a minute, however often they have failed: graphile-worker on its own waits
 * longer each time, up to six hours, and also counts failures that an outage caused. Resolves with the number of jobs
 * that are due sooner now.
 */
export async function hastenRetries(sql: Queryable): Promise<number> {
  const [row] = await sql<{ hastened: number }[]>`
    select count(*)::integer as hastened from graphile_worker.reschedule_jobs(
      array(
        select id from graphile_worker.jobs
        where last_error is not null and locked_at is null
          and run_at > now() + ${RETRY_SECONDS}::integer * interval '1 second'
      ),
      run_at => now() + ${RETRY_SECONDS}::integer * interval '1 second'
    )`
  return row?.hastened ?? 0
}
