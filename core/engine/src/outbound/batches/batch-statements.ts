import { numberArray, textArray, timeArray } from '../../database/arrays.ts'
import type { Queryable } from '../../database/database.ts'
import { limitHint } from '../../database/limit-hint.ts'
import type { RecordIds } from '../../database/record-ids.ts'
import { type Claim, claimRows } from '../../ownership/claim-rows.ts'
import type { OwnedTable } from '../../ownership/owned-table.ts'
import type { BulkName } from '../bulks/bulk-name.ts'
import type { NewBatch, OwnedBatch } from './batch.ts'

/**
 * Adds the batches in which messages are tried again, in the transaction that records their results; each message knows
 * its new batch.
 */
export async function addRepetitions(sql: Queryable, ids: RecordIds, batches: readonly NewBatch[]): Promise<void> {
  if (batches.length === 0) return
  const batchIds = await ids.take(batches.length)
  const smsIds = batches.flatMap((batch) => batch.smsIds)
  await sql`
    with added as (
      insert into batch (batch_id, route, priority, line, due_at, sms_ids, speed_id)
      select batch_id, route, priority, line, due_at, sms_ids::bigint[], speed_id
      from unnest(
        ${numberArray(batchIds)}::bigint[],
        ${textArray(batches.map((batch) => batch.route))}::text[],
        ${numberArray(batches.map((batch) => batch.priority))}::smallint[],
        ${numberArray(batches.map((batch) => batch.line))}::bigint[],
        ${timeArray(batches.map((batch) => batch.dueAt.getTime()))}::timestamptz[],
        ${textArray(batches.map((batch) => numberArray(batch.smsIds)))}::text[],
        ${numberArray(batches.map((batch) => batch.speedId))}::bigint[]
      ) as given (batch_id, route, priority, line, due_at, sms_ids, speed_id)
    ),
    repeated as materialized (
      select * from unnest(
        ${numberArray(smsIds)}::bigint[],
        ${numberArray(batches.flatMap(({ smsIds: own }, index) => own.map(() => batchIds[index] as number)))}::bigint[]
      ) as r (sms_id, batch_id)
      ${limitHint(sql, smsIds.length)}
    )
    update message_state set batch_id = repeated.batch_id
    from repeated where message_state.sms_id = repeated.sms_id`
}

/** Messages that wait for a network. */
export const BATCHES: OwnedTable = {
  name: 'batch',
  key: 'batch_id',
  columns:
    'batch.batch_id as "batchId", batch.route, batch.priority, batch.line, batch.due_at as "dueAt", batch.speed_id as "speedId", batch.sms_ids as "smsIds"',
  order: 'priority, "dueAt", "batchId"',
}

/** How much of a route and priority a node can take. */
export interface BatchDemand {
  readonly route: string
  readonly priority: number
  /** In messages. */
  readonly room: number
}

/** The most batches of one route and priority that one statement looks at. */
export const CLAIM_LIMIT = 64

/** Claims due batches for the holder of a lease, most urgent first; `given` is the place of a demand. */
export function claimBatches(
  sql: Queryable,
  lease: number,
  demands: readonly BatchDemand[],
): Promise<Claim<OwnedBatch>> {
  return claimRows<OwnedBatch>(sql, BATCHES, lease, {
    wanted: sql`
      unnest(
        ${numberArray(demands.map((_, index) => index))}::integer[],
        ${numberArray(demands.map(({ room }) => room))}::integer[],
        ${textArray(demands.map(({ route }) => route))}::text[],
        ${numberArray(demands.map(({ priority }) => priority))}::smallint[]
      ) as wanted (given, room, route, priority)`,
    where: sql`batch.route = wanted.route and batch.priority = wanted.priority and batch.cancelled_at is null`,
    size: sql`cardinality(batch.sms_ids)`,
    limit: CLAIM_LIMIT,
    set: sql`, client_id = null, bulk_id = null`,
  })
}

/** Removes batches whose messages are all settled. */
export async function removeBatches(sql: Queryable, lease: number, batchIds: readonly number[]): Promise<void> {
  await sql`
    delete from batch where batch_id = any(${numberArray(batchIds)}::bigint[]) and owner = ${lease}::bigint`
}

