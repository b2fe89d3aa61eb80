import type { Queryable } from '../database/database.ts'

/**
 * A pool is registered right after it starts, so jobs that an unregistered one has locked for longer belong to no node.
 */
const STRAY_SECONDS = 30

/**
 * Frees jobs that are locked by pools of no living node: the process ended before its pool was registered, or its last
 * fetch ran only after its death, when a stalled network went on. graphile-worker on its own would keep them for four
 * hours. Resolves with the ids of those pools.
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
