import type { MessageState } from '@heliograph/contracts'
import { STATUS_FORMS } from '@heliograph/messaging'
import { booleanArray, numberArray, timeArray } from '../../database/arrays.ts'
import type { Sql, Transaction } from '../../database/database.ts'
import { waitsForSpeed } from '../holds/parked-batches.ts'
import { closeAttempts } from './attempts.ts'
import { type FinishTools, finishMessages } from './finish.ts'

const BATCH = 1_000

/** How long after its validity a message that a network took may still get its receipt. */
const RECEIPT_GRACE_HOURS = 24

/**
 * How long after its validity a waiting message may still be with a link that got it just before. Dispatch ends the
 * messages it holds itself; this applies to those that wait in Postgres.
 */
const DISPATCH_GRACE_SECONDS = 60

/** A message that claims to have been accepted this much later than now was stamped by a wrong clock. */
const AHEAD_SECONDS = 60

/** Messages stamped by a wrong clock are checked again after this time at the latest. */
const AHEAD_CHECK_HOURS = 24

/**
 * Ends messages whose validity is over: those that no network ever took expire; those that a network took get another
 * day for their receipt and are then given up.
 *
 * Most messages are final long before that and are never checked one by one: a watermark follows the ids whose default
 * validity is over and notes only those that are still open. A stamp of a wrong clock holds up only its own message:
 * the watermark passes what others with higher ids have passed, and what lies in the future. Resolves with the number
 * of messages ended.
 */
export async function endOverdue(sql: Sql, tools: FinishTools, defaultValiditySeconds: number): Promise<number> {
  while (await moveWatermark(sql, defaultValiditySeconds)) {}
  let ended = 0
  for (;;) {
    const batch = await sql.begin((tx) => checkDue(tx, tools))
    ended += batch.ended
    if (batch.checked < BATCH) return ended
  }
}

/**
 * Moves the watermark over the next messages whose default validity is over and notes those still open. Resolves with
 * whether there may be more.
 */
async function moveWatermark(sql: Sql, defaultValiditySeconds: number): Promise<boolean> {
  return sql.begin(async (tx) => {
    const [row] = await tx<
      { validity_watermark: number }[]
    >`select validity_watermark from deployment for update skip locked`
    if (row === undefined) return false
    const seen = await nextMessages(tx, row.validity_watermark, defaultValiditySeconds)
    const over = seen.slice(0, 1 + seen.findLastIndex((message) => message.is_over))
    const last = over.at(-1)
    if (last === undefined) return false
    const open = over.filter((message) => message.is_open).map((message) => message.sms_id)
    await tx`
      insert into validity_check (sms_id, due_at)
      select sms_id, now() from unnest(${numberArray(open)}::bigint[]) as given (sms_id)
      on conflict do nothing`
    await tx`update deployment set validity_watermark = ${last.sms_id}::bigint`
    return over.length === BATCH
  })
}

interface SeenMessage {
  readonly sms_id: number
  readonly is_open: boolean
  /** Its default validity is over, or its stamp is wrong. */
  readonly is_over: boolean
}

/**
 * The page is chosen before anything is joined to it, and the join is a lateral with a limit: one look-up for each
 * message, even where the planner misjudges the sizes.
 */
function nextMessages(
  tx: Transaction,
  watermark: number,
  defaultValiditySeconds: number,
): PromiseLike<readonly SeenMessage[]> {
  return tx<SeenMessage[]>`
    with page as materialized (
      select sms_id, accepted_at from message where sms_id > ${watermark}::bigint
      order by sms_id limit ${BATCH}::integer
    )
    select page.sms_id,
      coalesce(stored.state in ('scheduled', 'queued', 'retrying', 'submitted', 'unknown'), true) as is_open,
      page.accepted_at < now() - ${defaultValiditySeconds}::integer * interval '1 second'
        or page.accepted_at > now() + ${AHEAD_SECONDS}::integer * interval '1 second' as is_over
    from page
    left join lateral (
      select state from message_state where message_state.sms_id = page.sms_id limit 1
    ) as stored on true
    order by page.sms_id`
}

interface DueRow {
  readonly sms_id: number
  readonly state: MessageState | null
  /** When the validity ends, by the present send time. */
  readonly valid_until: Date
  /** Stamped by a wrong clock: its validity may turn out shorter. */
  readonly is_ahead: boolean
  /** Still valid, or may have been handed over while it was. */
  readonly is_valid: boolean
  readonly in_grace: boolean
  /** An attempt is open. */
  readonly is_with_link: boolean
}

const NEVER_SENT = ['scheduled', 'queued', 'retrying'] as const
const WAITING: ReadonlySet<MessageState | null> = new Set([null, ...NEVER_SENT])
const OUT_THERE: ReadonlySet<MessageState | null> = new Set(['submitted', 'unknown'] as const)

