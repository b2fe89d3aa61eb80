import type { MessageRecord, MessageState, ReportFilter } from '@heliograph/contracts'
import { errorIdOf, formatMessageId, type GeneratedMessageId, priorityName } from '@heliograph/messaging'
import { among } from '../../database/among.ts'
import { textArray } from '../../database/arrays.ts'
import { encodingOf } from '../../database/codes.ts'
import type { Sql } from '../../database/database.ts'
import { readMetadata } from '../../database/read-metadata.ts'
import { shownText } from '../../database/shown-text.ts'
import type { IdBounds } from './id-bounds.ts'

/** A message with its current state. */
export interface MessageRow {
  readonly sms_id: number
  readonly client_id: number
  readonly message_id: string | null
  readonly bulk_id: string | null
  readonly reference: string | null
  /** JSON; null: none. */
  readonly metadata: string | null
  readonly origin: string
  readonly sender: string
  readonly recipient: string
  /** Null: removed. */
  readonly body: string | null
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

/** A message of the page, or, if there is none, only the state of the search. That state is the same in every row. */
export type StepRow = SearchStanding & (MessageRow | { readonly sms_id: null })

interface SearchStanding {
  /** How many messages fit, at most one more than were wanted. */
  readonly found: number
  /** The last id that was looked at, when fewer were found than wanted and there is more to look at. */
  readonly looked_to: number | null
}

export interface MessageSelection {
  /** Null = all clients. */
  readonly clientId: number | null
  readonly filter: ReportFilter
  /** The contents of `filter.messageId` if it has the form of a generated id. */
  readonly generated: GeneratedMessageId | undefined
  readonly bounds: IdBounds
  readonly now: Date
}

/** How far one step of a search goes. */
export interface StepLimits {
  /** Messages with lower ids only. */
  readonly before: number
  /** Entries of an index that are looked at. */
  readonly entries: number
  readonly messages: number
  /** Octets of texts. */
  readonly octets: number
}

/**
 * One step of a search for messages of a client, newest first.
 *
 * It looks at a limited stretch of one index and chooses the messages that fit. Only then is anything joined, and the
 * joins are laterals with a limit, which can only run as one look-up for each message, in its partition alone, even
 * where the planner misjudges the sizes.
 */
export function selectStep(sql: Sql, selection: MessageSelection, limits: StepLimits) {
  const { now } = selection
  const index = chooseIndex(sql, selection, limits.before)
  return sql<StepRow[]>`
    with page as materialized (
      select message.sms_id
      from (
        select * from message where ${index.stretch} order by ${index.order} limit ${limits.entries}::integer
      ) as message
      ${selection.filter.states ? joinState(sql, now) : sql``}
      ${selection.filter.text === undefined ? sql`` : joinSharedText(sql)}
      where ${selection.clientId === null ? sql`true` : sql`message.client_id = ${selection.clientId}::bigint`}
        ${conditions(sql, selection)}
      order by ${index.order}
      limit ${limits.messages}::integer + 1
    ),
    standing as materialized (
      select counted.found, case when counted.found <= ${limits.messages}::integer then (
        select sms_id from message where ${index.stretch} order by ${index.order} limit 1 offset ${limits.entries}::integer - 1
      ) end as looked_to
      from (select count(*) as found from page) as counted
    )
    select standing.found, standing.looked_to, message.*
    from standing left join (${messagesOfPage(sql, limits, now)}) as message on true
    order by message.sms_id desc`
}

/** Selects those of the messages that belong to the client, highest id first, up to `octets` octets of texts. */
export function selectByIds(
  sql: Sql,
  {
    clientId,
    channelId,
    smsIds,
    octets,
    now,
  }: {
    readonly clientId: number
    readonly channelId: number | undefined
    readonly smsIds: readonly number[]
    readonly octets: number
    readonly now: Date
  },
) {
  return sql<MessageRow[]>`
    with page as materialized (
      select message.sms_id from message
      where ${among(sql, 'message.sms_id', smsIds)}
        and message.client_id = ${clientId}::bigint
        and message.channel_id = coalesce(${channelId ?? null}::bigint, message.channel_id)
    )
    select * from (${messagesOfPage(sql, { messages: smsIds.length, octets }, now)}) as message order by message.sms_id desc`
}

function messagesOfPage(sql: Sql, limits: Pick<StepLimits, 'messages' | 'octets'>, now: Date) {
  return sql`
    select message.sms_id, message.client_id, message.message_id, message.bulk_id, message.reference, message.metadata, message.origin, message.sender, message.recipient,
      message.full_text as body, message.encoding, message.parts, message.price, message.currency, message.priority,
      message.accepted_at, coalesce(stored.send_at, message.send_at) as send_at, current.state, stored.submitted_at,
      stored.done_at, stored.network_status, stored.error_id, first_part.network_id
    from (
      select message.*, coalesce(message.body, shared.body) as full_text,
        sum(coalesce(octet_length(coalesce(message.body, shared.body)), 0)) over (order by message.sms_id desc) as octets
      from (select sms_id from page order by sms_id desc limit ${limits.messages}::integer) as chosen
      cross join lateral (select * from message where message.sms_id = chosen.sms_id limit 1) as message
      ${joinSharedText(sql)}
    ) as message
    ${joinState(sql, now)}
    left join lateral (
      select network_id from submission where submission.sms_id = message.sms_id
      order by submission.attempt desc, submission.part limit 1
    ) as first_part on true
    where message.octets <= ${limits.octets}::bigint`
}

/**
 * Chooses the index by which the fewest messages have to be looked at.
 *
 * Whole rows are compared where plain conditions would mean the same, because then only this index has the requested
 * order. Otherwise the planner may take the primary key, which is in the order of the ids too, and read the messages of
 * all clients for one that has few.
 */
function chooseIndex(sql: Sql, selection: MessageSelection, before: number) {
  const { clientId, filter, bounds } = selection
  const from = bounds.from ?? 0
  const to = Math.min(before, bounds.to ?? before)
  const inIds = sql`message.sms_id >= ${from}::bigint and message.sms_id < ${to}::bigint`
  if (filter.smsId !== undefined)
    return { stretch: sql`${inIds} and message.sms_id = ${filter.smsId}::bigint`, order: sql`message.sms_id desc` }
  if (filter.messageId !== undefined)
    return {
      stretch: sql`${inIds} and message.sms_id = ${idOf(sql, filter.messageId, selection)}`,
      order: sql`message.sms_id desc`,
    }
  if (filter.bulkId !== undefined && clientId !== null)
    return {
      stretch: sql`${inIds} and message.bulk_id is not null
        and (message.client_id, message.bulk_id, message.sms_id) >= (${clientId}::bigint, ${filter.bulkId}, ${from}::bigint)
        and (message.client_id, message.bulk_id, message.sms_id) < (${clientId}::bigint, ${filter.bulkId}, ${to}::bigint)`,
      order: sql`message.client_id desc, message.bulk_id desc, message.sms_id desc`,
    }
  if (filter.to !== undefined)
    return {
      stretch: sql`${inIds}
        and (message.recipient, message.sms_id) >= (${filter.to}, ${from}::bigint)
        and (message.recipient, message.sms_id) < (${filter.to}, ${to}::bigint)`,
      order: sql`message.recipient desc, message.sms_id desc`,
    }
  if (clientId === null) return { stretch: inIds, order: sql`message.sms_id desc` }
  return {
    stretch: sql`${inIds}
      and (message.client_id, message.sms_id) >= (${clientId}::bigint, ${from}::bigint)
      and (message.client_id, message.sms_id) < (${clientId}::bigint, ${to}::bigint)`,
    order: sql`message.client_id desc, message.sms_id desc`,
  }
}

/** A text that many recipients share is kept once. */
function joinSharedText(sql: Sql) {
  return sql`
    left join lateral (
      select body from message_text where message_text.text_id = message.text_id limit 1
    ) as shared on true`
}

/** A message without a row of its own waits; a scheduled one is queued once its time has come. */
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
    ) as current`
}

function conditions(sql: Sql, selection: MessageSelection) {
  const { filter } = selection
  return [
    filter.messageId === undefined ? sql`` : hasMessageId(sql, filter.messageId, selection),
    filter.bulkId === undefined ? sql`` : sql`and message.bulk_id = ${filter.bulkId}`,
    filter.channelId === undefined ? sql`` : sql`and message.channel_id = ${filter.channelId}::bigint`,
    filter.from === undefined ? sql`` : sql`and message.sender = ${filter.from}`,
    filter.to === undefined ? sql`` : sql`and message.recipient = ${filter.to}`,
    filter.since === undefined ? sql`` : sql`and message.accepted_at >= ${filter.since}::timestamptz`,
    filter.until === undefined ? sql`` : sql`and message.accepted_at < ${filter.until}::timestamptz`,
    filter.reference === undefined ? sql`` : sql`and message.reference = ${filter.reference}`,
    filter.requestId === undefined ? sql`` : sql`and message.request_id = ${filter.requestId}`,
    filter.origins ? sql`and message.origin = any(${textArray(filter.origins)}::text[])` : sql``,
    filter.text === undefined
      ? sql``
      : sql`and strpos(lower(coalesce(message.body, shared.body)), lower(${filter.text}::text)) > 0`,
    filter.states ? sql`and current.state = any(${textArray(filter.states)}::text[])` : sql``,
  ]
}

/**
 * Supplied ids are kept in `message_key`; generated ones contain the number. For all clients, it is the newest message
 * that has the supplied id.
 */
function idOf(sql: Sql, messageId: string, { clientId, generated }: MessageSelection) {
  const supplied =
    clientId === null
      ? sql`
        select supplied.sms_id from client cross join lateral (
          select sms_id from message_key where message_key.client_id = client.client_id and message_id = ${messageId} limit 1
        ) as supplied
        order by supplied.sms_id desc limit 1`
      : sql`select sms_id from message_key where client_id = ${clientId}::bigint and message_id = ${messageId}`
  return sql`coalesce((${supplied}), ${generated?.smsId ?? null}::bigint)`
}

/** The time in a generated id shows whether the id really belongs to that message. */
function hasMessageId(sql: Sql, messageId: string, selection: MessageSelection) {
  const acceptedAt = selection.generated ? new Date(selection.generated.acceptedAtMs) : null
  return sql`
    and message.sms_id = ${idOf(sql, messageId, selection)}
    and (
      message.message_id = ${messageId}
      or message.message_id is null and message.accepted_at = ${acceptedAt}::timestamptz
    )`
}

export function mapRowToRecord(row: MessageRow, idSalt: Uint8Array): MessageRecord {
  const state = row.state as MessageState
  return {
    smsId: row.sms_id,
    clientId: row.client_id,
    messageId: row.message_id ?? formatMessageId(idSalt, row.sms_id, row.accepted_at.getTime()),
    bulkId: row.bulk_id,
    reference: row.reference,
    ...readMetadata(row.metadata),
    origin: row.origin,
    from: row.sender,
    to: row.recipient,
    text: shownText(row.body, row.encoding),
    encoding: encodingOf(row.encoding),
    parts: row.parts,
    price: { amount: row.price, currency: row.currency },
    priority: priorityName(row.priority),
    state,
    acceptedAt: row.accepted_at,
    scheduledAt: row.send_at,
    submittedAt: row.submitted_at,
    doneAt: row.done_at,
    networkStatus: row.network_status,
    networkId: row.network_id,
    errorId: errorIdOf(state, row.error_id),
  }
}
