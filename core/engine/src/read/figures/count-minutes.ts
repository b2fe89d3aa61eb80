import type { Sql, Transaction } from '../../database/database.ts'
import type { ChangeNotes } from '../../ownership/changes/change-notes.ts'
import { findIdBounds } from '../history/id-bounds.ts'
import { BUCKET_GROWTH } from './delivery-times.ts'

/** How far back a count goes, and the shortest time between two of them. */
interface Reach {
  readonly minutes: number
  readonly everyMs: number
}

const RECENT: Reach = { minutes: 3, everyMs: 10_000 }
const HOUR: Reach = { minutes: 60, everyMs: 600_000 }

/** After a count there is a rest of this many times as long as it took. */
const REST = 50

const KEPT_HOURS = 25

/** What one count makes up for at most, after a time in which none was made. */
const STEP_MINUTES = 10

/** The client id under which the counts of all clients are kept. */
export const ALL_CLIENTS = 0

/** The client id under which the counts of a channel are kept, for users who see only that one. */
export function channelScope(channelId: number): number {
  return -channelId
}

/**
 * Counts the messages and webhooks of the last minutes into `minute_count`, if that is due. Nodes take turns; false:
 * another node is doing it, or it is too early.
 *
 * When none was made for a time, it goes on where it was, a stretch with each count, besides the last minutes.
 *
 * Delivered messages are also counted by how long delivery took: the kind is `delivery`, the state is the number of a
 * bucket (see delivery-times.ts), and the origin is empty.
 *
 * Ids grow with time, apart from a delay, so the messages of the last minutes are a stretch at the end of the primary
 * key.
 */
export async function countMinutes(sql: Sql, changeNotes?: ChangeNotes | undefined): Promise<boolean> {
  return sql.begin(async (tx) => {
    const [due] = await tx<Due[]>`
      select hour_due_at <= now() as is_hour, date_trunc('minute', now()) as minute,
        greatest(counted_to, date_trunc('minute', now()) - ${KEPT_HOURS}::integer * interval '1 hour') as counted_to
      from minute_count_turn where due_at <= now() for update skip locked`
    if (due === undefined) return false
    // The statements are planned once, for any stretch, which is to be read by its index, however large the planner
    // believes it to be.
    await tx`set local enable_seqscan = off`
    await tx`set local enable_bitmapscan = off`
    const startedAt = performance.now()
    const { minutes, everyMs } = due.is_hour ? HOUR : RECENT
    const { countedTo, isChanged } = await count(tx, due, minutes)
    // What is counted of the last hour or day is other minutes now.
    if (isChanged || due.counted_to === null || due.counted_to < due.minute)
      changeNotes?.noteEverywhereAfter(tx, 'figures')
    if (due.is_hour)
      await tx`
      delete from minute_count where minute < now() - ${KEPT_HOURS}::integer * interval '1 hour'`
    const restMs = Math.round(REST * (performance.now() - startedAt))
    await tx`
      update minute_count_turn set counted_at = now(), counted_to = ${countedTo}::timestamptz,
        due_at = clock_timestamp() + ${Math.max(RECENT.everyMs, restMs)}::bigint * interval '1 millisecond',
        hour_due_at = case when ${due.is_hour}::boolean
          then clock_timestamp() + ${Math.max(everyMs, restMs)}::bigint * interval '1 millisecond' else hour_due_at end`
    return true
  })
}

interface Due {
  readonly is_hour: boolean
  /** The one that has begun. */
  readonly minute: Date
  /** Null before the first count. */
  readonly counted_to: Date | null
}

const MINUTE_MS = 60_000

interface Count {
  /** How far the counting has come. */
  readonly countedTo: Date
  /** Something was counted that was not before. */
  readonly isChanged: boolean
}

/** Counts the last minutes, and a stretch of those that were missed. */
async function count(tx: Transaction, { minute, counted_to: countedTo }: Due, minutes: number): Promise<Count> {
  const since = new Date(minute.getTime() - minutes * MINUTE_MS)
  const isChanged = await countBetween(tx, { since })
  if (countedTo === null || countedTo >= since) return { countedTo: minute, isChanged }
  const until = new Date(Math.min(since.getTime(), countedTo.getTime() + STEP_MINUTES * MINUTE_MS))
  const isMore = await countBetween(tx, { since: countedTo, until })
  return { countedTo: until, isChanged: isChanged || isMore }
}

