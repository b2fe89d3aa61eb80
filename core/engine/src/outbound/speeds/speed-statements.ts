import type { SpeedLimit } from '@heliograph/contracts'
import { checkSpeedLimit } from '@heliograph/messaging'
import { among } from '../../database/among.ts'
import { numberArray, textArray } from '../../database/arrays.ts'
import type { Queryable, Transaction } from '../../database/database.ts'
import type { RecordIds } from '../../database/record-ids.ts'
import { storableText } from '../../database/storable-text.ts'
import type { BulkName } from '../bulks/bulk-name.ts'
import { parked, unparkedRoute, waitsForSpeed } from '../holds/parked-batches.ts'
import type { BulkSpeed, LetGo } from './bulk-speed.ts'
import type { SplitBatch, WaitingBatch } from './split-batches.ts'

/** Condition on a batch that waits for the speed limit of its bulk and is due. */
function isDue(sql: Queryable, now: number) {
  return sql`
    ${waitsForSpeed(sql)} and batch.cancelled_at is null and batch.move_to is null and batch.due_at <= ${new Date(now)}::timestamptz`
}

/**
 * Gives a bulk a speed limit, or another one. Resolves with what its batches name it by (`BatchPlace.speedId`). Throws
 * `invalid`/`bad-speed-limit` with `details`.
 */
export async function limitSpeed(
  sql: Queryable,
  { clientId, bulkId }: BulkName,
  limit: SpeedLimit,
  now: number,
): Promise<number> {
  checkSpeedLimit(limit)
  const { parts, seconds } = limit
  const at = new Date(now)
  const [row] = await sql<{ speedId: number }[]>`
    insert into bulk_speed as known (client_id, bulk_id, parts, seconds, next_at, look_at)
    values (
      ${clientId}::bigint, ${storableText(bulkId)}, ${parts}::integer, ${seconds}::integer, ${at}::timestamptz,
      ${at}::timestamptz
    )
    on conflict (client_id, bulk_id) do update set
      parts = excluded.parts, seconds = excluded.seconds, named_at = now(),
      next_at = case
        when (known.parts, known.seconds) = (excluded.parts, excluded.seconds) then known.next_at
        else least(known.next_at, excluded.next_at + interval '1 second' * excluded.seconds / excluded.parts)
      end,
      look_at = case
        when (known.parts, known.seconds) = (excluded.parts, excluded.seconds) then known.look_at
        else least(known.look_at, excluded.look_at)
      end
    returning speed_id as "speedId"`
  return (row as { speedId: number }).speedId
}

/** The most bulks that one look lets go of. */
const MOST_BULKS = 200

/** Finds limits by which some messages may be due; not those of paused bulks. */
export async function findSlow(sql: Queryable, now: number): Promise<readonly number[]> {
  const rows = await sql<{ speedId: number }[]>`
    select speed_id as "speedId" from bulk_speed
    where look_at <= ${new Date(now)}::timestamptz
      and exists (select from batch where batch.speed_id = bulk_speed.speed_id and ${isDue(sql, now)})
      and not exists (
        select from paused_bulk
        where paused_bulk.client_id = bulk_speed.client_id and paused_bulk.bulk_id = bulk_speed.bulk_id
      )
    order by look_at limit ${MOST_BULKS}::integer`
  return rows.map(({ speedId }) => speedId)
}

/**
 * Locks a limit; undefined when another node is at it, or has just been. The time in which nothing was due is not made
 * up for.
 */
export async function lockSpeed(tx: Transaction, speedId: number, now: number): Promise<BulkSpeed | undefined> {
  const firstDue = tx`
    select due_at from batch where batch.speed_id = bulk_speed.speed_id and ${isDue(tx, now)} order by sms_ids[1] limit 1`
  const [row] = await tx<{ parts: number; seconds: number; next_at: Date }[]>`
    select parts, seconds,
      greatest(next_at, (${firstDue})) as next_at
    from bulk_speed
    where speed_id = ${speedId}::bigint and look_at <= ${new Date(now)}::timestamptz
    for update skip locked`
  return row && { parts: row.parts, seconds: row.seconds, nextAt: row.next_at.getTime() }
}

