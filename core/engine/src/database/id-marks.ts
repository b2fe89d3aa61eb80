import type { Queryable, Sql } from './database.ts'
import { IDS_PER_BLOCK } from './record-ids.ts'

/**
 * How much older an id may be than the time stamp of its record: its block may have been taken a minute before; the
 * rest allows for clocks that differ.
 */
const ID_AGE_MS = 300_000

/**
 * Records how far the ids have come, unless any node has done so within the last half minute, or no id has been given
 * out since. Deletes marks from before the oldest range that is kept.
 */
export async function markIds(sql: Sql): Promise<void> {
  // The time is taken after the sequence was read, so nothing that is given an id later has one below the mark.
  await sql`
    with gone as (delete from id_mark where at < (select min(opened_at) from id_range))
    insert into id_mark (at, from_id)
    select clock_timestamp(), given.from_id
    from (select last_value * ${IDS_PER_BLOCK}::bigint as from_id from id_block offset 0) as given
    where not exists (
      select from id_mark
      where at = (select max(at) from id_mark) and (at > now() - interval '30 seconds' or from_id >= given.from_id)
    )
    on conflict do nothing`
}

/**
 * Finds a lower limit for the ids of records stamped at `since` or later, by the clock of the node that gave out the
 * id.
 */
export function selectFirstId(sql: Queryable, since: Date) {
  return sql<{ from_id: number }[]>`
    select from_id from id_mark where at < ${new Date(since.getTime() - ID_AGE_MS)}::timestamptz
    order by at desc limit 1`
}
