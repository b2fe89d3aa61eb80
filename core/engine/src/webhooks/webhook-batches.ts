import { numberArray, textArray } from '../database/arrays.ts'
import type { Queryable } from '../database/database.ts'
import { leaseHolder } from '../database/lease-holder.ts'
import { wakeJobs } from './webhook-job.ts'

/** A batch as it lies in the table. */
export interface WebhookBatch {
  readonly batchId: number
  readonly webhookIds: readonly number[]
  /** Attempts that had been made at each of them; what has more by now is settled. */
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

/** Batches that one look claims at most. */
const CLAIM_LIMIT = 16

/** What a node can take. */
export interface WebhookAppetite {
  /** Webhooks. */
  readonly room: number
  /** Endpoints that can take no more: what waits for them stays, unless it has waited for too long. */
  readonly without: readonly string[]
  readonly giveUpHours: number
}

/**
 * Claims due batches for the holder of a lease, the earliest due first, as many as there is room for and one more than fits. Of what waits for one endpoint alone it takes one
 * batch at a time, so that a look is not spent on an endpoint that fails. Takes nothing once the lease has gone.
 */
export async function claimWebhooks(
  sql: Queryable,
  lease: number,
  { room, without, giveUpHours }: WebhookAppetite,
): Promise<readonly WebhookBatch[]> {
  const rows = await sql<BatchRow[]>`
    with ${leaseHolder(sql, lease)},
    found as materialized (
      select batch_id, endpoint, due_at, cardinality(webhook_ids) as size from webhook_batch
      where owner is null and due_at <= now()
        and (
          endpoint is null or endpoint <> all(${textArray(without)}::text[])
          or since < now() - ${giveUpHours}::float8 * interval '1 hour'
        )
        and exists (select from holder)
      order by due_at, batch_id limit ${sql.unsafe(String(CLAIM_LIMIT))} for update skip locked
    ),
    placed as (
      select batch_id, endpoint,
        sum(size) over (order by due_at, batch_id) - size as before,
        row_number() over (partition by endpoint order by due_at, batch_id) as turn
      from found
    ),
    claimed as (
      update webhook_batch set owner = ${lease}::bigint
      from placed
      where webhook_batch.batch_id = placed.batch_id and placed.before < ${room}::integer
        and (placed.endpoint is null or placed.turn = 1)
      returning webhook_batch.*
    )
    select batch_id, webhook_ids, attempts, endpoint, since from claimed order by due_at, batch_id`
  return rows.map(toBatch)
}

/** How old a batch has to be before it counts as lost: by then a commit that stored it has been heard of, if it ever will be. */
const LOST_SECONDS = 5

/** Batches that the database says this node owns and that are not among those it holds: the answer to a commit was lost. */
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

/** Frees all that the holders of leases owned and wakes nodes for it: they are dead or shutting down. What was recorded of it is passed over by who takes it. */
export async function freeWebhooks(sql: Queryable, leases: readonly number[]): Promise<void> {
  await sql`
    with freed as (
      update webhook_batch set owner = null where owner = any(${numberArray(leases)}::bigint[]) returning due_at
    ),
    ${wakeJobs(sql, sql`select now() as due_at from freed`)}
    select count(*) from woken`
}
