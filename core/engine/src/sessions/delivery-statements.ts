import { TOPICS } from '../database/announcement-topics.ts'
import { numberArray, textArray } from '../database/arrays.ts'
import type { Queryable } from '../database/database.ts'
import { formatContent, parseContent, type StoredDelivery } from './delivery-content.ts'

/** A delivery with the node that may hand it over, null when any may. */
export interface NewDelivery extends StoredDelivery {
  readonly nodeId: string | null
}

/** Stores deliveries. Nodes with receivers of users whose deliveries no node has claimed are told with the commit. */
export async function insertDeliveries(sql: Queryable, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return
  const isFree = deliveries.some((delivery) => delivery.nodeId === null)
  const added = sql`
    insert into delivery (delivery_id, user_id, node_id, content)
    select * from unnest(
      ${numberArray(deliveries.map((delivery) => delivery.deliveryId))}::bigint[],
      ${numberArray(deliveries.map((delivery) => delivery.userId))}::bigint[],
      ${textArray(deliveries.map((delivery) => delivery.nodeId))}::uuid[],
      ${textArray(deliveries.map((delivery) => formatContent(delivery.content)))}::text[]
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
    select pg_notify('heliograph', ${TOPICS.deliveries} || ' ' || free.user_id) from free
    where exists (select from session_bind where session_bind.user_id = free.user_id and session_bind.is_receiver)`
}

/** How many deliveries of a user a node wants. */
export interface Appetite {
  readonly userId: number
  readonly room: number
}

interface ClaimedRow {
  readonly delivery_id: number
  readonly user_id: number
  readonly tries: number
  readonly content: string
}

/** Claims due deliveries for a node, oldest first. */
export async function claimDeliveries(
  sql: Queryable,
  nodeId: string,
  appetites: readonly Appetite[],
): Promise<readonly StoredDelivery[]> {
  const rows = await sql<ClaimedRow[]>`
    with picked as materialized (
      select chosen.delivery_id
      from unnest(
        ${numberArray(appetites.map(({ userId }) => userId))}::bigint[],
        ${numberArray(appetites.map(({ room }) => room))}::integer[]
      ) as wanted (user_id, room)
      cross join lateral (
        select delivery_id from delivery
        where delivery.user_id = wanted.user_id and delivery.node_id is null and delivery.due_at <= now()
        order by delivery_id limit wanted.room for update skip locked
      ) as chosen
    )
    update delivery set node_id = ${nodeId}::uuid
    from picked where delivery.delivery_id = picked.delivery_id
    returning delivery.delivery_id, delivery.user_id, delivery.tries, delivery.content`
  return rows
    .map((row) => ({
      deliveryId: row.delivery_id,
      userId: row.user_id,
      tries: row.tries,
      content: parseContent(row.content),
    }))
    .sort((a, b) => a.deliveryId - b.deliveryId)
}

/** Removes deliveries that have come to their end. Those that another node has claimed by now go too: they were taken. */
export async function removeDeliveries(sql: Queryable, deliveryIds: readonly number[]): Promise<void> {
  await sql`delete from delivery where delivery_id = any(${numberArray(deliveryIds)}::bigint[])`
}

/** A delivery to be given back. */
export interface Release {
  readonly deliveryId: number
  /** How long to wait with the next try; null when it was not tried. */
  readonly retryInMs: number | null
}

/** Gives back deliveries that a node has claimed and does not hand over now. */
export async function releaseDeliveries(sql: Queryable, nodeId: string, releases: readonly Release[]): Promise<void> {
  await sql`
    with freed as (
      update delivery set
        node_id = null, tries = delivery.tries + given.tries, due_at = now() + given.delay_ms * interval '1 millisecond'
      from unnest(
        ${numberArray(releases.map(({ deliveryId }) => deliveryId))}::bigint[],
        ${numberArray(releases.map(({ retryInMs }) => (retryInMs === null ? 0 : 1)))}::smallint[],
        ${numberArray(releases.map(({ retryInMs }) => retryInMs ?? 0))}::integer[]
      ) as given (delivery_id, tries, delay_ms)
      where delivery.delivery_id = given.delivery_id and delivery.node_id = ${nodeId}::uuid
      returning delivery.user_id, given.tries
    ),
    free as (select distinct user_id from freed where tries = 0)
    ${announce(sql)}`
}

/** Frees everything that nodes have claimed: they are dead or shutting down. */
export async function freeClaims(sql: Queryable, nodeIds: readonly string[]): Promise<void> {
  await sql`
    with freed as (
      update delivery set node_id = null where node_id = any(${textArray(nodeIds)}::uuid[]) returning user_id
    ),
    free as (select distinct user_id from freed)
    ${announce(sql)}`
}

/**
 * Frees what a living node claimed some time ago and does not have: the connection broke between a commit and its answer. Resolves with how many.
 */
export async function freeLostClaims(
  sql: Queryable,
  nodeId: string,
  held: readonly number[],
  afterMs: number,
): Promise<number> {
  const rows = await sql`
    update delivery set node_id = null
    where node_id = ${nodeId}::uuid and created_at < now() - ${afterMs}::integer * interval '1 millisecond'
      and delivery_id <> all(${numberArray(held)}::bigint[])
    returning 1`
  return rows.length
}
