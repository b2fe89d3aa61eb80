import { numberArray } from '../../database/arrays.ts'
import { chunksOf } from '../../database/chunks.ts'
import type { Queryable, Transaction } from '../../database/database.ts'

/** A scheduled batch still waits when no node has it or ever had it. */
const WAITING = (sql: Queryable) => sql`owner is null and starts = 0 and cancelled_at is null`

export interface BulkRow {
  readonly bulk_id: string
  readonly send_at: Date
  readonly messages: number
}

/** Bulks that still wait with their earliest time, soonest first. */
export function listBulks(
  sql: Queryable,
  clientId: number,
  bulkId: string | undefined,
): PromiseLike<readonly BulkRow[]> {
  return sql<BulkRow[]>`
    select bulk_id, min(due_at) as send_at, sum(cardinality(sms_ids))::integer as messages
    from batch
    where client_id = ${clientId}::bigint and bulk_id ${bulkId === undefined ? sql`is not null` : sql`= ${bulkId}`}
      and ${WAITING(sql)}
    group by bulk_id order by 2, 1`
}

/** Moves those batches of a bulk that no node has taken. Resolves with the messages they hold. */
export async function moveBulk(
  tx: Transaction,
  clientId: number,
  bulkId: string,
  sendAt: Date,
): Promise<readonly number[]> {
  const rows = await tx<{ sms_ids: number[] }[]>`
    update batch set due_at = ${sendAt}::timestamptz
    where client_id = ${clientId}::bigint and bulk_id = ${bulkId} and ${WAITING(tx)}
    returning sms_ids`
  return rows.flatMap((row) => row.sms_ids)
}

/**
 * Marks the batches of a bulk that no node has taken as cancelled: from then on none of their messages is sent.
 * Resolves with the number of batches.
 */
export async function markCancelled(sql: Queryable, clientId: number, bulkId: string): Promise<number> {
  const marked = await sql`
    update batch set cancelled_at = now()
    where client_id = ${clientId}::bigint and bulk_id = ${bulkId} and ${WAITING(sql)}`
  return marked.count
}

/** The bulk whose cancelled batches are meant. */
export interface BulkName {
  readonly clientId: number
  readonly bulkId: string
}

/**
 * Removes some of the cancelled batches. Resolves with the messages they held. For a single bulk it waits for batches
 * that a node has locked, since that node is about to see that it must not claim them; for all bulks it skips them.
 */
export async function takeCancelled(
  tx: Transaction,
  bulk: BulkName | undefined,
  limit: number,
): Promise<readonly number[]> {
  const rows = await tx<{ sms_ids: number[] }[]>`
    delete from batch using (
      select batch_id from batch
      where cancelled_at is not null
        and (${bulk?.clientId ?? null}::bigint is null or client_id = ${bulk?.clientId ?? null}::bigint)
        and (${bulk?.bulkId ?? null}::text is null or bulk_id = ${bulk?.bulkId ?? null}::text)
      order by cancelled_at, batch_id limit ${limit}::integer for update ${bulk === undefined ? tx`skip locked` : tx``}
    ) as chosen
    where batch.batch_id = chosen.batch_id
    returning batch.sms_ids`
  return rows.flatMap((row) => row.sms_ids)
}

/** Messages that one statement gives a new time. */
const CHUNK = 5_000

/** Notes the new send time of messages that are still scheduled; their validity counts from it. */
export async function rescheduleMessages(tx: Transaction, smsIds: readonly number[], sendAt: Date): Promise<void> {
  for (const chunk of chunksOf(smsIds, CHUNK)) {
    await tx`
      insert into message_state (sms_id, state, attempt, send_at)
      select sms_id, 'scheduled', 0, ${sendAt}::timestamptz
      from unnest(${numberArray(chunk)}::bigint[]) as given (sms_id) order by sms_id
      on conflict (sms_id) do update set send_at = excluded.send_at where message_state.state = 'scheduled'`
    await checkValidityAgain(tx, chunk)
  }
}

/** Has messages checked again when their validity ends, counted from their current send time. */
export async function checkValidityAgain(tx: Transaction, smsIds: readonly number[]): Promise<void> {
  await tx`
    insert into validity_check (sms_id, due_at)
    select message.sms_id,
      coalesce(message_state.send_at, message.send_at, message.accepted_at)
        + message.validity_seconds * interval '1 second'
    from message
    left join message_state
      on message_state.sms_id = message.sms_id
      and message_state.sms_id between ${Math.min(...smsIds)}::bigint and ${Math.max(...smsIds)}::bigint
    where message.sms_id = any(${numberArray(smsIds)}::bigint[])
      and message.sms_id between ${Math.min(...smsIds)}::bigint and ${Math.max(...smsIds)}::bigint
    order by message.sms_id
    on conflict (sms_id) do update set due_at = excluded.due_at`
}
