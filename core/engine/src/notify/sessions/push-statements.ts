import { TOPICS } from '../../database/announcement-topics.ts'
import { numberArray, textArray } from '../../database/arrays.ts'
import type { Queryable } from '../../database/database.ts'
import { formatContent, parseContent, type StoredPush } from './push-content.ts'

/** A push with the node that may hand it over, null when any may. */
export interface NewPush extends StoredPush {
  readonly nodeId: string | null
}

/**
 * Stores pushes. Those that no node has claimed are announced with the commit to nodes that have receivers of their
 * users.
 */
export async function insertPushes(sql: Queryable, pushes: readonly NewPush[]): Promise<void> {
  if (pushes.length === 0) return
  const isFree = pushes.some((push) => push.nodeId === null)
  const added = sql`
    insert into push (push_id, user_id, node_id, content)
    select * from unnest(
      ${numberArray(pushes.map((push) => push.pushId))}::bigint[],
      ${numberArray(pushes.map((push) => push.userId))}::bigint[],
      ${textArray(pushes.map((push) => push.nodeId))}::uuid[],
      ${textArray(pushes.map((push) => formatContent(push.content)))}::text[]
    )`
  if (isFree) {
    await sql`
      with added as (${added} returning user_id, node_id),
      free as (select distinct user_id from added where node_id is null)
      ${announce(sql)}`
  } else await added
}

/** A notification costs every commit a lock, so only users with a receiver somewhere are announced. */
function announce(sql: Queryable) {
  return sql`
    select pg_notify('heliograph', ${TOPICS.pushes} || ' ' || free.user_id) from free
    where exists (select from session_bind where session_bind.user_id = free.user_id and session_bind.is_receiver)`
}

/** How many pushes of a user a node wants. */
export interface Appetite {
  readonly userId: number
  readonly room: number
}

interface ClaimedRow {
  readonly push_id: number
  readonly user_id: number
  readonly tries: number
  readonly content: string
}

/** Claims due pushes for a node, oldest first. */
export async function claimPushes(
  sql: Queryable,
  nodeId: string,
  appetites: readonly Appetite[],
): Promise<readonly StoredPush[]> {
  const rows = await sql<ClaimedRow[]>`
    with picked as materialized (
      select chosen.push_id
      from unnest(
        ${numberArray(appetites.map(({ userId }) => userId))}::bigint[],
        ${numberArray(appetites.map(({ room }) => room))}::integer[]
      ) as wanted (user_id, room)
      cross join lateral (
        select push_id from push
        where push.user_id = wanted.user_id and push.node_id is null and push.due_at <= now()
        order by push_id limit wanted.room for update skip locked
      ) as chosen
    )
    update push set node_id = ${nodeId}::uuid
    from picked where push.push_id = picked.push_id
    returning push.push_id, push.user_id, push.tries, push.content`
  return rows
    .map((row) => ({
      pushId: row.push_id,
      userId: row.user_id,
      tries: row.tries,
      content: parseContent(row.content),
    }))
    .sort((a, b) => a.pushId - b.pushId)
}

/** Removes pushes that are done, even those that another node has claimed by now: the client has taken them. */
export async function removePushes(sql: Queryable, pushIds: readonly number[]): Promise<void> {
  await sql`delete from push where push_id = any(${numberArray(pushIds)}::bigint[])`
}

/** A push to be given back. */
export interface Release {
  readonly pushId: number
  /** How long to wait before the next try; null when it was not tried. */
  readonly retryInMs: number | null
}

/** Gives back pushes that a node has claimed and does not hand over now. */
export async function releasePushes(sql: Queryable, nodeId: string, releases: readonly Release[]): Promise<void> {
  await sql`
    with freed as (
      update push set
        node_id = null, tries = push.tries + given.tries, due_at = now() + given.delay_ms * interval '1 millisecond'
      from unnest(
        ${numberArray(releases.map(({ pushId }) => pushId))}::bigint[],
        ${numberArray(releases.map(({ retryInMs }) => (retryInMs === null ? 0 : 1)))}::smallint[],
        ${numberArray(releases.map(({ retryInMs }) => retryInMs ?? 0))}::integer[]
      ) as given (push_id, tries, delay_ms)
      where push.push_id = given.push_id and push.node_id = ${nodeId}::uuid
      returning push.user_id, given.tries
    ),
    free as (select distinct user_id from freed where tries = 0)
    ${announce(sql)}`
}

/** Frees everything that dead or stopping nodes have claimed. */
export async function freeClaims(sql: Queryable, nodeIds: readonly string[]): Promise<void> {
  await sql`
    with freed as (
      update push set node_id = null where node_id = any(${textArray(nodeIds)}::uuid[]) returning user_id
    ),
    free as (select distinct user_id from freed)
    ${announce(sql)}`
}

/**
 * Frees what a living node claimed some time ago but does not have, because the connection broke between a commit and
 * its answer. Resolves with the number freed.
 */
export async function freeLostClaims(
  sql: Queryable,
  nodeId: string,
  held: readonly number[],
  afterMs: number,
): Promise<number> {
  const rows = await sql`
    update push set node_id = null
    where node_id = ${nodeId}::uuid and created_at < now() - ${afterMs}::integer * interval '1 millisecond'
      and push_id <> all(${numberArray(held)}::bigint[])
    returning 1`
  return rows.length
}