/** Where messages that are given back are to wait. */
export interface WaitingPlace {
  readonly route: string
  /** The bulk by which they are found, since something holds them; null: nothing does, or they belong to none. */
  readonly bulk: BulkName | null
  /** When they are due; null: as before. */
  readonly dueAt: Date | null
}

/** What is left of a batch when its node releases it. `route`: the one under which it is to wait. */
export interface ReturnedBatch extends OwnedBatch {
  /** Messages that the node keeps because a link has them and has not answered; empty when all go back. */
  readonly kept: readonly number[]
  /** See `WaitingPlace`; absent: null. */
  readonly bulk?: BulkName | null
  readonly dueLater?: Date | null
}

/**
 * Gives back what this node has not handed over, at its old place in its route or in another one. What it keeps stays
 * in the batch; the rest becomes a batch of its own. Doing it again, because the answer to the commit was lost, changes
 * nothing: what was split off is in the batch no more.
 */
export async function returnBatches(
  sql: Queryable,
  ids: RecordIds,
  lease: number,
  batches: readonly ReturnedBatch[],
): Promise<void> {
  const whole = batches.filter(({ kept }) => kept.length === 0)
  const split = batches.filter(({ kept }) => kept.length > 0)
  await sql`
    update batch set owner = null, starts = batch.starts - 1, route = given.route, sms_ids = given.sms_ids::bigint[],
      client_id = given.client_id, bulk_id = given.bulk_id, due_at = coalesce(given.due_at, batch.due_at)
    from unnest(
      ${numberArray(whole.map(({ batchId }) => batchId))}::bigint[],
      ${textArray(whole.map(({ route }) => route))}::text[],
      ${textArray(whole.map(({ smsIds }) => numberArray(smsIds)))}::text[],
      ${numberArray(whole.map(({ bulk }) => bulk?.clientId ?? null))}::bigint[],
      ${textArray(whole.map(({ bulk }) => bulk?.bulkId ?? null))}::text[],
      ${timeArray(whole.map(({ dueLater }) => dueLater?.getTime() ?? null))}::timestamptz[]
    ) as given (batch_id, route, sms_ids, client_id, bulk_id, due_at)
    where batch.batch_id = given.batch_id and batch.owner = ${lease}::bigint`
  if (split.length === 0) return
  await sql`
    with shrunk as (
      update batch set sms_ids = given.kept::bigint[]
      from unnest(
        ${numberArray(split.map(({ batchId }) => batchId))}::bigint[],
        ${numberArray(await ids.take(split.length))}::bigint[],
        ${textArray(split.map(({ route }) => route))}::text[],
        ${textArray(split.map(({ kept }) => numberArray(kept)))}::text[],
        ${textArray(split.map(({ smsIds }) => numberArray(smsIds)))}::text[],
        ${numberArray(split.map(({ bulk }) => bulk?.clientId ?? null))}::bigint[],
        ${textArray(split.map(({ bulk }) => bulk?.bulkId ?? null))}::text[],
        ${timeArray(split.map(({ dueLater }) => dueLater?.getTime() ?? null))}::timestamptz[]
      ) as given (batch_id, new_id, route, kept, sms_ids, client_id, bulk_id, due_at)
      where batch.batch_id = given.batch_id and batch.owner = ${lease}::bigint
        and batch.sms_ids && given.sms_ids::bigint[]
      returning given.new_id, given.route, batch.priority, batch.line, coalesce(given.due_at, batch.due_at) as due_at,
        given.sms_ids,
        batch.starts - 1 as starts, coalesce(batch.split_from, batch.batch_id) as split_from,
        given.client_id, given.bulk_id, batch.speed_id
    )
    insert into batch (batch_id, route, priority, line, due_at, sms_ids, starts, split_from, client_id, bulk_id, speed_id)
    select new_id, route, priority, line, due_at, sms_ids::bigint[], starts, split_from, client_id, bulk_id, speed_id
    from shrunk`
}
