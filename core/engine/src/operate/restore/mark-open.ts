import { among } from '../../database/among.ts'
import { numberArray } from '../../database/arrays.ts'
import type { Sql, Transaction } from '../../database/database.ts'

/** Batches that one transaction takes: a few thousand messages. */
const STEP = 16
/** Before all batches. */
const FIRST = Number.MIN_SAFE_INTEGER

/** A restored database of which not all open messages are marked. */
interface Unmarked {
  /** Ids below this are from before. */
  readonly below: number
  /** What was due later cannot have been sent after the copy was made. */
  readonly dueBy: Date
}

/**
 * Takes the messages of a restored database that were due out of their batches, step by step, and gives them the state
 * of those whose outcome is unknown: they may have been sent after the copy was made. Where this was begun and not
 * ended, it goes on. Resolves with how many that were.
 */
export async function markOpen(sql: Sql): Promise<number> {
  const [row] = await sql<Unmarked[]>`
    select open_below as below, restored_at as "dueBy" from deployment where open_below is not null`
  if (row === undefined) return 0
  let [marked, after] = [0, FIRST]
  for (;;) {
    const step = await sql.begin((tx) => markSome(tx, row, after))
    marked += step.messages
    if (step.last === undefined) break
    after = step.last
  }
  await sql`update deployment set open_below = null`
  return marked
}

interface BatchRow {
  readonly batch_id: number
  readonly sms_ids: readonly number[]
}

async function markSome(
  tx: Transaction,
  { below, dueBy }: Unmarked,
  after: number,
): Promise<{ readonly messages: number; readonly last: number | undefined }> {
  const batches = await tx<BatchRow[]>`
    select batch_id, sms_ids from batch
    where batch_id > ${after}::bigint and batch_id < ${below}::bigint and cancelled_at is null
      and coalesce(move_to, due_at) <= ${dueBy}::timestamptz
    order by batch_id limit ${STEP}::integer for update`
  const smsIds = batches.flatMap((batch) => batch.sms_ids)
  const messages = smsIds.length === 0 ? 0 : await markMessages(tx, smsIds, dueBy)
  await tx`delete from batch where batch_id = any(${numberArray(batches.map((batch) => batch.batch_id))}::bigint[])`
  return { messages, last: batches.at(-1)?.batch_id }
}

/**
 * A part of unknown outcome for each part of each message, all in a series of their own: which parts were sent before
 * says nothing about what was sent since.
 */
async function markMessages(tx: Transaction, smsIds: readonly number[], at: Date): Promise<number> {
  const [row] = await tx<{ messages: number }[]>`
    with open as materialized (
      select message.sms_id, message.recipient, message.parts, coalesce(stored.attempt, 0) + 1 as attempt,
        coalesce(given.link, 'restored') as link, coalesce(split_part(given.link, '/', 1), '') as carrier
      from message
      left join lateral (
        select state, attempt from message_state where message_state.sms_id = message.sms_id limit 1
      ) as stored on true
      left join lateral (select link from attempt where attempt.sms_id = message.sms_id limit 1) as given on true
      where ${among(tx, 'message.sms_id', smsIds)}
        and (stored.state is null or stored.state in ('scheduled', 'queued', 'retrying'))
    ),
    part as (
      insert into submission (sms_id, attempt, part, series, carrier, link, state, submitted_at, held_recipient)
      select sms_id, attempt, part, attempt, carrier, link, 'unknown', ${at}::timestamptz, recipient
      from open cross join lateral generate_series(1, parts) as part
      on conflict do nothing
    ),
    closed as (delete from attempt using open where attempt.sms_id = open.sms_id),
    marked as (
      insert into message_state (sms_id, state, attempt, submitted_at)
      select sms_id, 'unknown', attempt, ${at}::timestamptz from open order by sms_id
      on conflict (sms_id) do update set
        state = excluded.state, attempt = excluded.attempt, submitted_at = excluded.submitted_at
      returning sms_id
    )
    select count(*) as messages from marked`
  return row?.messages ?? 0
}
