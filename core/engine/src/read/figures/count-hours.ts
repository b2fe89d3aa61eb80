import { MESSAGE_STATES } from '@heliograph/contracts'
import { CALLING_CODE_PATTERN, isFinal } from '@heliograph/messaging'
import { textArray } from '../../database/arrays.ts'
import type { Sql, Transaction } from '../../database/database.ts'
import { findIdBounds } from '../history/id-bounds.ts'

const HOUR_MS = 3_600_000

const OPEN_STATES = MESSAGE_STATES.filter((state) => !isFinal(state))

/** The shortest time between two counts of an hour. */
const LEAST_MINUTES = 1

/** The longest; until then an hour is counted again when it has become twice as old. */
const MOST_HOURS = 48

/** An hour this old is settled once all of its messages have ended: validity and late receipts are over. */
const SETTLED_DAYS = 12

/**
 * Counts the messages of one hour anew into `report_day`, the newest hour that is due. Nodes take turns; false: nothing
 * is due.
 *
 * A count replaces what the hour's last one had added, in one transaction, so figures are exact whatever happens
 * between two counts. Hours before the first count are due from the beginning.
 */
export async function countHours(sql: Sql): Promise<boolean> {
  return sql.begin(async (tx) => {
    await addTurns(tx)
    const [turn] = await tx<{ hour: Date }[]>`
      select hour from report_turn where due_at <= now() order by hour desc limit 1 for update skip locked`
    if (turn === undefined) return false
    await countHour(tx, turn.hour)
    return true
  })
}

/** Hours that have begun since the last count; before the first one, those since the first message. */
async function addTurns(tx: Transaction): Promise<void> {
  const [newest] = await tx<{ hour: Date }[]>`select hour from report_turn order by hour desc limit 1`
  const [first] = newest
    ? []
    : await tx<{ at: Date }[]>`
    select accepted_at as at from message order by sms_id limit 1`
  const from = newest === undefined ? first?.at : new Date(newest.hour.getTime() + HOUR_MS)
  if (from === undefined) return
  // Ids grow with time, apart from a delay: what was accepted before the message with the first id is in its hour or
  // the one before.
  const early = newest === undefined ? 1 : 0
  await tx`
    insert into report_turn (hour)
    select hour from generate_series(
      date_trunc('hour', ${from}::timestamptz, 'UTC') - ${early}::integer * interval '1 hour', now(), interval '1 hour'
    ) as hour
    on conflict do nothing`
}

async function countHour(tx: Transaction, hour: Date): Promise<void> {
  const until = new Date(hour.getTime() + HOUR_MS)
  const bounds = await findIdBounds(tx, async (statement) => statement, null, { since: hour, until })
  // The statement is planned once, for any hour, which is to be read by its index, however large the planner believes
  // it to be.
  await tx`set local enable_seqscan = off`
  await tx`set local enable_bitmapscan = off`
  const fromId = bounds.from ?? 0
  const toId = bounds.to ?? Number.MAX_SAFE_INTEGER
  await tx`
    with found as materialized (
      select client_id, channel_id, user_id, origin, coalesce(substring(recipient from ${CALLING_CODE_PATTERN}::text), '') as calling_code, state, error_id,
        count(*) as messages, sum(parts) as parts, sum(price) as charged, sum(refund) as refunded
      from (
        select message.client_id, message.channel_id, message.user_id, message.origin, message.recipient, message.parts,
          message.price, coalesce(stored.error_id, 0) as error_id,
          case
            when stored.state is not null and stored.state <> 'scheduled' then stored.state::text
            when coalesce(stored.send_at, message.send_at) > now() then 'scheduled'
            else 'queued'
          end as state,
          -- As in finish.ts: what ended without a part of it left with a network.
          case when stored.state in ('expired', 'no-route', 'cancelled', 'opted-out') and not exists (
            select from submission where submission.sms_id = message.sms_id and submission.state not in ('refused-by-network', 'retrying')
          ) then message.price else 0 end as refund
        from message
        left join message_state as stored on stored.sms_id = message.sms_id
          and stored.sms_id >= ${fromId}::bigint and stored.sms_id < ${toId}::bigint
        where message.sms_id >= ${fromId}::bigint and message.sms_id < ${toId}::bigint
          and message.accepted_at >= ${hour}::timestamptz and message.accepted_at < ${until}::timestamptz
      ) as message
      group by 1, 2, 3, 4, 5, 6, 7
    ),
    -- Some of their messages have been removed since: their last count stays.
    kept as materialized (
      select client_id from report_hour where hour = ${hour}::timestamptz group by client_id
      having sum(messages) > coalesce((
        select sum(messages) from found where found.client_id = report_hour.client_id
      ), 0)
    ),
    old as (
      delete from report_hour where hour = ${hour}::timestamptz and client_id not in (select client_id from kept)
      returning *
    ),
    new as (
      insert into report_hour
      select ${hour}::timestamptz, found.* from found where client_id not in (select client_id from kept)
      returning *
    ),
    delta as (
      select * from new
      union all
      select hour, client_id, channel_id, user_id, origin, calling_code, state, error_id, -messages, -parts, -charged, -refunded
      from old
    )
    insert into report_day as day
    select coalesce(client_id, 0), (${hour}::timestamptz at time zone 'UTC')::date, coalesce(channel_id, 0), coalesce(user_id, 0),
      origin, calling_code, state, error_id, sum(messages), sum(parts), sum(charged), sum(refunded)
    from delta
    group by grouping sets (
      (client_id, channel_id, user_id, origin, calling_code, state, error_id), (origin, calling_code, state, error_id)
    )
    having sum(messages) <> 0 or sum(parts) <> 0 or sum(charged) <> 0 or sum(refunded) <> 0
    -- Every count takes the rows in this order, so that no two wait for each other.
    order by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict (client_id, day, channel_id, user_id, origin, calling_code, state, error_id) do update set
      messages = day.messages + excluded.messages, parts = day.parts + excluded.parts,
      charged = day.charged + excluded.charged, refunded = day.refunded + excluded.refunded`
  await tx`
    delete from report_day where day = (${hour}::timestamptz at time zone 'UTC')::date and messages = 0`
  await endTurn(tx, hour)
}

/** Puts the hour off, the longer the older it is. A settled one needs no rows of its own any more. */
async function endTurn(tx: Transaction, hour: Date): Promise<void> {
  await tx`
    with settled as (
      select hour from report_turn where hour = ${hour}::timestamptz
        and hour < now() - ${SETTLED_DAYS}::integer * interval '1 day'
        and not exists (
          select from report_hour where report_hour.hour = ${hour}::timestamptz
            and state = any(${textArray(OPEN_STATES)}::text[])
        )
    ),
    removed as (delete from report_hour where hour in (select hour from settled))
    update report_turn set counted_at = now(), due_at = case
      when hour in (select hour from settled) then null
      else now() + greatest(
        ${LEAST_MINUTES}::integer * interval '1 minute',
        least(now() - hour - interval '1 hour', ${MOST_HOURS}::integer * interval '1 hour')
      ) end
    where hour = ${hour}::timestamptz`
}
