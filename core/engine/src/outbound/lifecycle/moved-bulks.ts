import { numberArray } from '../../database/arrays.ts'
import type { Queryable, Sql, Transaction } from '../../database/database.ts'
import { type BulkName, ofBulk } from '../bulks/bulk-name.ts'
import { rescheduleMessages, stillWaiting } from './scheduled-batches.ts'

/** Batches whose messages one step tells: some thousand messages. */
const STEP = 8

/**
 * Begins to move those batches of a bulk that no node has taken: from then on none of them goes at the old time, and
 * none at the new one before its messages have been told. Resolves with the number of messages.
 */
export async function beginMove(sql: Queryable, bulk: BulkName, sendAt: Date): Promise<number> {
  const [row] = await sql<{ messages: number }[]>`
    with moving as (
      update batch set due_at = 'infinity', move_to = ${sendAt}::timestamptz
      where ${ofBulk(sql, bulk)} and ${stillWaiting(sql)}
      returning cardinality(sms_ids) as size
    )
    select coalesce(sum(size), 0)::integer as messages from moving`
  return row?.messages ?? 0
}

interface MovingRow {
  readonly batch_id: number
  readonly move_to: Date
  readonly sms_ids: number[]
}

/**
 * Gives some batches that are being moved, of one bulk or of all, and their messages the new time. Resolves with
 * whether there may be more; what another process is at is left to it.
 */
export function moveStep(sql: Sql, bulk?: BulkName): Promise<boolean> {
  return sql.begin(async (tx) => {
    const rows = await tx<MovingRow[]>`
      select batch_id, move_to, sms_ids from batch
      where move_to is not null and cancelled_at is null ${bulk === undefined ? tx`` : tx`and ${ofBulk(tx, bulk)}`}
      order by client_id, bulk_id, batch_id limit ${STEP}::integer for update skip locked`
    if (rows.length > 0) await arrive(tx, rows)
    return rows.length === STEP
  }) as Promise<boolean>
}

async function arrive(tx: Transaction, rows: readonly MovingRow[]): Promise<void> {
  const times = new Set(rows.map((row) => row.move_to.getTime()))
  for (const time of times) {
    const smsIds = rows.flatMap((row) => (row.move_to.getTime() === time ? row.sms_ids : []))
    await rescheduleMessages(tx, smsIds, new Date(time))
  }
  await tx`
    update batch set due_at = move_to, move_to = null
    where batch_id = any(${numberArray(rows.map((row) => row.batch_id))}::bigint[])`
}