/** Notes when the next part may go, and when nodes look for it. */
export async function noteRelease(tx: Transaction, speedId: number, nextAt: number, lookAt: number): Promise<void> {
  await tx`
    update bulk_speed set next_at = ${new Date(nextAt)}::timestamptz, look_at = ${new Date(lookAt)}::timestamptz
    where speed_id = ${speedId}::bigint`
}

export async function countLetGo(tx: Transaction, speedId: number, now: number): Promise<LetGo> {
  const [row] = await tx<LetGo[]>`
    select coalesce(sum(cardinality(sms_ids)), 0)::integer as all,
      coalesce(sum(cardinality(sms_ids)) filter (where owner is null), 0)::integer as waiting
    from batch
    where speed_id = ${speedId}::bigint and not ${parked(tx)} and cancelled_at is null
      and due_at <= ${new Date(now)}::timestamptz`
  return row as LetGo
}

/** Locks the next batches that wait for a speed limit, in the order in which their messages were accepted. */
export function lockWaiting(
  tx: Transaction,
  speedId: number,
  limit: number,
  now: number,
): PromiseLike<readonly WaitingBatch[]> {
  return tx<WaitingBatch[]>`
    select batch_id as "batchId", route, sms_ids as "smsIds" from batch
    where speed_id = ${speedId}::bigint and ${isDue(tx, now)}
    order by sms_ids[1] limit ${limit}::integer for update skip locked`
}

/** The parts of those of the messages that have not ended. */
export async function partsOf(tx: Transaction, smsIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await tx<{ sms_id: number; parts: number }[]>`
    select message.sms_id, message.parts::integer as parts from message
    left join lateral (
      select state from message_state where message_state.sms_id = message.sms_id limit 1
    ) as stored on true
    where ${among(tx, 'message.sms_id', smsIds)}
      and coalesce(stored.state in ('scheduled', 'queued', 'retrying'), true)`
  return new Map(rows.map(({ sms_id: smsId, parts }) => [smsId, parts]))
}

/** Gives messages the route of their links. What stays of a batch stays in it; the rest becomes one of its own. */
export async function giveRoute(tx: Transaction, ids: RecordIds, batches: readonly SplitBatch[]): Promise<void> {
  const whole = batches.filter(({ staying }) => staying.length === 0)
  const split = batches.filter(({ staying }) => staying.length > 0)
  if (whole.length > 0)
    await tx`
      update batch set route = given.route
      from unnest(
        ${numberArray(whole.map(({ batchId }) => batchId))}::bigint[],
        ${textArray(whole.map(({ route }) => unparkedRoute(route)))}::text[]
      ) as given (batch_id, route)
      where batch.batch_id = given.batch_id`
  if (split.length === 0) return
  await tx`
    with shrunk as (
      update batch set sms_ids = given.staying::bigint[]
      from unnest(
        ${numberArray(split.map(({ batchId }) => batchId))}::bigint[],
        ${numberArray(await ids.take(split.length))}::bigint[],
        ${textArray(split.map(({ route }) => unparkedRoute(route)))}::text[],
        ${textArray(split.map(({ staying }) => numberArray(staying)))}::text[],
        ${textArray(split.map(({ going }) => numberArray(going)))}::text[]
      ) as given (batch_id, new_id, route, staying, going)
      where batch.batch_id = given.batch_id
      returning given.new_id, given.route, given.going, batch.priority, batch.line, batch.due_at, batch.starts,
        batch.client_id, batch.bulk_id, batch.speed_id, coalesce(batch.split_from, batch.batch_id) as split_from
    )
    insert into batch (batch_id, route, priority, line, due_at, sms_ids, starts, client_id, bulk_id, speed_id, split_from)
    select new_id, route, priority, line, due_at, going::bigint[], starts, client_id, bulk_id, speed_id, split_from
    from shrunk`
}

/** How long a limit is kept once nothing waits for it: requests of the same bulk may follow. */
const KEPT_HOURS = 24

/** Forgets limits of bulks of which nothing is left. */
export async function forgetSpeeds(sql: Queryable): Promise<void> {
  await sql`
    delete from bulk_speed
    where greatest(named_at, next_at) < now() - ${KEPT_HOURS}::integer * interval '1 hour'
      and not exists (select from batch where batch.speed_id = bulk_speed.speed_id)`
}
