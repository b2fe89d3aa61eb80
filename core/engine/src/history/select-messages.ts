import type { ReportFilter } from '@heliograph/contracts'
import type { GeneratedMessageId } from '@heliograph/messaging'
import { textArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'
import { messageBody } from '../database/message-body.ts'
import type { IdBounds } from './id-bounds.ts'

/** A message with where it stands. */
export interface MessageRow {
  readonly sms_id: number
  readonly message_id: string | null
  readonly bulk_id: string | null
  readonly reference: string | null
  readonly sender: string
  readonly recipient: string
  readonly body: string
  readonly encoding: number
  readonly parts: number
  readonly price: string
  readonly currency: string
  readonly priority: number
  readonly accepted_at: Date
  readonly send_at: Date | null
  readonly state: string
  readonly submitted_at: Date | null
  readonly done_at: Date | null
  readonly network_status: string | null
  readonly error_id: number | null
  readonly network_id: string | null
}

export interface MessageSelection {
  readonly clientId: number
  readonly filter: ReportFilter
  /** What `filter.messageId` says when it has the form of a generated one. */
  readonly generated: GeneratedMessageId | undefined
  readonly bounds: IdBounds
  readonly now: Date
}

/**
 * Messages of one client, newest first.
 *
 * The page is chosen before anything is joined to it, and the joins are laterals with a limit: they can only run as one look-up for each message of the
 * page, in its partition alone, whatever the planner thinks of the sizes.
 */
export function selectMessages(sql: Sql, selection: MessageSelection): PromiseLike<readonly MessageRow[]> {
  const { filter, now } = selection
  return sql<MessageRow[]>`
    with page as materialized (
      select message.*
      from message ${filter.states ? joinState(sql, now) : sql``}
      where message.client_id = ${selection.clientId}::bigint ${conditions(sql, selection)}
      order by message.sms_id desc
      limit ${filter.limit}::integer
    )
    select message.sms_id, message.message_id, message.bulk_id, message.reference, message.sender, message.recipient,
      ${messageBody(sql)} as body, message.encoding, message.parts, message.price, message.currency, message.priority,
      message.accepted_at, coalesce(stored.send_at, message.send_at) as send_at, standing.state, stored.submitted_at,
      stored.done_at, stored.network_status, stored.error_id, first_part.network_id
    from page as message
    ${joinState(sql, now)}
    left join lateral (
      select network_id from submission where submission.sms_id = message.sms_id
      order by submission.attempt desc, submission.part limit 1
    ) as first_part on true
    order by message.sms_id desc`
}

/** Without a row of its own a message waits; one that was scheduled is queued once its time has come. */
function joinState(sql: Sql, now: Date) {
  return sql`
    left join lateral (
      select * from message_state where message_state.sms_id = message.sms_id limit 1
    ) as stored on true
    cross join lateral (
      select case
        when stored.state <> 'scheduled' then stored.state
        when coalesce(stored.send_at, message.send_at) > ${now}::timestamptz then 'scheduled'
        else 'queued'
      end::text as state
    ) as standing`
}

function conditions(sql: Sql, selection: MessageSelection) {
  const { filter, bounds } = selection
  return [
    filter.smsId === undefined ? sql`` : sql`and message.sms_id = ${filter.smsId}::bigint`,
    filter.messageId === undefined ? sql`` : hasMessageId(sql, filter.messageId, selection),
    filter.bulkId === undefined ? sql`` : sql`and message.bulk_id = ${filter.bulkId}`,
    filter.from === undefined ? sql`` : sql`and message.sender = ${filter.from}`,
    filter.to === undefined ? sql`` : sql`and message.recipient = ${filter.to}`,
    filter.since === undefined ? sql`` : sql`and message.accepted_at >= ${filter.since}::timestamptz`,
    filter.until === undefined ? sql`` : sql`and message.accepted_at < ${filter.until}::timestamptz`,
    bounds.from === null ? sql`` : sql`and message.sms_id >= ${bounds.from}::bigint`,
    bounds.to === null ? sql`` : sql`and message.sms_id < ${bounds.to}::bigint`,
    filter.states ? sql`and standing.state = any(${textArray(filter.states)}::text[])` : sql``,
  ]
}

/** Supplied ids are kept in `message_key`; generated ones contain the number, and the time tells whether it is really that message's. */
function hasMessageId(sql: Sql, messageId: string, { clientId, generated }: MessageSelection) {
  const acceptedAt = generated ? new Date(generated.acceptedAtMs) : null
  return sql`
    and message.sms_id = coalesce(
      (select sms_id from message_key where client_id = ${clientId}::bigint and message_id = ${messageId}),
      ${generated?.smsId ?? null}::bigint
    )
    and (
      message.message_id = ${messageId}
      or message.message_id is null and message.accepted_at = ${acceptedAt}::timestamptz
    )`
}
