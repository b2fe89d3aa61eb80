import type { ScheduledBulk } from '@heliograph/contracts'
import { among } from '../../database/among.ts'
import { numberArray } from '../../database/arrays.ts'
import type { Queryable, Transaction } from '../../database/database.ts'
import { type BulkName, ofBulk } from '../bulks/bulk-name.ts'

/** Condition on a scheduled batch: no node has it or ever had it. */
export function stillWaiting(sql: Queryable) {
  return sql`owner is null and starts = 0 and cancelled_at is null`
}

/** Bulks that still wait with their earliest time, soonest first. */
export function listBulks(
  sql: Queryable,
  clientId: number,
  bulkId: string | undefined,
): PromiseLike<readonly ScheduledBulk[]> {
  return sql<ScheduledBulk[]>`
    select bulk_id as "bulkId", min(coalesce(move_to, due_at)) as "sendAt",
      sum(cardinality(sms_ids))::integer as messages,
      exists (
        select from paused_bulk
        where paused_bulk.client_id = ${clientId}::bigint and paused_bulk.bulk_id = batch.bulk_id
          and paused_bulk.cancelled_at is null
      ) as "isPaused"
    from batch
    where client_id = ${clientId}::bigint and bulk_id ${bulkId === undefined ? sql`is not null` : sql`= ${bulkId}`}
      and ${stillWaiting(sql)}
    group by bulk_id order by 2, 1`
}

/**
 * Marks the batches of a bulk that no node has taken as cancelled: from then on none of their messages is sent.
 * Resolves with the number of batches.
 */
export async function markCancelled(sql: Queryable, bulk: BulkName): Promise<number> {
  const marked = await sql`
    update batch set cancelled_at = now()
    where ${ofBulk(sql, bulk)} and ${stillWaiting(sql)}`
  return marked.count
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
        ${bulk === undefined ? tx`` : tx`and ${ofBulk(tx, bulk)}`}
      order by cancelled_at, batch_id limit ${limit}::integer for update ${bulk === undefined ? tx`skip locked` : tx``}
    ) as chosen
    where batch.batch_id = chosen.batch_id
    returning batch.sms_ids`
  return rows.flatMap((row) => row.sms_ids)
}

/** Notes the new send time of messages that are still scheduled; their validity counts from it. */
export async function rescheduleMessages(tx: Transaction, smsIds: readonly number[], sendAt: Date): Promise<void> {
  await tx`
    insert into message_state (sms_id, state, attempt, send_at)
    select sms_id, 'scheduled', 0, ${sendAt}::timestamptz
    from unnest(${numberArray(smsIds)}::bigint[]) as given (sms_id) order by sms_id
    on conflict (sms_id) do update set send_at = excluded.send_at where message_state.state = 'scheduled'`
  await checkValidityAgain(tx, smsIds)
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
    where ${among(tx, 'message.sms_id', smsIds)}
    order by message.sms_id
    on conflict (sms_id) do update set due_at = excluded.due_at`
}
