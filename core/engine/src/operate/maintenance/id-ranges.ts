import type { Sql, Transaction } from '../../database/database.ts'
import { IDS_PER_BLOCK, IDS_PER_RANGE } from '../../database/record-ids.ts'
import type { Archive } from '../archive/archive.ts'
import { type DroppedRange, dropOldRanges } from './drop-ranges.ts'
import type { KeptRanges } from './range-data.ts'
import { RANGE_LOCK } from './range-lock.ts'

export interface RangeSettings extends KeptRanges {
  readonly rangeDays: number
}

/**
 * Maintains the partitions: always two ranges ahead of the sequence, a new range when the period of the current one is
 * over, and none whose data is older than it is kept unless some of it is open.
 *
 * Resolves with what it dropped. Does nothing while another node is at the same work.
 */
export async function maintainRanges(
  sql: Sql,
  settings: RangeSettings,
  archive: Archive,
): Promise<readonly DroppedRange[]> {
  await moveOn(sql, settings)
  return dropOldRanges(sql, settings, archive)
}

async function moveOn(sql: Sql, settings: RangeSettings): Promise<void> {
  await sql.begin(async (tx) => {
    const [lock] = await tx<{ locked: boolean }[]>`select pg_try_advisory_xact_lock(${RANGE_LOCK}::bigint) as locked`
    if (!lock?.locked) return
    // Shorter than the time after which Postgres looks for deadlocks, so that this transaction gives way and never a
    // client's.
    await tx`set local lock_timeout = '500ms'`
    const [current] = await tx<{ from_id: number; is_over: boolean }[]>`
      select id_range.from_id,
        id_range.opened_at < now() - ${settings.rangeDays}::integer * interval '1 day' as is_over
      from id_block
      join id_range
        on id_block.last_value * ${IDS_PER_BLOCK}::bigint >= id_range.from_id
        and id_block.last_value * ${IDS_PER_BLOCK}::bigint < id_range.to_id`
    const span = IDS_PER_RANGE
    const from = current?.from_id ?? 0
    for (const start of [from + span, from + 2 * span]) await makeRange(tx, start)
    const entered = current?.is_over ? from + span : from
    if (current?.is_over) {
      // Never back: the sequence may have got there on its own.
      const block = entered / IDS_PER_BLOCK
      await tx`select setval('id_block', ${block}::bigint, false) from id_block where last_value < ${block}::bigint`
    }
    await noteEntered(tx, entered)
  })
}

/** Makes the partitions of a range, unless they are there. */
export async function makeRange(tx: Transaction, from: number): Promise<void> {
  await tx`
    select create_id_range(${from}::bigint, ${from + IDS_PER_RANGE}::bigint)
    where not exists (select from id_range where from_id = ${from}::bigint)`
}

/** Notes that the sequence has come to a range, and left those before it. */
export async function noteEntered(tx: Transaction, from: number): Promise<void> {
  await tx`update id_range set opened_at = now() where from_id = ${from}::bigint and opened_at is null`
  await tx`update id_range set closed_at = now() where from_id < ${from}::bigint and closed_at is null`
}
