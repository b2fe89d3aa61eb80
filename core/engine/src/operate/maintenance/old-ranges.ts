import { textArray } from '../../database/arrays.ts'
import type { Sql } from '../../database/database.ts'
import type { RangeData } from './range-data.ts'

/** A range of ids. */
export interface IdRange {
  readonly from_id: number
  readonly to_id: number
}

/** A range of which the messages are older than they are kept. */
export interface OldRange extends IdRange {
  /** Its messages that are not final, at most one more than may be kept. */
  readonly open: readonly number[]
  /** Only its open messages are left. */
  readonly is_trimmed: boolean
}

/** A range with more open messages than this is kept whole. */
export const MOST_KEPT = 10_000

/** Finds the ranges whose data of a kind is older than it is kept and not gone, the oldest first. */
export function findOldRanges(sql: Sql, data: RangeData, days: number): PromiseLike<readonly IdRange[]> {
  return sql<IdRange[]>`
    select from_id, to_id from id_range
    where closed_at < now() - ${days}::integer * interval '1 day' and ${isThere(sql, data)}
    order by from_id`
}

/**
 * The same for messages, with what is still open in them.
 *
 * A message that is not final is in `validity_check` when it has times of its own, and otherwise once the watermark has
 * passed it: a range with messages above the watermark is not among them.
 */
export function findOldMessages(sql: Sql, data: RangeData, days: number): PromiseLike<readonly OldRange[]> {
  return sql<OldRange[]>`
    select id_range.from_id, id_range.to_id, id_range.trimmed_at is not null as is_trimmed, array(
      select sms_id from validity_check
      where validity_check.sms_id >= id_range.from_id and validity_check.sms_id < id_range.to_id
      limit ${MOST_KEPT + 1}::integer
    ) as open
    from id_range
    cross join deployment
    left join lateral (
      select sms_id from message
      where message.sms_id >= id_range.from_id and message.sms_id < id_range.to_id
        and message.sms_id > deployment.validity_watermark
      limit 1
    ) as unseen on true
    where id_range.closed_at < now() - ${days}::integer * interval '1 day' and unseen.sms_id is null
      and ${isThere(sql, data)}
    order by id_range.from_id`
}

/** Of a row of `id_range`: whether it has a table of this kind, even one that is detached. */
export function isThere(sql: Sql, { tables }: RangeData) {
  return sql`exists (
    select from unnest(${textArray(tables)}::text[]) as parent (name)
    where to_regclass(parent.name || '_' || id_range.from_id) is not null
  )`
}

/** A table of one range. */
export interface Partition {
  readonly parent: string
  readonly name: string
  /** Null: it is detached already. */
  readonly is_detaching: boolean | null
}

/** Finds the tables of one kind of a range, in the order in which they go. */
export function findPartitions(sql: Sql, { tables }: RangeData, fromId: number): PromiseLike<readonly Partition[]> {
  return sql<Partition[]>`
    select parent.relname as parent, child.relname as name, pg_inherits.inhdetachpending as is_detaching
    from pg_class as parent
    join pg_class as child
      on child.relnamespace = parent.relnamespace and child.relname = parent.relname || '_' || ${fromId}::bigint
    left join pg_inherits on pg_inherits.inhrelid = child.oid
    where parent.relkind = 'p' and parent.relnamespace = current_schema()::regnamespace
      and parent.relname = any(${textArray(tables)}::text[])
    order by array_position(${textArray(tables)}::text[], parent.relname::text)`
}
