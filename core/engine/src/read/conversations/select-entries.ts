import { numberArray } from '../../database/arrays.ts'
import type { Sql } from '../../database/database.ts'

/** The key by which both sides of a conversation are found. */
export interface EntrySelection {
  readonly clientId: number
  readonly channelId: number
  /** As in `incoming_message`. */
  readonly contact: string
}

/** How far one step of a search goes. */
export interface EntryLimits {
  /** Entries of the index that are looked at. */
  readonly entries: number
  readonly messages: number
}

interface StepStanding {
  /** How many messages fit, at most one more than were wanted. */
  readonly found: number
  /** The last one that was looked at, when fewer were found than wanted and there is more to look at. */
  readonly looked_id: number | null
}

export interface IncomingEntryRow {
  readonly incoming_id: number
  readonly received_at: Date
  readonly body: string | null
  readonly encoding: number
}

export interface OutgoingEntryRow {
  readonly sms_id: number
  readonly accepted_at: Date
  readonly sent_by: string | null
}

/** Status 0 = opted out, 1 = opted in. */
export interface KeywordChangeRow {
  readonly incoming_id: number
  readonly status: 0 | 1
}

/** A message of the step, or, if there is none, only the state of the search. That state is the same in every row. */
export type IncomingEntryStepRow = StepStanding & { readonly looked_at: Date | null } & (
    | IncomingEntryRow
    | { readonly incoming_id: null }
  )
export type OutgoingEntryStepRow = StepStanding & (OutgoingEntryRow | { readonly sms_id: null })

/**
 * SMS of a contact to a channel before a moment, and at that moment those with lower ids; newest first. Whole rows are
 * compared so that only the index of senders has the requested order; SMS of the same moment are read together, since
 * the index does not order them.
 */
export function selectIncomingEntries(
  sql: Sql,
  { clientId, channelId, contact }: EntrySelection,
  before: { readonly at: Date; readonly id: number },
  { entries, messages }: EntryLimits,
) {
  const order = sql`message.sender desc, message.received_at desc`
  const stretch = sql`
    (message.sender, message.received_at) >= (${contact}, '-infinity'::timestamptz)
    and (message.sender, message.received_at) <= (${contact}, ${before.at}::timestamptz)
    and (message.received_at, message.incoming_id) < (${before.at}::timestamptz, ${before.id}::bigint)`
  return sql<IncomingEntryStepRow[]>`
    with fitting as materialized (
      select message.incoming_id, message.received_at
      from (
        select * from incoming_message as message where ${stretch} order by ${order}
        fetch first (${entries}::integer) rows with ties
      ) as message
      where message.client_id = ${clientId}::bigint and message.channel_id = ${channelId}::bigint
      order by ${order} fetch first (${messages}::integer + 1) rows with ties
    ),
    standing as materialized (
      select counted.found, looked.*
      from (select count(*) as found from fitting) as counted
      left join lateral (
        select 0::bigint as looked_id, message.received_at as looked_at from incoming_message as message
        where counted.found <= ${messages}::integer and ${stretch} order by ${order} limit 1 offset ${entries}::integer - 1
      ) as looked on true
    )
    select standing.found, standing.looked_id, standing.looked_at, record.*
    from standing left join (
      select chosen.incoming_id, chosen.received_at, message.body, message.encoding
      from (select * from fitting order by received_at desc, incoming_id desc limit ${messages}::integer) as chosen
      cross join lateral (
        select body, encoding from incoming_message where incoming_message.incoming_id = chosen.incoming_id limit 1
      ) as message
    ) as record on true
    order by record.received_at desc, record.incoming_id desc`
}

/** Messages from a channel to a number with lower ids than the given one, highest first. */
export function selectOutgoingEntries(
  sql: Sql,
  { clientId, channelId }: EntrySelection,
  mobile: string,
  before: number,
  { entries, messages }: EntryLimits,
) {
  const order = sql`message.recipient desc, message.sms_id desc`
  const stretch = sql`
    (message.recipient, message.sms_id) >= (${mobile}, 0::bigint)
    and (message.recipient, message.sms_id) < (${mobile}, ${before}::bigint) and message.sms_id < ${before}::bigint`
  return sql<OutgoingEntryStepRow[]>`
    with fitting as materialized (
      select message.sms_id, message.accepted_at, message.user_id
      from (select * from message where ${stretch} order by ${order} limit ${entries}::integer) as message
      where message.client_id = ${clientId}::bigint and message.channel_id = ${channelId}::bigint
      order by ${order} limit ${messages}::integer + 1
    ),
    standing as materialized (
      select counted.found, looked.*
      from (select count(*) as found from fitting) as counted
      left join lateral (
        select message.sms_id as looked_id from message
        where counted.found <= ${messages}::integer and ${stretch} order by ${order} limit 1 offset ${entries}::integer - 1
      ) as looked on true
    )
    select standing.found, standing.looked_id, record.*
    from standing left join (
      select chosen.sms_id, chosen.accepted_at, sender.email as sent_by
      from (select * from fitting order by sms_id desc limit ${messages}::integer) as chosen
      left join lateral (select email from app_user where app_user.user_id = chosen.user_id limit 1) as sender on true
    ) as record on true
    order by record.sms_id desc`
}

/** What SMS of a client did to whether their senders take messages, oldest first. */
export function selectKeywordChanges(sql: Sql, clientId: number, incomingIds: readonly number[]) {
  return sql<KeywordChangeRow[]>`
    select incoming_id, status from contact_audit
    where incoming_id = any(${numberArray(incomingIds)}::bigint[]) and client_id = ${clientId}::bigint
    order by audit_id`
}
