import { textArray } from '../../database/arrays.ts'
import type { Queryable } from '../../database/database.ts'
import { claimRows } from '../../ownership/claim-rows.ts'
import type { OwnedTable } from '../../ownership/owned-table.ts'
import { wakeJobs } from './webhook-job.ts'

/** Webhooks that wait for an attempt. */
export const WEBHOOK_BATCHES: OwnedTable = {
  name: 'webhook_batch',
  key: 'batch_id',
  columns:
    'webhook_batch.batch_id, webhook_batch.due_at, webhook_batch.webhook_ids, webhook_batch.attempts, webhook_batch.endpoint, webhook_batch.since',
  order: 'due_at, batch_id',
  lostAfterMs: 5_000,
  wake: (sql) => wakeJobs(sql, sql`select now() as due_at from freed`),
}

/** A batch as it is stored. */
export interface WebhookBatch {
  readonly batch_id: number
  readonly webhook_ids: number[]
  /** Attempts that had been made at each webhook; one with more by now is settled. */
  readonly attempts: number
  readonly endpoint: string | null
  readonly since: Date
}

/** The most batches for any endpoint that one look claims. */
const CLAIM_LIMIT = 16

/**
 * Claims due batches that are for any endpoint, for the holder of a lease, the earliest due first.
 *
 * @param room in webhooks
 */
export async function claimWebhooks(sql: Queryable, lease: number, room: number): Promise<readonly WebhookBatch[]> {
  const { rows } = await claimRows<WebhookBatch>(sql, WEBHOOK_BATCHES, lease, {
    wanted: sql`(values (0, ${room}::integer)) as wanted (given, room)`,
    where: sql`webhook_batch.endpoint is null`,
    size: sql`cardinality(webhook_batch.webhook_ids)`,
    limit: CLAIM_LIMIT,
  })
  return rows
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
  const { rows } = await claimRows<WebhookBatch>(sql, WEBHOOK_BATCHES, lease, {
    tables: sql`
      ${endpoints === null ? everyEndpoint(sql) : sql`every as (select unnest(${textArray(endpoints)}::text[]) as endpoint)`},
      wanted as materialized (
        select 0 as given, ${room}::integer as room, every.endpoint
        from every
        cross join lateral (
          select due_at, since < now() - ${giveUpHours}::float8 * interval '1 hour' as is_over from webhook_batch
          where owner is null and webhook_batch.endpoint = every.endpoint
          order by batch_id limit 1
        ) as oldest
        where oldest.is_over or (oldest.due_at <= now() and every.endpoint <> all(${textArray(without)}::text[]))
      ),`,
    wanted: sql`wanted`,
    where: sql`webhook_batch.endpoint = wanted.endpoint`,
    isDue: sql`true`,
    first: sql`webhook_batch.batch_id`,
    size: sql`cardinality(webhook_batch.webhook_ids)`,
    limit: 1,
  })
  return rows
}

/** Endpoints from one on and below another, in the order of their octets. */
export interface EndpointBounds {
  readonly from: string
  readonly below: string
}

/**
 * The table `every`: each endpoint that something waits for, found by going from one to the next; with bounds, those
 * within them.
 */
export function everyEndpoint(sql: Queryable, bounds?: EndpointBounds) {
  const isFirst = bounds
    ? sql`endpoint >= ${bounds.from}::text and endpoint < ${bounds.below}::text`
    : sql`endpoint is not null`
  const isWithin = bounds ? sql` and later.endpoint < ${bounds.below}::text` : sql``
  return sql`
    every as (
      (
        select endpoint from webhook_batch where owner is null and ${isFirst} order by endpoint limit 1
      )
      union all
      select (
        select later.endpoint from webhook_batch as later
        where later.owner is null and later.endpoint > every.endpoint${isWithin} order by later.endpoint limit 1
      )
      from every where every.endpoint is not null
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