/** From `since` on and before `until`; absent: up to now. */
interface Stretch {
  readonly since: Date
  readonly until?: Date
}

/** Writes only the counts that have changed; most have not. Resolves with whether there were any. */
async function countBetween(tx: Transaction, stretch: Stretch): Promise<boolean> {
  const { since, until } = stretch
  const bounds = await findIdBounds(tx, async (statement) => statement, null, stretch)
  const fromId = bounds.from ?? 0
  const toId = bounds.to ?? Number.MAX_SAFE_INTEGER
  const isWithin = (at: ReturnType<Transaction>) => tx`
    ${at} >= ${since}::timestamptz and ${at} < coalesce(${until ?? null}::timestamptz, 'infinity')`
  const [row] = await tx<{ is_changed: boolean }[]>`
    with own as materialized (
      select distinct channel_id from app_user where role = 'user' and channel_id is not null
    ),
    stood as materialized (
      select client_id, channel_id, minute, origin, state, bucket, count(*) as count
      from (
        select message.client_id, own.channel_id, date_trunc('minute', message.accepted_at) as minute, message.origin,
          case
            when stored.state <> 'scheduled' then stored.state::text
            when coalesce(stored.send_at, message.send_at) > now() then 'scheduled'
            else 'queued'
          end as state,
          case when stored.state = 'delivered' and stored.done_at is not null then floor(ln(greatest(1, 1000 * extract(epoch from
            stored.done_at - greatest(message.accepted_at, message.send_at, stored.send_at)
          )::float8)) / ${Math.log(BUCKET_GROWTH)}::float8)::integer end as bucket
        from message
        left join message_state as stored on stored.sms_id = message.sms_id and stored.sms_id >= ${fromId}::bigint and stored.sms_id < ${toId}::bigint
        left join own on own.channel_id = message.channel_id
        where message.sms_id >= ${fromId}::bigint and message.sms_id < ${toId}::bigint
          and ${isWithin(tx`message.accepted_at`)}
      ) as message
      group by client_id, channel_id, minute, origin, state, bucket
    ),
    found as (
      select 'message' as kind, client_id, channel_id, minute, origin, state, count from stood
      union all
      select 'delivery', client_id, channel_id, minute, '', bucket::text, count from stood where bucket is not null
      union all
      select 'webhook', client_id, own.channel_id, date_trunc('minute', created_at), kind,
        case when state = 'pending' and attempts > 0 then 'retrying' when state = 'pending' then 'waiting' else state end, 1
      from webhook left join own using (channel_id)
      where webhook_id >= ${fromId}::bigint and webhook_id < ${toId}::bigint and ${isWithin(tx`created_at`)}
    ),
    counted as materialized (
      select kind, coalesce(client_id, -channel_id, ${ALL_CLIENTS}::bigint) as client_id, minute, origin, state,
        sum(count)::integer as count
      from found
      group by grouping sets (
        (kind, client_id, minute, origin, state), (kind, channel_id, minute, origin, state), (kind, minute, origin, state)
      )
      having grouping(channel_id) = 1 or channel_id is not null
    ),
    written as (
      insert into minute_count (kind, client_id, minute, origin, state, count)
      select kind, client_id, minute, origin, state, count from counted
      on conflict (kind, client_id, minute, origin, state) do update set count = excluded.count
      where minute_count.count <> excluded.count
      returning 1
    ),
    removed as (
      delete from minute_count
      where ${isWithin(tx`minute`)} and not exists (
        select from counted
        where counted.kind = minute_count.kind and counted.client_id = minute_count.client_id
          and counted.minute = minute_count.minute and counted.origin = minute_count.origin
          and counted.state = minute_count.state
      )
      returning 1
    )
    select exists (select from written) or exists (select from removed) as is_changed`
  return row?.is_changed === true
}
