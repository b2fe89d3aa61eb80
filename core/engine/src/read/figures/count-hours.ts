import { MESSAGE_STATES } from '@heliograph/contracts'
import { CALLING_CODE_PATTERN, isFinal } from '@heliograph/messaging'
import { textArray } from '../../database/arrays.ts'
import type { Sql, Transaction } from '../../database/database.ts'
import { findIdBounds } from '../history/id-bounds.ts'
import { ALL_CLIENTS } from './count-minutes.ts'
import { BUCKET_GROWTH } from './delivery-times.ts'

const HOUR_MS = 3_600_000

const OPEN_STATES = MESSAGE_STATES.filter((state) => !isFinal(state))

/** Of these a share is delivered. */
const ENDED_STATES = MESSAGE_STATES.filter((state) => isFinal(state) && state !== 'cancelled')

/** The shortest time between two counts of an hour. */
const LEAST_MINUTES = 1

/** The longest; until then an hour is counted again when it has become twice as old. */
const MOST_HOURS = 48

/** An hour this old is settled once all of its messages have ended: validity and late receipts are over. */
const SETTLED_DAYS = 12

/**
 * Counts the messages of one hour again into `figure_day`, and the SMS that came in, the newest hour that is due. Nodes
 * take turns; false: nothing is due.
 *
 * A count replaces what the hour's last one had added, in one transaction, so figures are exact whatever happens
 * between two counts. Hours before the first count are due from the beginning.
 */
export async function countHours(sql: Sql): Promise<boolean> {
  return sql.begin(async (tx) => {
    await addHours(tx)
    const [due] = await tx<{ hour: Date }[]>`
      select hour from figure_turn where due_at <= now() order by hour desc limit 1 for update skip locked`
    if (due === undefined) return false
    await countHour(tx, due.hour)
    return true
  })
}

