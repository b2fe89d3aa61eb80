import type { Queryable } from '../../database/database.ts'
import type { Fragment } from '../owned-table.ts'

/** The name of a piece of work: its kind, and which of that kind. */
export interface WorkName {
  readonly kind: string
  readonly key: string
}

/**
 * What became of the wish to begin: `suspect`: a node has died over it, so it has to be alone. `paused`: two have.
 * `elsewhere`: another node is at it, or has died and was not looked after yet.
 */
export type Beginning = 'begun' | 'suspect' | 'paused' | 'elsewhere'

/** Notes that this node begins, unless it has to be alone for that. */
export function beginWork(sql: Queryable, lease: number, work: WorkName): Promise<Beginning> {
  return begin(sql, lease, work, { ends: 0, mayBegin: sql`work_start.ends = 0` })
}

/** Notes that this node begins work that is alone on it; `ends`: how many nodes have died over it, if known. */
export function beginAlone(sql: Queryable, lease: number, work: WorkName, ends: number): Promise<Beginning> {
  return begin(sql, lease, work, { ends, mayBegin: sql`work_start.paused_at is null` })
}

/** `mayBegin`: what has to be so where the work is known. */
async function begin(
  sql: Queryable,
  lease: number,
  { kind, key }: WorkName,
  { ends, mayBegin }: { readonly ends: number; readonly mayBegin: Fragment },
): Promise<Beginning> {
  const begun = await sql`
    insert into work_start (kind, key, lease, since, ends)
    values (${kind}, ${key}, ${lease}::bigint, now(), ${ends}::integer)
    on conflict (kind, key) do update set lease = excluded.lease, since = excluded.since
    where ${mayBegin} and (work_start.lease is null or work_start.lease = excluded.lease)
    returning 1`
  if (begun.length > 0) return 'begun'
  const [row] = await sql<{ lease: number | null; paused_at: Date | null }[]>`
    select lease, paused_at from work_start where kind = ${kind} and key = ${key}`
  if (row !== undefined && row.paused_at !== null) return 'paused'
  return row === undefined || (row.lease !== null && row.lease !== lease) ? 'elsewhere' : 'suspect'
}

/** Notes that work has ended in an orderly way: it is above suspicion. */
export async function endWork(sql: Queryable, lease: number, { kind, key }: WorkName): Promise<void> {
  await sql`
    delete from work_start where kind = ${kind} and key = ${key} and lease = ${lease}::bigint and paused_at is null`
}

/** Work that has ended this many processes is paused: the last of them while it was alone there. */
const MOST_ENDS = 2

/** Counts what a dead node was at, in the transaction that frees its work. Resolves with what is paused by that. */
export async function countEnds(sql: Queryable, lease: number): Promise<readonly WorkName[]> {
  return sql<WorkName[]>`
    with counted as (
      update work_start set lease = null, ends = ends + 1,
        paused_at = case when ends + 1 >= ${MOST_ENDS}::integer then now() end
      where lease = ${lease}::bigint
      returning kind, key, paused_at
    )
    select kind, key from counted where paused_at is not null`
}

/** Releases what a node worked on, when it signs off. */
export async function releaseWork(sql: Queryable, lease: number): Promise<void> {
  await sql`delete from work_start where lease = ${lease}::bigint and ends = 0`
  await sql`update work_start set lease = null where lease = ${lease}::bigint`
}

/** Work that ended processes and is not taken any more. */
export interface PausedWork extends WorkName {
  readonly pausedAt: Date
  /** How many processes it ended. */
  readonly ends: number
}

/** Paused work, that of the longest time first. */
export async function listPausedWork(sql: Queryable, limit: number): Promise<readonly PausedWork[]> {
  return sql<PausedWork[]>`
    select kind, key, paused_at as "pausedAt", ends from work_start where paused_at is not null
    order by paused_at, kind, key limit ${limit}::integer`
}

/** Forgets what is known about work. Resolves with whether it was paused. */
export async function forgetWork(sql: Queryable, { kind, key }: WorkName): Promise<boolean> {
  const [row] = await sql<{ paused_at: Date | null }[]>`
    delete from work_start where kind = ${kind} and key = ${key} returning paused_at`
  return row !== undefined && row.paused_at !== null
}

/** Forgets suspects that did not come again for a long time. */
export async function forgetOldSuspects(sql: Queryable): Promise<void> {
  await sql`
    delete from work_start where lease is null and paused_at is null and since < now() - interval '30 days'`
}
