import { numberArray, textArray } from '../../database/arrays.ts'
import type { Queryable, Transaction } from '../../database/database.ts'
import { limitHint } from '../../database/limit-hint.ts'

/** A message with the batch it knows, in which it may still wait; see `knownBatch`. */
export interface WaitingMessage {
  readonly smsId: number
  /** Null: none, since it was stored before messages knew their batches and did not wait any more. */
  readonly batchId: number | null
}

/** A message that is in no batch any more. */
export interface TakenMessage {
  readonly smsId: number
  /** The batch it knows. */
  readonly batchId: number
  /** When its batch was due. */
  readonly dueAt: Date
  /** The line in which it waited. */
  readonly line: number | null
  /** The batch was being moved to that time, and the message had not been told. */
  readonly isMoving: boolean
  /** See `BatchPlace`. */
  readonly speedId: number | null
}

/** The batch that a message knows, by its rows in `message` and, where there is one, in a table named `stored`. */
export function knownBatch(sql: Queryable) {
  return sql`coalesce(stored.batch_id, message.batch_id)`
}

/** A message with the batch it is in, which is locked. */
interface FoundMessage extends TakenMessage {
  readonly foundIn: number
  /** All messages of that batch. */
  readonly smsIds: readonly number[]
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
  const taken = await takeFound(tx, messages)
  const found = new Set(taken.map(({ smsId }) => smsId))
  const missing = messages.filter(({ smsId }) => !found.has(smsId))
  // A batch that was locked may have been split meanwhile; only a later statement sees what was split off.
  return missing.length === 0 ? taken : [...taken, ...(await takeFound(tx, missing))]
}

async function takeFound(tx: Transaction, messages: readonly WaitingMessage[]): Promise<readonly TakenMessage[]> {
  const found = messages.length === 0 ? [] : await lockBatches(tx, messages)
  const taken = new Set(found.map(({ smsId }) => smsId))
  const batches = new Map(found.map(({ foundIn, smsIds }) => [foundIn, smsIds]))
  const left = [...batches].map(([batchId, smsIds]) => {
    return { batchId, smsIds: smsIds.filter((smsId) => !taken.has(smsId)) }
  })
  if (left.length > 0) await leaveInBatches(tx, left)
  return found
}

function lockBatches(tx: Transaction, messages: readonly WaitingMessage[]): PromiseLike<readonly FoundMessage[]> {
  return tx<FoundMessage[]>`
    with wanted as materialized (
      select * from unnest(
        ${numberArray(messages.map(({ smsId }) => smsId))}::bigint[],
        ${numberArray(messages.map(({ batchId }) => batchId))}::bigint[]
      ) as w (sms_id, known_id)
      ${limitHint(tx, messages.length)}
    ),
    found as materialized (
      select wanted.*, batch.batch_id from wanted join batch on batch.batch_id = wanted.known_id
      union all
      select wanted.*, batch.batch_id from wanted join batch on batch.split_from = wanted.known_id
    )
    select found.sms_id as "smsId", found.known_id as "batchId", coalesce(batch.move_to, batch.due_at) as "dueAt",
      batch.line, batch.move_to is not null as "isMoving", batch.speed_id as "speedId", batch.batch_id as "foundIn",
      batch.sms_ids as "smsIds"
    from found
    join batch on batch.batch_id = found.batch_id
      and batch.owner is null and batch.cancelled_at is null and batch.starts = 0 and found.sms_id = any(batch.sms_ids)
    order by batch.batch_id
    for update of batch`
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
