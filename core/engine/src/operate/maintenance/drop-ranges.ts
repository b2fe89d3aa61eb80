import type { Sql } from '../../database/database.ts'
import { findOldRanges, findPartitions, MOST_KEPT, type OldRange } from './old-ranges.ts'
import { RANGE_LOCK } from './range-lock.ts'
import { removeConversations } from './remove-conversations.ts'
import { removeKeys } from './remove-keys.ts'
import { trimRange } from './trim-range.ts'

/**
 * Drops ranges that are older than the retention. What is still open in them is kept, with what it needs. Resolves with
 * the first ids of the ranges that are gone.
 *
 * Nothing else has to wait for it, except for moments: partitions are detached without a lock that other statements
 * would wait for, and keys are removed in small pages. When it is cut off, the next run continues from there. Does
 * nothing while another node is at the same work.
 */
export async function dropOldRanges(sql: Sql, retentionDays: number): Promise<readonly number[]> {
  // A connection of its own: partitions are detached outside of transactions, so the lock has to belong to the session.
  const own = await sql.reserve()
  try {
    const [lock] = await own<{ locked: boolean }[]>`select pg_try_advisory_lock(${RANGE_LOCK}::bigint) as locked`
    if (!lock?.locked) return []
    try {
      const dropped: number[] = []
      for (const range of await findOldRanges(own, retentionDays)) {
        if (range.open.length === 0) {
          if (await dropRange(own, sql, range)) dropped.push(range.from_id)
        } else if (!range.is_trimmed && range.open.length <= MOST_KEPT) await keepOpen(sql, range)
      }
      return dropped
    } finally {
      await own`select pg_advisory_unlock(${RANGE_LOCK}::bigint)`
    }
  } finally {
    own.release()
  }
}

/**
 * `own` has the lock, but cannot begin transactions. Resolves with whether the range is gone; the next run continues
 * otherwise.
 */
async function dropRange(own: Sql, sql: Sql, range: OldRange): Promise<boolean> {
  const { from_id: from, to_id: to } = range
  if (!(await removeKeys(sql, range)) || !(await removeConversations(sql, range))) return false
  await dropPartitions(own, from)
  await sql`delete from attempt where sms_id >= ${from}::bigint and sms_id < ${to}::bigint`
  await sql`delete from id_range where from_id = ${from}::bigint`
  return true
}

async function keepOpen(sql: Sql, range: OldRange): Promise<void> {
  if (!(await removeKeys(sql, range))) return
  await trimRange(sql, range)
  await sql`update id_range set trimmed_at = now(), keys_gone_to = null where from_id = ${range.from_id}::bigint`
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
