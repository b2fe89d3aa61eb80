import { numberArray, textArray, timeArray } from '../../database/arrays.ts'
import type { Transaction } from '../../database/database.ts'

/** A message that may still be in a batch that no node has begun. */
export interface WaitingMessage {
  readonly smsId: number
  readonly route: string
  readonly priority: number
  /** When it is due; for one sent at once, when it was accepted. */
  readonly dueAt: Date
}

/** A message that is in no batch any more. */
export interface TakenMessage {
  readonly smsId: number
  /** When its batch was due. */
  readonly dueAt: Date
}

/**
 * How far due times may differ: a batch is due when its transaction began, a message when it was accepted. Clocks
 * differ, and acceptance may wait for the database.
 */
const DUE_DIFFERENCE_MS = 120_000

interface BatchRow {
  readonly batch_id: number
  readonly due_at: Date
  readonly sms_ids: number[]
  readonly sms_id: number
}

/**
 * Takes messages out of their batches, but only out of batches that no node has or ever had: what a link may have been
 * given is left alone. The caller decides what becomes of the messages in the same transaction; a node that tries to
 * claim a batch meanwhile skips it.
 */
export async function takeFromBatches(
  tx: Transaction,
  messages: readonly WaitingMessage[],
): Promise<readonly TakenMessage[]> {
  if (messages.length === 0) return []
  const rows = await tx<BatchRow[]>`
    select batch.batch_id, batch.due_at, batch.sms_ids, wanted.sms_id
    from unnest(
      ${numberArray(messages.map(({ smsId }) => smsId))}::bigint[],
      ${textArray(messages.map(({ route }) => route))}::text[],
      ${numberArray(messages.map(({ priority }) => priority))}::smallint[],
      ${timeArray(messages.map(({ dueAt }) => dueAt.getTime() - DUE_DIFFERENCE_MS))}::timestamptz[],
      ${timeArray(messages.map(({ dueAt }) => dueAt.getTime() + DUE_DIFFERENCE_MS))}::timestamptz[]
    ) as wanted (sms_id, route, priority, earliest, latest)
    join batch
      on batch.owner is null and batch.cancelled_at is null and batch.starts = 0
      and batch.route = wanted.route and batch.priority = wanted.priority
      and batch.due_at between wanted.earliest and wanted.latest
      and wanted.sms_id = any(batch.sms_ids)
    order by batch.batch_id
    for update of batch`
  const taken = new Set(rows.map((row) => row.sms_id))
  const left = [...new Map(rows.map((row) => [row.batch_id, row])).values()].map((row) => ({
    batchId: row.batch_id,
    smsIds: row.sms_ids.filter((smsId) => !taken.has(smsId)),
  }))
  if (left.length > 0) await leaveInBatches(tx, left)
  return rows.map((row) => ({ smsId: row.sms_id, dueAt: row.due_at }))
}

interface Remainder {
  readonly batchId: number
  readonly smsIds: readonly number[]
}

async function leaveInBatches(tx: Transaction, remainders: readonly Remainder[]): Promise<void> {
  await tx`
    with given as materialized (
      select batch_id, sms_ids::bigint[] as sms_ids
      from unnest(
        ${numberArray(remainders.map(({ batchId }) => batchId))}::bigint[],
        ${textArray(remainders.map(({ smsIds }) => numberArray(smsIds)))}::text[]
      ) as g (batch_id, sms_ids)
    ),
    empty as (
      delete from batch using given where batch.batch_id = given.batch_id and cardinality(given.sms_ids) = 0
    )
    update batch set sms_ids = given.sms_ids
    from given where batch.batch_id = given.batch_id and cardinality(given.sms_ids) > 0`
}
