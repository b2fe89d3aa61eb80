import { numberArray, textArray } from '../../database/arrays.ts'
import type { Queryable } from '../../database/database.ts'
import { leaseHolder } from '../../ownership/lease-holder.ts'
import { wakeJobs } from './webhook-job.ts'

/** A batch as it is stored. */
export interface WebhookBatch {
  readonly batchId: number
  readonly webhookIds: readonly number[]
  /** Attempts that had been made at each webhook; one with more by now is settled. */
  readonly attempts: number
  readonly endpoint: string | null
  readonly since: Date
}

interface BatchRow {
  readonly batch_id: number
  readonly webhook_ids: number[]
  readonly attempts: number
  readonly endpoint: string | null
  readonly since: Date
}

/** The most batches for any endpoint that one look claims. */
const CLAIM_LIMIT = 16

/**
 * Claims due batches that are for any endpoint, for the holder of a lease: the earliest due first, as many as fit and
 * one more. Takes nothing once the lease is gone.
 *
 * @param room in webhooks
 */
export async function claimWebhooks(sql: Queryable, lease: number, room: number): Promise<readonly WebhookBatch[]> {
  const rows = await sql<BatchRow[]>`
    with ${leaseHolder(sql, lease)},
    found as materialized (
      select batch_id, due_at, cardinality(webhook_ids) as size from webhook_batch
      where owner is null and endpoint is null and due_at <= now() and exists (select from holder)
      order by due_at, batch_id limit ${sql.unsafe(String(CLAIM_LIMIT))} for update skip locked
    ),
    ${claimed(sql, lease, room)}
    select batch_id, webhook_ids, attempts, endpoint, since from claimed order by due_at, batch_id`
  return rows.map(toBatch)
}

/** How much a node can take, and for which endpoints. */
export interface EndpointAppetite {
  /** In webhooks. */
  readonly room: number
  /** The endpoints to look at; null for all that something waits for. */
  readonly endpoints: readonly string[] | null
  /** The endpoints among them that can take no more. */
  readonly without: readonly string[]
  /** What has waited longer than this is taken whether or not its endpoint can take it. */
  readonly giveUpHours: number
}

/**
 * The same for batches that wait for one endpoint alone: the first batch of each endpoint, if it is due. The index is
 * entered a few times for each endpoint, however much waits there.
 */
export async function claimForEndpoints(
  sql: Queryable,
  lease: number,
  { room, endpoints, without, giveUpHours }: EndpointAppetite,
): Promise<readonly WebhookBatch[]> {
  const rows = await sql<BatchRow[]>`
    with recursive ${leaseHolder(sql, lease)},
    ${endpoints === null ? everyEndpoint(sql) : sql`every as (select unnest(${textArray(endpoints)}::text[]) as endpoint)`},
    eligible as materialized (
      select every.endpoint
      from every
      cross join lateral (
        select due_at, since < now() - ${giveUpHours}::float8 * interval '1 hour' as is_over from webhook_batch
        where owner is null and webhook_batch.endpoint = every.endpoint
        order by batch_id limit 1
      ) as oldest
      where oldest.is_over or (oldest.due_at <= now() and every.endpoint <> all(${textArray(without)}::text[]))
    ),
    found as materialized (
      select waiting.* from eligible
      cross join lateral (
        select batch_id, due_at, cardinality(webhook_ids) as size from webhook_batch
        where owner is null and webhook_batch.endpoint = eligible.endpoint
        order by batch_id limit 1 for update skip locked
      ) as waiting
      where exists (select from holder)
    ),
    ${claimed(sql, lease, room)}
    select batch_id, webhook_ids, attempts, endpoint, since from claimed order by batch_id`
  return rows.map(toBatch)
}

/** The table `every`: each endpoint that something waits for, found by going from one to the next. */
function everyEndpoint(sql: Queryable) {
  return sql`
    every as (
      (
        select endpoint from webhook_batch where owner is null and endpoint is not null order by endpoint limit 1
      )
      union all
      select (
        select later.endpoint from webhook_batch as later
        where later.owner is null and later.endpoint > every.endpoint order by later.endpoint limit 1
      )
      from every where every.endpoint is not null
    )`
}

/** The table `claimed`, of the batches in `found` that there is room for. */
function claimed(sql: Queryable, lease: number, room: number) {
  return sql`
    placed as (
      select batch_id, sum(size) over (order by due_at, batch_id) - size as before from found
    ),
    claimed as (
      update webhook_batch set owner = ${lease}::bigint
      from placed
      where webhook_batch.batch_id = placed.batch_id and placed.before < ${room}::integer
      returning webhook_batch.*
    )`
}

/** Counts the endpoints for which something waits until the next probe. */
export async function countPausedEndpoints(sql: Queryable): Promise<number> {
  const [row] = await sql<{ endpoints: number }[]>`
    with recursive ${everyEndpoint(sql)}
    select count(*) as endpoints from every
    cross join lateral (
      select due_at from webhook_batch where owner is null and webhook_batch.endpoint = every.endpoint
      order by batch_id desc limit 1
    ) as newest
    where newest.due_at > now()`
  return row?.endpoints ?? 0
}

/**
 * How old a batch has to be before it counts as lost: by then the node has heard of the commit that stored it, if it
 * ever will.
 */
const LOST_SECONDS = 5

/** Finds batches that this node owns in the database but does not hold, because the answer to a commit was lost. */
export async function findOwnedWebhooks(
  sql: Queryable,
  lease: number,
  held: readonly number[],
): Promise<readonly WebhookBatch[]> {
  const rows = await sql<BatchRow[]>`
    select batch_id, webhook_ids, attempts, endpoint, since from webhook_batch
    where owner = ${lease}::bigint and batch_id <> all(${numberArray(held)}::bigint[])
      and due_at < now() - ${LOST_SECONDS}::integer * interval '1 second'
    order by due_at, batch_id`
  return rows.map(toBatch)
}

function toBatch(row: BatchRow): WebhookBatch {
  const { batch_id: batchId, webhook_ids: webhookIds, attempts, endpoint, since } = row
  return { batchId, webhookIds, attempts, endpoint, since }
}

/**
 * Frees everything that dead or stopping holders of leases owned, and wakes nodes for it. The node that takes it skips
 * what has been recorded.
 */
export async function freeWebhooks(sql: Queryable, leases: readonly number[]): Promise<void> {
  await sql`
    with freed as (
      update webhook_batch set owner = null where owner = any(${numberArray(leases)}::bigint[]) returning due_at
    ),
    ${wakeJobs(sql, sql`select now() as due_at from freed`)}
    select count(*) from woken`
}
