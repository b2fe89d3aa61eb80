import type { Queryable } from '../../database/database.ts'
import { type BulkName, ofBulk } from '../bulks/bulk-name.ts'

/** A bulk that its client has paused. */
export interface PausedBulk extends BulkName {
  readonly pauseId: number
}

/** All of which nothing may be handed over, those that are being cancelled as well. */
export async function listPausedBulks(sql: Queryable): Promise<readonly PausedBulk[]> {
  return sql<PausedBulk[]>`
    select pause_id as "pauseId", client_id as "clientId", bulk_id as "bulkId" from paused_bulk order by pause_id`
}

/** Has no effect on a bulk that is paused. */
export async function addPause(sql: Queryable, { clientId, bulkId }: BulkName): Promise<void> {
  await sql`
    insert into paused_bulk (client_id, bulk_id) values (${clientId}::bigint, ${bulkId})
    on conflict (client_id, bulk_id) do update set cancelled_at = null, paused_at = now()
    where paused_bulk.cancelled_at is not null`
}

/** Resolves with whether it was paused. */
export async function removePause(sql: Queryable, bulk: BulkName): Promise<boolean> {
  const { count } = await sql`delete from paused_bulk where ${ofBulk(sql, bulk)} and cancelled_at is null`
  return count > 0
}

export async function isPaused(sql: Queryable, bulk: BulkName): Promise<boolean> {
  const [row] = await sql`select from paused_bulk where ${ofBulk(sql, bulk)} and cancelled_at is null`
  return row !== undefined
}

/**
 * Notes that a paused bulk is cancelled: it stays paused until all that waits of it has ended. Resolves with whether it
 * was paused.
 */
export async function cancelPause(sql: Queryable, bulk: BulkName): Promise<boolean> {
  const { count } = await sql`
    update paused_bulk set cancelled_at = now() where ${ofBulk(sql, bulk)} and cancelled_at is null`
  return count > 0
}

/** Paused bulks that have been cancelled. */
export async function listCancelledPauses(sql: Queryable): Promise<readonly BulkName[]> {
  return sql<BulkName[]>`
    select client_id as "clientId", bulk_id as "bulkId" from paused_bulk where cancelled_at is not null
    order by cancelled_at`
}

/**
 * How long a cancelled bulk stays paused: until every node that had messages of it in memory has given them back, and
 * they have been ended.
 */
const CANCELLED_SECONDS = 60

/** After this time in a row without a message of it that could still go, a pause is forgotten. */
const FORGOTTEN_DAYS = 30

/** Forgets pauses that hold nothing any more. */
export async function forgetPauses(sql: Queryable): Promise<void> {
  await sql`
    delete from paused_bulk
    where cancelled_at < now() - ${CANCELLED_SECONDS}::integer * interval '1 second'
      or (
        paused_at < now() - ${FORGOTTEN_DAYS}::integer * interval '1 day'
        and not exists (
          select from batch
          where batch.client_id = paused_bulk.client_id and batch.bulk_id = paused_bulk.bulk_id
            and coalesce(move_to, due_at) > now() - ${FORGOTTEN_DAYS}::integer * interval '1 day'
        )
      )`
}
