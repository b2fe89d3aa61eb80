import type { Sql } from '../../database/database.ts'
import { RANGE_LOCK } from './range-lock.ts'

/** Pages of keys that one call looks at; the next call continues. */
const KEY_PAGES = 400

interface Range {
  readonly from_id: number
  readonly to_id: number
}

/**
 * Drops ranges that are older than the retention and have nothing open in them any more. Resolves with the first ids of
 * the ranges whose partitions are gone.
 *
 * Nothing else has to wait for it: partitions are detached without a lock that other statements would wait for, and
 * keys are removed in small pages. When it is cut off, the next run continues from there. Does nothing while another
 * node is at the same work.
 */
export async function dropOldRanges(sql: Sql, retentionDays: number): Promise<readonly number[]> {
  // A connection of its own: partitions are detached outside of transactions, so the lock has to belong to the session.
  const own = await sql.reserve()
  try {
    const [lock] = await own<{ locked: boolean }[]>`select pg_try_advisory_lock(${RANGE_LOCK}::bigint) as locked`
    if (!lock?.locked) return []
    try {
      const dropped: number[] = []
      for (const { from_id: from, to_id: to } of await findDroppable(own, retentionDays)) {
        await dropPartitions(own, from)
        await own`delete from conversation where newest_id >= ${from}::bigint and newest_id < ${to}::bigint`
        await own`update id_range set dropped_at = now() where from_id = ${from}::bigint`
        dropped.push(from)
      }
      await removeKeys(own)
      return dropped
    } finally {
      await own`select pg_advisory_unlock(${RANGE_LOCK}::bigint)`
    }
  } finally {
    own.release()
  }
}

/**
 * A message that is not final is in `validity_check` when it has times of its own, and otherwise once the watermark has
 * passed it: a range that has no check and nothing above the watermark has only final messages.
 */
function findDroppable(sql: Sql, retentionDays: number): PromiseLike<readonly Range[]> {
  return sql<Range[]>`
    select id_range.from_id, id_range.to_id
    from id_range
    cross join deployment
    left join lateral (
      select sms_id from validity_check
      where validity_check.sms_id >= id_range.from_id and validity_check.sms_id < id_range.to_id limit 1
    ) as open on true
    left join lateral (
      select sms_id from message
      where message.sms_id >= id_range.from_id and message.sms_id < id_range.to_id
        and message.sms_id > deployment.validity_watermark
      limit 1
    ) as unseen on true
    where id_range.closed_at < now() - ${retentionDays}::integer * interval '1 day' and id_range.dropped_at is null
      and open.sms_id is null and unseen.sms_id is null
    order by id_range.from_id`
}

interface Partition {
  readonly parent: string
  readonly name: string
  /** Null: it is detached already. */
  readonly is_detaching: boolean | null
}

async function dropPartitions(sql: Sql, fromId: number): Promise<void> {
  for (const { parent, name, is_detaching: isDetaching } of await findPartitions(sql, fromId)) {
    // Waits for running statements without blocking new ones; a detach that was cut off while it waited has to be
    // finalized.
    if (isDetaching !== null) {
      await sql`
        alter table ${sql(parent)} detach partition ${sql(name)} ${isDetaching ? sql`finalize` : sql`concurrently`}`.simple()
    }
    await sql`drop table ${sql(name)}`.simple()
  }
}

/** Messages first: without its state a message would look as if it had never been sent. */
function findPartitions(sql: Sql, fromId: number): PromiseLike<readonly Partition[]> {
  return sql<Partition[]>`
    select parent.relname as parent, child.relname as name, pg_inherits.inhdetachpending as is_detaching
    from pg_class as parent
    join pg_class as child
      on child.relnamespace = parent.relnamespace and child.relname = parent.relname || '_' || ${fromId}::bigint
    left join pg_inherits on pg_inherits.inhrelid = child.oid
    where parent.relkind = 'p' and parent.relnamespace = current_schema()::regnamespace
    order by parent.relname <> 'message', parent.relname`
}

/** Goes through the ids that clients gave, page by page, for each range whose partitions are gone. */
async function removeKeys(sql: Sql): Promise<void> {
  const ranges = await sql<Range[]>`select from_id, to_id from id_range where dropped_at is not null order by from_id`
  let pages = 0
  for (const range of ranges) {
    while (await removeKeyPage(sql, range)) {
      pages += 1
      if (pages === KEY_PAGES) return
    }
    await sql`delete from id_range where from_id = ${range.from_id}::bigint`
  }
}

/**
 * Removes the keys of a range on the next page, in the order of the index, and notes where it ended. Resolves with
 * whether there may be more.
 */
async function removeKeyPage(sql: Sql, { from_id: from, to_id: to }: Range): Promise<boolean> {
  const [row] = await sql<{ is_more: boolean }[]>`
    with page as materialized (
      select message_key.ctid as place, message_key.client_id, message_key.message_id, message_key.sms_id
      from message_key
      where (message_key.client_id, message_key.message_id) > (
        (select keys_client_id from id_range where from_id = ${from}::bigint),
        (select keys_message_id from id_range where from_id = ${from}::bigint)
      )
      order by message_key.client_id, message_key.message_id limit 5000
    ),
    removed as (
      delete from message_key
      where ctid = any(array(select place from page where sms_id >= ${from}::bigint and sms_id < ${to}::bigint))
    ),
    noted as (
      update id_range set keys_client_id = last.client_id, keys_message_id = last.message_id
      from (select client_id, message_id from page order by client_id desc, message_id desc limit 1) as last
      where id_range.from_id = ${from}::bigint
    )
    select exists (select from page) as is_more`
  return row?.is_more ?? false
}
