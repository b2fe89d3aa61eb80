import { numberArray, textArray } from '../database/arrays.ts'
import type { Queryable } from '../database/database.ts'

/** Frees the jobs that pools have locked: they are fetched again by whoever comes first. */
export async function freeJobs(sql: Queryable, pools: readonly string[]): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(${textArray(pools)}::text[])`
}

/**
 * Frees jobs that have been locked for longer than `afterMs` by a pool that no node knows: its process ended after the pool had begun to fetch and before it was made
 * known. Resolves with those pools.
 */
export async function freeStrayJobs(sql: Queryable, afterMs: number): Promise<readonly string[]> {
  const rows = await sql<{ pools: string[] }[]>`
    with stray as (
      select array_agg(distinct locked_by) as pools from graphile_worker._private_jobs
      where locked_at < now() - ${afterMs}::integer * interval '1 millisecond'
        and locked_by not in (select unnest(pools) from node)
    )
    select pools, graphile_worker.force_unlock_workers(pools) from stray where pools is not null`
  return rows[0]?.pools ?? []
}

/**
 * Frees jobs that a living pool locked longer than `afterMs` ago and does not have: the connection broke between the commit of the fetch and its answer.
 * Resolves with how many.
 */
export async function freeLostJobs(
  sql: Queryable,
  pool: string,
  heldJobs: readonly number[],
  afterMs: number,
): Promise<number> {
  const rows = await sql`
    update graphile_worker._private_jobs set locked_at = null, locked_by = null
    where locked_by = ${pool} and locked_at < now() - ${afterMs}::integer * interval '1 millisecond'
      and id <> all(${numberArray(heldJobs)}::bigint[])
    returning 1`
  return rows.length
}

/**
 * Renews old locks of living pools: graphile-worker takes a job that was locked four hours ago for abandoned, but a message may well wait that long for a
 * link that is down.
 */
export async function renewJobLocks(sql: Queryable, pools: readonly string[]): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set locked_at = now()
    where locked_at < now() - interval '1 hour' and locked_by = any(${textArray(pools)}::text[])`
}
