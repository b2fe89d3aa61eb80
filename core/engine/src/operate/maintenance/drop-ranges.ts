import { numberArray } from '../../database/arrays.ts'
import type { Sql } from '../../database/database.ts'
import type { Archive } from '../archive/archive.ts'
import {
  findOldMessages,
  findOldRanges,
  findPartitions,
  type IdRange,
  isThere,
  MOST_KEPT,
  type OldRange,
} from './old-ranges.ts'
import { INCOMING, type KeptRanges, MESSAGES, RANGE_DATA, type RangeData } from './range-data.ts'
import { RANGE_LOCK } from './range-lock.ts'
import { removeConversations } from './remove-conversations.ts'
import { removeKeys } from './remove-keys.ts'
import { trimRange } from './trim-range.ts'

/** Data of one kind that is gone from a range. */
export interface DroppedRange {
  readonly data: RangeData['name']
  readonly fromId: number
}

/**
 * Drops of each range what is older than it is kept, messages and incoming messages once they are archived. Messages
 * that are still open stay, with what they need. Resolves with what is gone.
 *
 * Nothing else has to wait for it, except for moments: partitions are detached without a lock that other statements
 * would wait for, and keys are removed in small pages. When it is cut off, the next run continues from there. Does
 * nothing while another node is at the same work.
 */
export async function dropOldRanges(sql: Sql, kept: KeptRanges, archive: Archive): Promise<readonly DroppedRange[]> {
  // A connection of its own: partitions are detached outside of transactions, so the lock has to belong to the session.
  const own = await sql.reserve()
  try {
    const [lock] = await own<{ locked: boolean }[]>`select pg_try_advisory_lock(${RANGE_LOCK}::bigint) as locked`
    if (!lock?.locked) return []
    try {
      const dropped: DroppedRange[] = []
      for (const data of RANGE_DATA)
        for (const fromId of await dropOld({ own, sql, archive }, data, data.days(kept)))
          dropped.push({ data: data.name, fromId })
      await forgetEmpty(sql)
      return dropped
    } finally {
      await own`select pg_advisory_unlock(${RANGE_LOCK}::bigint)`
    }
  } finally {
    own.release()
  }
}

interface DropTools {
  /** It has the lock, but cannot begin transactions. */
  readonly own: Sql
  readonly sql: Sql
  readonly archive: Archive
}

/** Resolves with the first ids of the ranges that had it. */
async function dropOld(tools: DropTools, data: RangeData, days: number): Promise<readonly number[]> {
  const { own, sql, archive } = tools
  const dropped: number[] = []
  if (data === MESSAGES) {
    for (const range of await findOldMessages(own, data, days)) {
      if (range.open.length === 0) {
        if (await dropMessages(tools, range)) dropped.push(range.from_id)
      } else if (!range.is_trimmed && range.open.length <= MOST_KEPT) await keepOpen(tools, range)
    }
    return dropped
  }
  for (const range of await findOldRanges(own, data, days)) {
    if (data === INCOMING) {
      if (!(await removeConversations(sql, range))) continue
      await archive.write('incoming', { from: range.from_id, to: range.to_id, except: [] })
      await sql`delete from blob where incoming_id >= ${range.from_id}::bigint and incoming_id < ${range.to_id}::bigint`
    }
    await dropPartitions(own, data, range)
    dropped.push(range.from_id)
  }
  return dropped
}

/** Resolves with whether they are gone; the next run continues otherwise. */
async function dropMessages({ own, sql, archive }: DropTools, range: OldRange): Promise<boolean> {
  const { from_id: from, to_id: to } = range
  if (!(await removeKeys(sql, range))) return false
  await sql`delete from attempt where sms_id >= ${from}::bigint and sms_id < ${to}::bigint`
  await archive.write('messages', { from, to, except: [] })
  await removeContents(sql, range, [])
  await dropPartitions(own, MESSAGES, range)
  return true
}

async function keepOpen({ sql, archive }: DropTools, range: OldRange): Promise<void> {
  const { from_id: from, to_id: to, open } = range
  if (!(await removeKeys(sql, range))) return
  await archive.write('messages', { from, to, except: open })
  await removeContents(sql, range, open)
  await trimRange(sql, range)
  await sql`update id_range set trimmed_at = now(), keys_gone_to = null where from_id = ${from}::bigint`
}

/** Few messages have content, so it lies in one table. */
async function removeContents(
  sql: Sql,
  { from_id: from, to_id: to }: IdRange,
  except: readonly number[],
): Promise<void> {
  await sql`
    delete from message_content
    where sms_id >= ${from}::bigint and sms_id < ${to}::bigint and sms_id <> all(${numberArray(except)}::bigint[])`
}

async function dropPartitions(sql: Sql, data: RangeData, { from_id: fromId }: IdRange): Promise<void> {
  for (const { parent, name, is_detaching: isDetaching } of await findPartitions(sql, data, fromId)) {
    // Waits for running statements without blocking new ones; a detach that was cut off while it waited has to be
    // finalized.
    if (isDetaching !== null) {
      await sql`
        alter table ${sql(parent)} detach partition ${sql(name)} ${isDetaching ? sql`finalize` : sql`concurrently`}`.simple()
    }
    await sql`drop table ${sql(name)}`.simple()
  }
}

/** Ranges of which nothing is left. */
async function forgetEmpty(sql: Sql): Promise<void> {
  const anyIsThere = RANGE_DATA.map((data) => isThere(sql, data)).reduce((all, each) => sql`${all} or ${each}`)
  await sql`delete from id_range where closed_at is not null and not (${anyIsThere})`
}