const isWaiting = (row: DueRow) => WAITING.has(row.state) && !row.is_with_link
const isOutThere = (row: DueRow) => OUT_THERE.has(row.state) || (WAITING.has(row.state) && row.is_with_link)

/**
 * Where a message waits for its turn in a bulk with a speed limit, its validity has not begun, or began when the bulk
 * was paused.
 *
 * No message was accepted after the range of its id was closed, so a stamp of a wrong clock keeps a message open, and
 * its range, no longer than that.
 */
async function checkDue(tx: Transaction, tools: FinishTools): Promise<{ checked: number; ended: number }> {
  const rows = await tx<DueRow[]>`
    with due as materialized (
      select sms_id from validity_check where due_at <= now()
      order by due_at limit ${BATCH}::integer for update skip locked
    ),
    dated as (
      select due.sms_id, stored.state::text as state,
        exists (select from attempt where attempt.sms_id = due.sms_id) as is_with_link,
        greatest(
          coalesce(stored.send_at, message.send_at, least(message.accepted_at, range.closed_at)), turn.counts_from
        ) + message.validity_seconds * interval '1 second' as valid_until,
        message.accepted_at > now() as is_ahead
      from due
      left join lateral (select * from message where message.sms_id = due.sms_id limit 1) as message on true
      left join lateral (
        select state, send_at, batch_id from message_state where message_state.sms_id = due.sms_id limit 1
      ) as stored on true
      left join lateral (
        select closed_at from id_range where from_id <= due.sms_id order by from_id desc limit 1
      ) as range on true
      left join lateral (
        select coalesce(
          (
            select paused_at from paused_bulk
            where paused_bulk.client_id = message.client_id and paused_bulk.bulk_id = message.bulk_id
          ), now()
        ) as counts_from
        from batch
        where coalesce(stored.state = 'scheduled', true) and ${waitsForSpeed(tx)}
          and (
            batch.batch_id = coalesce(stored.batch_id, message.batch_id)
            or batch.split_from = coalesce(stored.batch_id, message.batch_id)
          )
          and due.sms_id = any(batch.sms_ids)
        limit 1
      ) as turn on true
    )
    select *, valid_until + ${DISPATCH_GRACE_SECONDS}::integer * interval '1 second' > now() as is_valid,
      valid_until + ${RECEIPT_GRACE_HOURS}::integer * interval '1 hour' > now() as in_grace
    from dated`
  if (rows.length === 0) return { checked: 0, ended: 0 }
  const expired = rows.filter((row) => isWaiting(row) && row.valid_until !== null && !row.is_valid)
  const unconfirmed = rows.filter((row) => isOutThere(row) && !row.in_grace)
  const later = rows.filter((row) => (isWaiting(row) && row.is_valid) || (isOutThere(row) && row.in_grace))
  const ids = (list: readonly DueRow[]) => list.map((row) => row.sms_id)
  const ended = [
    ...(await finishMessages(tx, tools, ids(expired), 'expired', STATUS_FORMS.expired.errorId)),
    ...(await finishMessages(tx, tools, ids(unconfirmed), 'unconfirmed', STATUS_FORMS.unconfirmed.errorId, NEVER_SENT)),
  ]
  await closeAttempts(tx, ids(unconfirmed), null)
  await lookAgain(tx, later)
  const done = ids(rows.filter((row) => !later.includes(row)))
  await tx`delete from validity_check where sms_id = any(${numberArray(done)}::bigint[])`
  return { checked: rows.length, ended: ended.length }
}

/** A rescheduled message is checked when its new validity ends, one that a network took when its day of grace ends. */
async function lookAgain(tx: Transaction, rows: readonly DueRow[]): Promise<void> {
  if (rows.length === 0) return
  const seconds = rows.map((row) => (row.is_valid ? DISPATCH_GRACE_SECONDS : RECEIPT_GRACE_HOURS * 3600))
  await tx`
    update validity_check set due_at = least(
      given.valid_until + given.seconds * interval '1 second',
      case when given.is_ahead then now() + ${AHEAD_CHECK_HOURS}::integer * interval '1 hour' end
    )
    from unnest(
      ${numberArray(rows.map((row) => row.sms_id))}::bigint[],
      ${timeArray(rows.map((row) => row.valid_until.getTime()))}::timestamptz[],
      ${numberArray(seconds)}::integer[],
      ${booleanArray(rows.map((row) => row.is_ahead))}::boolean[]
    ) as given (sms_id, valid_until, seconds, is_ahead)
    where validity_check.sms_id = given.sms_id`
}
