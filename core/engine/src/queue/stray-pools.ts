import type { Queryable } from '../database/database.ts'

/** A pool is made known right after it was started; jobs locked for longer by one that is not are of a process that ended in between. */
const STRAY_SECONDS = 60

/** Frees jobs that are locked by pools of no living node; graphile-worker by itself would keep them for four hours. Resolves with those pools. */
export async function freeStrayPools(sql: Queryable): Promise<readonly string[]> {
  const rows = await sql<{ pools: string[] }[]>`
    with stray as (
      select array_agg(distinct locked_by) as pools from graphile_worker.jobs
      where locked_at < now() - ${STRAY_SECONDS}::integer * interval '1 second'
        and locked_by not in (select unnest(pools) from node)
    )
    select pools, graphile_worker.force_unlock_workers(pools) from stray where pools is not null`
  return rows[0]?.pools ?? []
}