/** Hours that have begun since the last count; before the first one, those since the first message. */
async function addHours(tx: Transaction): Promise<void> {
  const [newest] = await tx<{ hour: Date }[]>`select hour from figure_turn order by hour desc limit 1`
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
    insert into figure_turn (hour)
    select hour from generate_series(
      date_trunc('hour', ${from}::timestamptz, 'UTC') - ${early}::integer * interval '1 hour', now(), interval '1 hour'
    ) as hour
    on conflict do nothing`
}

async function countHour(tx: Transaction, hour: Date): Promise<void> {
  const until = new Date(hour.getTime() + HOUR_MS)
  const bounds = await findIdBounds(tx, async (statement) => statement, null, { since: hour, until })
  const fromId = bounds.from ?? 0
  const toId = bounds.to ?? Number.MAX_SAFE_INTEGER
  const isWithin = (id: string) => {
    const column = tx.unsafe(id)
    return tx`${column} >= ${fromId}::bigint and ${column} < ${toId}::bigint`
  }
  // The statement is planned once, for any hour, which is to be read by its index, however large the planner believes
  // it to be.
  await tx`set local enable_seqscan = off`
  await tx`set local enable_bitmapscan = off`
  await tx`
    with message_kind as materialized (
      select client_id, channel_id, user_id, origin, calling_code, state, error_id, campaign, link, bucket,
        count(*) as messages, sum(parts) as parts, sum(price) as charged, sum(refund) as refunded
      from (
        select message.client_id, message.channel_id, message.user_id, message.origin, message.parts, message.price,
          coalesce(substring(message.recipient from ${CALLING_CODE_PATTERN}::text), '') as calling_code,
          coalesce(stored.error_id, 0) as error_id, upload.bulk_id as campaign, handed.link,
          case
            when stored.state is not null and stored.state <> 'scheduled' then stored.state::text
            when coalesce(stored.send_at, message.send_at) > now() then 'scheduled'
            else 'queued'
          end as state,
          case when stored.state = 'delivered' and stored.done_at is not null then floor(ln(greatest(1, 1000 * extract(epoch from
            stored.done_at - greatest(message.accepted_at, message.send_at, stored.send_at)
          )::float8)) / ${Math.log(BUCKET_GROWTH)}::float8)::integer end as bucket,
          -- As in finish.ts: what ended without a part of it left with a network.
          case when stored.state in ('expired', 'no-route', 'cancelled', 'opted-out') and not exists (
            select from submission where submission.sms_id = message.sms_id and submission.state not in ('refused-by-network', 'retrying')
          ) then message.price else 0 end as refund
        from message
        left join message_state as stored on stored.sms_id = message.sms_id and ${isWithin('stored.sms_id')}
        left join (
          select distinct on (sms_id) sms_id, link from submission where ${isWithin('sms_id')}
          order by sms_id, attempt desc
        ) as handed on handed.sms_id = message.sms_id
        left join upload on upload.client_id = message.client_id and upload.bulk_id = message.bulk_id
        where ${isWithin('message.sms_id')}
          and message.accepted_at >= ${hour}::timestamptz and message.accepted_at < ${until}::timestamptz
      ) as message
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    ),
    found as materialized (
      select client_id, channel_id, division, key, sum(messages) as messages, sum(parts) as parts,
        coalesce(sum(messages) filter (where state = any(${textArray(ENDED_STATES)}::text[])), 0) as ended,
        coalesce(sum(messages) filter (where state = 'delivered'), 0) as delivered,
        sum(charged) as charged, sum(refunded) as refunded
      from message_kind cross join lateral (values
        ('all', ''), ('channel', channel_id::text), ('user', user_id::text), ('client', client_id::text),
        ('origin', origin), ('calling-code', calling_code), ('state', state), ('error', error_id::text),
        ('campaign', campaign), ('link', link), ('handset', bucket::text)
      ) as divided (division, key)
      where key is not null
      group by 1, 2, 3, 4
      union all
      select client_id, channel_id, 'reply', '', count(*), 0, 0, 0, 0, 0 from incoming_message
      where ${isWithin('incoming_id')} and client_id is not null and channel_id is not null
        and received_at >= ${hour}::timestamptz and received_at < ${until}::timestamptz
      group by 1, 2
    ),
    -- Some of their messages have been removed since: their last count stays.
    kept as materialized (
      select client_id from figure_hour where hour = ${hour}::timestamptz and division in ('all', 'reply')
      group by client_id, division
      having sum(messages) > coalesce((
        select sum(messages) from found
        where found.client_id = figure_hour.client_id and found.division = figure_hour.division
      ), 0)
    ),
    old as (
      delete from figure_hour where hour = ${hour}::timestamptz and client_id not in (select client_id from kept)
      returning *
    ),
    new as (
      insert into figure_hour
      select ${hour}::timestamptz, found.* from found where client_id not in (select client_id from kept)
      returning *
    ),
    delta as (
      select * from new
      union all
      select hour, client_id, channel_id, division, key, -messages, -parts, -ended, -delivered, -charged, -refunded
      from old
    ),
    named as (
      insert into figure_campaign (client_id, bulk_id, name)
      select upload.client_id, upload.bulk_id, upload.name from upload
      join (select distinct client_id, key from new where division = 'campaign') as sent
        on sent.client_id = upload.client_id and sent.key = upload.bulk_id
      on conflict (client_id, bulk_id) do update set name = excluded.name where figure_campaign.name <> excluded.name
    )
    insert into figure_day as day
    select coalesce(client_id, ${ALL_CLIENTS}::bigint), coalesce(channel_id, 0), division,
      (${hour}::timestamptz at time zone 'UTC')::date, key, sum(messages), sum(parts), sum(ended), sum(delivered),
      sum(charged), sum(refunded)
    from delta
    group by division, key, grouping sets ((client_id, channel_id), (client_id), ())
    having (sum(messages) <> 0 or sum(parts) <> 0 or sum(ended) <> 0 or sum(delivered) <> 0 or sum(charged) <> 0 or sum(refunded) <> 0)
      and case when grouping(client_id) = 1 then division not in ('channel', 'user', 'campaign') else division <> 'client' end
    -- Every count takes the rows in this order, so that no two wait for each other.
    order by 1, 2, 3, 4, 5
    on conflict (client_id, channel_id, division, day, key) do update set
      messages = day.messages + excluded.messages, parts = day.parts + excluded.parts,
      ended = day.ended + excluded.ended, delivered = day.delivered + excluded.delivered,
      charged = day.charged + excluded.charged, refunded = day.refunded + excluded.refunded`
  await endCount(tx, hour)
}

/** Puts the hour off, the longer the older it is. A settled one needs no rows of its own any more. */
async function endCount(tx: Transaction, hour: Date): Promise<void> {
  await tx`
    with settled as (
      select hour from figure_turn where hour = ${hour}::timestamptz
        and hour < now() - ${SETTLED_DAYS}::integer * interval '1 day'
        and not exists (
          select from figure_hour where figure_hour.hour = ${hour}::timestamptz
            and division = 'state' and key = any(${textArray(OPEN_STATES)}::text[])
        )
    ),
    removed as (delete from figure_hour where hour in (select hour from settled))
    update figure_turn set counted_at = now(), due_at = case
      when hour in (select hour from settled) then null
      else now() + greatest(
        ${LEAST_MINUTES}::integer * interval '1 minute',
        least(now() - hour - interval '1 hour', ${MOST_HOURS}::integer * interval '1 hour')
      ) end
    where hour = ${hour}::timestamptz`
}
