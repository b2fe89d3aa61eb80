import type { MessageState, Priority, QuietHours, SpeedLimit } from '@heliograph/contracts'
import type { LineFacts } from '@heliograph/messaging'
import { numberArray } from '../../database/arrays.ts'
import type { Sql } from '../../database/database.ts'
import { unparkedRoute, waitsForSpeed } from '../../outbound/holds/parked-batches.ts'
import { isLimit } from '../../outbound/speeds/change-speed.ts'

/** A message, and where it stands in line. */
export interface PlacedMessage {
  readonly client_id: number
  readonly channel_id: number
  readonly state: MessageState
  readonly now: Date
  /** When its batch is due, or when it is to be sent. */
  readonly due_at: Date
  readonly recipient: string
  readonly origin: string
  /** Of its client; null: it has none. */
  readonly quiet_hours: QuietHours | null
  /** Its delivery window as it is stored; null: it has none. */
  readonly delivery_window: string | null
  /** Since when its bulk is paused; null: it is not. */
  readonly paused_at: Date | null
  /** The limit of its bulk's speed, by which its turn has not come; null: it does not wait for that. */
  readonly speed_limit: SpeedLimit | null
  /** The route under which it waits. */
  readonly route: string
  readonly priority: number
  /** Null: it is in no batch any more. */
  readonly batch_id: number | null
  /** How many messages of its batch go before it. */
  readonly before: number
  readonly link: string | null
  readonly is_segment: boolean
}

/** Finds a message by its id, or by that of a segment. */
export async function findPlaced(sql: Sql, smsId: number): Promise<PlacedMessage | undefined> {
  const [row] = await sql<PlacedMessage[]>`
    with wanted as materialized (
      select coalesce(
        (select joined_id from message_alias where sms_id = ${smsId}::bigint), ${smsId}::bigint
      ) as sms_id
    )
    select message.client_id, message.channel_id, now() as now, false as is_segment, message.recipient, message.origin,
      message.delivery_window,
      (select quiet_hours from client where client.client_id = message.client_id),
      (
        select paused_at from paused_bulk
        where paused_bulk.client_id = message.client_id and paused_bulk.bulk_id = message.bulk_id
          and cancelled_at is null
      ),
      (
        select jsonb_build_object('parts', parts, 'seconds', seconds) from bulk_speed
        where bulk_speed.speed_id = waiting.slow_id and ${isLimit(sql)}
      ) as speed_limit,
      case
        when stored.state <> 'scheduled' then stored.state
        when coalesce(stored.send_at, message.send_at) > now() then 'scheduled'
        else 'queued'
      end::text as state,
      coalesce(waiting.due_at, stored.send_at, message.send_at, message.accepted_at) as due_at,
      coalesce(waiting.route, message.route) as route,
      message.priority::integer as priority, waiting.batch_id, coalesce(waiting.before, 0) as before,
      (select link from attempt where attempt.sms_id = message.sms_id order by attempt desc limit 1) as link
    from wanted
    cross join lateral (select * from message where message.sms_id = wanted.sms_id limit 1) as message
    left join lateral (
      select state, send_at, batch_id from message_state where message_state.sms_id = wanted.sms_id limit 1
    ) as stored on true
    left join lateral (
      select found.batch_id, found.route, found.slow_id, coalesce(found.move_to, found.due_at) as due_at,
        array_position(found.sms_ids, message.sms_id) - 1 as before
      from (
        select *, case when ${waitsForSpeed(sql)} then speed_id end as slow_id from batch
        where batch.batch_id = coalesce(stored.batch_id, message.batch_id)
        union all
        select *, case when ${waitsForSpeed(sql)} then speed_id end from batch
        where batch.split_from = coalesce(stored.batch_id, message.batch_id)
      ) as found
      where found.cancelled_at is null and message.sms_id = any(found.sms_ids)
      limit 1
    ) as waiting on true`
  return row ?? findSegment(sql, smsId)
}

async function findSegment(sql: Sql, smsId: number): Promise<PlacedMessage | undefined> {
  const [row] = await sql<PlacedMessage[]>`
    select client_id, channel_id, now() as now, true as is_segment, recipient, origin, null as quiet_hours,
      null as delivery_window, null::timestamptz as paused_at, null as speed_limit, 'queued' as state,
      accepted_at as due_at, '' as route, priority::integer as priority, null as batch_id, 0 as before, null as link
    from segment where sms_id = ${smsId}::bigint`
  return row
}

/** A place in the line of a route; without a batch: the end of the line of its priority. */
export type LinePlace = Pick<PlacedMessage, 'route' | 'priority' | 'due_at' | 'batch_id' | 'before'>

/** The most batches of a priority that are counted; see `countWaiting`. */
const MOST_COUNTED = 20_000

/**
 * Counts the messages that go before a place. Nodes hold few batches; of the others the index is entered once for each
 * priority that goes first. With turns of clients (`dispatch.fairness`) it is still the order in which they came.
 */
export async function countBefore(sql: Sql, place: LinePlace, priorities: readonly Priority[]): Promise<LineFacts> {
  const { route, priority, due_at: dueAt, batch_id: batchId } = place
  const first = priorities.filter((each) => each <= priority)
  const [row] = await sql<{ before: number; batches: number }[]>`
    with ahead as (
      select oldest.messages
      from (
        select urgency,
          case when urgency < ${priority}::integer then now() else least(now(), ${dueAt}::timestamptz) end as due_at,
          case when urgency < ${priority}::integer then ${NO_BATCH}::bigint else ${batchId ?? NO_BATCH}::bigint end as batch_id
        from unnest(${numberArray(first)}::integer[]) as urgency
      ) as place
      cross join lateral (
        select cardinality(sms_ids) as messages from batch
        where owner is null and cancelled_at is null and route = ${route} and priority = place.urgency
          and (due_at, batch_id) < (place.due_at, place.batch_id)
        order by due_at, batch_id limit ${MOST_COUNTED}::integer
      ) as oldest
      union all
      select cardinality(sms_ids) from batch
      where owner is not null and cancelled_at is null and route = ${unparkedRoute(route)} and due_at <= now()
        and (priority, due_at, batch_id) < (${priority}::integer, ${dueAt}::timestamptz, ${batchId ?? NO_BATCH}::bigint)
    )
    select coalesce(sum(messages), 0)::bigint as before, count(*)::integer as batches from ahead`
  const { before = 0, batches = 0 } = row ?? {}
  return { before: before + place.before, isMore: batches >= MOST_COUNTED }
}

/** Behind every batch. */
const NO_BATCH = Number.MAX_SAFE_INTEGER
