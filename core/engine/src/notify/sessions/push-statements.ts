import { TOPICS } from '../../database/announcement-topics.ts'
import { numberArray, textArray } from '../../database/arrays.ts'
import type { Queryable } from '../../database/database.ts'
import { claimRows } from '../../ownership/claim-rows.ts'
import type { Fragment, OwnedTable } from '../../ownership/owned-table.ts'
import { formatContent, parseContent, type StoredPush } from './push-content.ts'

/** What waits for a session of its client. */
export const PUSHES: OwnedTable = {
  name: 'push',
  key: 'push_id',
  columns: 'push.push_id, push.user_id, push.starts, push.content, push.due_at',
  order: 'due_at, push_id',
  lostAfterMs: 5_000,
  wake: (sql) => announced(sql, sql`select user_id from freed`),
}

/** A push with the lease under which this node has it; null when any node may. */
export interface NewPush extends StoredPush {
  readonly owner: number | null
}

/**
 * Stores pushes. Those that no node has claimed are announced with the commit to nodes that have receivers of their
 * users.
 */
export async function insertPushes(sql: Queryable, pushes: readonly NewPush[]): Promise<void> {
  if (pushes.length === 0) return
  const isFree = pushes.some((push) => push.owner === null)
  const added = sql`
    insert into push (push_id, user_id, owner, starts, content)
    select * from unnest(
      ${numberArray(pushes.map((push) => push.pushId))}::bigint[],
      ${numberArray(pushes.map((push) => push.userId))}::bigint[],
      ${numberArray(pushes.map((push) => push.owner))}::bigint[],
      ${numberArray(pushes.map((push) => push.starts))}::smallint[],
      ${textArray(pushes.map((push) => formatContent(push.content)))}::text[]
    )`
  if (isFree) {
    await sql`
      with added as (${added} returning user_id, owner),
      ${announced(sql, sql`select user_id from added where owner is null`)}
      select count(*) from woken`
  } else await added
}

/**
 * The table `woken` of a statement, which has to read it. A notification costs every commit a lock, so only users with
 * a receiver somewhere are announced.
 */
function announced(sql: Queryable, users: Fragment): Fragment {
  return sql`
    woken as (
      select pg_notify('heliograph', ${TOPICS.pushes} || ' ' || free.user_id)
      from (select distinct user_id from (${users}) as given) as free
      where exists (select from session_bind where session_bind.user_id = free.user_id and session_bind.is_receiver)
    )`
}

/** How many pushes of a user a node wants. */
export interface PushDemand {
  readonly userId: number
  readonly room: number
}

/** A push as a node takes it. */
export interface PushRow {
  readonly push_id: number
  readonly user_id: number
  readonly starts: number
  readonly content: string
}

/** Claims due pushes for the holder of a lease, those that have been due for longest first. */
export async function claimPushes(
  sql: Queryable,
  lease: number,
  demands: readonly PushDemand[],
): Promise<{ readonly pushes: readonly StoredPush[]; readonly mayHaveMore: ReadonlySet<number> }> {
  const { rows, mayHaveMore } = await claimRows<PushRow>(sql, PUSHES, lease, {
    wanted: sql`
      unnest(
        ${numberArray(demands.map(({ userId }) => userId))}::bigint[],
        ${numberArray(demands.map(({ room }) => room))}::integer[]
      ) as wanted (given, room)`,
    where: sql`push.user_id = wanted.given`,
    limit: Math.max(...demands.map(({ room }) => room)),
  })
  return { pushes: rows.map(toStored), mayHaveMore }
}

export function toStored(row: PushRow): StoredPush {
  const { push_id: pushId, user_id: userId, starts, content } = row
  return { pushId, userId, starts, content: parseContent(content) }
}

/** Removes pushes that are done, even those that another node has claimed by now: the client has taken them. */
export async function removePushes(sql: Queryable, pushIds: readonly number[]): Promise<void> {
  await sql`delete from push where push_id = any(${numberArray(pushIds)}::bigint[])`
}
