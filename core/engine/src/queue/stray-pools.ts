import type { Queryable } from '../database/database.ts'

/** A pool is made known right after it was started, so what one that is not known has locked for longer belongs to no node. */
const STRAY_SECONDS = 30

/**
 * Frees jobs that are locked by pools of no living node: its process ended before its pool was known, or what it had asked for last was done after its death, when a
 * network that stood still went on. graphile-worker by itself would keep them for four hours. Resolves with those pools.
 */
export async function freeStrayPools(sql: Queryable, lockedSeconds = STRAY_SECONDS): Promise<readonly string[]> {
  const rows = await sql<{ pools: string[] }[]>`
    with stray as (
      select array_agg(distinct locked_by) as pools from graphile_worker.jobs
      where locked_at <= now() - ${lockedSeconds}::integer * interval '1 second'
        and locked_by not in (select unnest(pools) from node)
    )
    select pools, graphile_worker.force_unlock_workers(pools) from stray where pools is not null`
  return rows[0]?.pools ?? []
}
