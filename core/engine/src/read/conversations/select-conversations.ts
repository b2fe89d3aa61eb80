import type { ConversationFolder, ConversationRecord } from '@heliograph/contracts'
import { hasWord } from '../../contacts/name-search.ts'
import { numberArray, textArray } from '../../database/arrays.ts'
import { encodingOf } from '../../database/codes.ts'
import type { Sql } from '../../database/database.ts'
import { shownText } from '../../database/shown-text.ts'
import { type ConversationViewer, indexOf, isIn, rangeOf } from './conversation-folders.ts'

/** How many of the newest messages to a contact are looked at to find the last one of a conversation. */
const LOOKED_AT = 100

export interface ConversationRow {
  readonly channel_id: number
  readonly contact: string
  readonly channel: string
  readonly mobile: string | null
  readonly newest_id: number
  readonly unread: number
  readonly name: string
  readonly is_opted_out: boolean
  readonly body: string | null
  readonly encoding: number
  readonly received_at: Date
  /** Null: nothing was sent recently. */
  readonly sms_id: number | null
  readonly sent_body: string | null
  readonly sent_encoding: number
  readonly accepted_at: Date
  readonly sent_by: string | null
  readonly assignee_id: number | null
  readonly assignee: string | null
  readonly is_done: boolean
  readonly snoozed_until: Date | null
  readonly handled_by: string | null
  /** Others who are writing: their ids, e-mails, and until when (milliseconds since 1970). */
  readonly answering: readonly (readonly [userId: number, email: string, until: number])[]
}

/**
 * A conversation of the page, or, if there is none, only the state of the search. That state is the same in every row.
 */
export type ConversationStepRow = {
  /** How many conversations fit, at most one more than were wanted. */
  readonly found: number
  /** The last one that was looked at, when fewer were found than wanted and there is more to look at. */
  readonly looked_to: number | null
} & (ConversationRow | { readonly channel_id: null })

export interface ConversationSelection {
  readonly viewer: ConversationViewer
  /** Only conversations of this channel; null: of all. */
  readonly channelId: number | null
  readonly isUnread: boolean
  /** Undefined: all. */
  readonly folder: ConversationFolder | undefined
  /** Digits that contacts begin with; empty: any. */
  readonly number: string
  /** What words of the contacts' names begin with (`wordBeginnings`); none: any name, or none. */
  readonly beginnings: readonly string[]
  /** All contacts with a name like this, if they are few; undefined: any contact may have one. */
  readonly mobiles: readonly string[] | undefined
  /** Only those whose newest SMS has a lower id. */
  readonly before: number
}

/** How far one step of a search goes. */
export interface ConversationLimits {
  /** Entries of the index that are looked at. */
  readonly entries: number
  readonly conversations: number
}

/**
 * One step of a search for conversations: those that fit are chosen from a limited stretch of an index, or from those
 * of the contacts that have the name.
 */
export function selectConversations(sql: Sql, selection: ConversationSelection, limits: ConversationLimits) {
  const { viewer, mobiles } = selection
  const { conversations } = limits
  const { fitting, lookedTo } =
    mobiles === undefined ? fromNewest(sql, selection, limits) : fromContacts(sql, { ...selection, mobiles }, limits)
  return sql<ConversationStepRow[]>`
    with fitting as materialized (
      select entry.* from (${fitting}) as entry order by entry.newest_id desc limit ${conversations}::integer + 1
    ),
    standing as materialized (
      select counted.found, case when counted.found <= ${conversations}::integer then (${lookedTo}) end as looked_to
      from (select count(*) as found from fitting) as counted
    )
    select standing.found, standing.looked_to, record.*
    from standing left join (
      select ${conversationColumns(sql)}
      from (select * from fitting order by newest_id desc limit ${conversations}::integer) as chosen
      ${conversationTables(sql, viewer)}
    ) as record on true
    order by record.newest_id desc`
}

/**
 * Conversations of all contacts, newest first. Whole rows are compared so that only one index has the requested order.
 */
function fromNewest(sql: Sql, selection: ConversationSelection, { entries, conversations }: ConversationLimits) {
  const { isUnread, folder, beginnings } = selection
  const { order, range } = rangeOf(sql, folder, selection.viewer, selection.before)
  // Unread ones are few, and have an index of their own, which has those of all folders.
  const hasIndex = folder !== undefined && (folder === 'mine' || !isUnread)
  const stretch = sql`
    ${range} ${isUnread ? sql`and entry.unread > 0` : sql``} ${hasIndex ? sql`and ${indexOf(sql, folder)}` : sql``}`
  return {
    fitting: sql`
      select entry.*
      from (select * from conversation as entry where ${stretch} order by ${order} limit ${entries}::integer) as entry
      where ${conditions(sql, selection)} and ${beginnings.length === 0 ? sql`true` : hasName(sql, beginnings)}
      order by ${order} limit ${conversations}::integer + 1`,
    lookedTo: sql`
      select entry.newest_id from conversation as entry where ${stretch} order by ${order}
      limit 1 offset ${entries}::integer - 1`,
  }
}

/** The newest conversations of each of these contacts, all at once. */
function fromContacts(
  sql: Sql,
  selection: ConversationSelection & { readonly mobiles: readonly string[] },
  { conversations }: ConversationLimits,
) {
  const { isUnread, mobiles, before } = selection
  const { clientId } = selection.viewer
  return {
    fitting: sql`
      select entry.* from unnest(${textArray(mobiles)}::text[]) as named (mobile)
      cross join lateral (
        select * from conversation as entry
        where entry.mobile is not null
          and (entry.client_id, entry.mobile, entry.newest_id) >= (${clientId}::bigint, named.mobile, 0::bigint)
          and (entry.client_id, entry.mobile, entry.newest_id) < (${clientId}::bigint, named.mobile, ${before}::bigint)
          and ${conditions(sql, selection)} and ${isUnread ? sql`entry.unread > 0` : sql`true`}
        order by entry.client_id desc, entry.mobile desc, entry.newest_id desc limit ${conversations}::integer + 1
      ) as entry`,
    lookedTo: sql`null::bigint`,
  }
}

function conditions(sql: Sql, { channelId, number, folder, viewer }: ConversationSelection) {
  return sql`entry.channel_id = coalesce(${channelId}::bigint, entry.channel_id) and starts_with(entry.contact, ${number})
    and ${folder === undefined ? sql`true` : isIn(sql, folder, viewer)}`
}

/** `offset 0` keeps this a look-up for each conversation. */
function hasName(sql: Sql, beginnings: readonly string[]) {
  const named = beginnings.map((beginning) => hasWord(sql, sql`name_words(phonebook.name_key)`, beginning))
  return sql`exists (
    select from phonebook
    where phonebook.client_id = entry.client_id and phonebook.mobile = entry.mobile
      and ${named.reduce((all, each) => sql`${all} and ${each}`)}
    offset 0
  )`
}

/** One conversation, by its key. */
export function selectConversation(sql: Sql, viewer: ConversationViewer, channelId: number, contact: string) {
  return sql<ConversationRow[]>`
    select ${conversationColumns(sql)}
    from (
      select * from conversation
      where channel_id = ${channelId}::bigint and contact = ${contact} and client_id = ${viewer.clientId}::bigint
    ) as chosen
    ${conversationTables(sql, viewer)}`
}

/** Conversations by their keys, in no order. */
export function selectConversationsOf(
  sql: Sql,
  viewer: ConversationViewer,
  keys: readonly { readonly channel_id: number; readonly contact: string }[],
) {
  return sql<ConversationRow[]>`
    select ${conversationColumns(sql)}
    from unnest(
      ${numberArray(keys.map((key) => key.channel_id))}::bigint[], ${textArray(keys.map((key) => key.contact))}::text[]
    ) as key (channel_id, contact)
    cross join lateral (
      select * from conversation
      where channel_id = key.channel_id and contact = key.contact and client_id = ${viewer.clientId}::bigint limit 1
    ) as chosen
    ${conversationTables(sql, viewer)}`
}

function conversationColumns(sql: Sql) {
  return sql`
    chosen.channel_id, chosen.contact, coalesce(channel.address, '') as channel, chosen.mobile, chosen.newest_id, chosen.unread,
    coalesce(phonebook.name, '') as name, coalesce(contact.status = 0, false) as is_opted_out,
    incoming.body, incoming.encoding, incoming.received_at, outgoing.sms_id, outgoing.body as sent_body,
    outgoing.encoding as sent_encoding, outgoing.accepted_at, outgoing.sent_by,
    chosen.assignee_id, assignee.email as assignee, chosen.done_at is not null as is_done, chosen.snoozed_until,
    handler.email as handled_by, coalesce(writing.answering, '[]') as answering`
}

/** Looks up what belongs to each of the chosen conversations, whatever the planner expects. */
function conversationTables(sql: Sql, { clientId, userId }: ConversationViewer) {
  return sql`
    cross join lateral (
      select * from incoming_message where incoming_message.incoming_id = chosen.newest_id limit 1
    ) as incoming
    left join lateral (select address from channel where channel.channel_id = chosen.channel_id limit 1) as channel on true
    left join lateral (
      select name from phonebook where phonebook.client_id = ${clientId}::bigint and phonebook.mobile = chosen.mobile limit 1
    ) as phonebook on true
    left join lateral (
      select status from contact where contact.client_id = ${clientId}::bigint and contact.mobile = chosen.mobile limit 1
    ) as contact on true
    left join lateral (
      select sent.sms_id, coalesce(sent.body, shared.body) as body, sent.encoding, sent.accepted_at, sender.email as sent_by
      from (
        select * from message
        where (message.recipient, message.sms_id) >= (chosen.mobile, 0::bigint)
          and (message.recipient, message.sms_id) < (chosen.mobile, 9223372036854775807::bigint)
        order by message.recipient desc, message.sms_id desc limit ${sql.unsafe(String(LOOKED_AT))}
      ) as sent
      left join lateral (select body from message_text where message_text.text_id = sent.text_id limit 1) as shared on true
      left join lateral (select email from app_user where app_user.user_id = sent.user_id limit 1) as sender on true
      where sent.client_id = ${clientId}::bigint and sent.channel_id = chosen.channel_id
      order by sent.sms_id desc limit 1
    ) as outgoing on true
    left join lateral (
      select email from app_user where app_user.user_id = chosen.assignee_id limit 1
    ) as assignee on true
    left join lateral (select email from app_user where app_user.user_id = chosen.handled_by limit 1) as handler on true
    left join lateral (
      select json_agg(json_build_array(answering.user_id, colleague.email, floor(extract(epoch from answering.until) * 1000)))
        as answering
      from conversation_answering as answering
      cross join lateral (select email from app_user where app_user.user_id = answering.user_id limit 1) as colleague
      where answering.channel_id = chosen.channel_id and answering.contact = chosen.contact
        and answering.until > now() and answering.user_id <> ${userId}::bigint
    ) as writing on true`
}

export function mapRowToConversation(row: ConversationRow): ConversationRecord {
  return {
    channelId: row.channel_id,
    contact: row.contact,
    channel: row.channel,
    mobile: row.mobile,
    name: row.name,
    isOptedOut: row.is_opted_out,
    unread: row.unread,
    lastIncoming: {
      incomingId: row.newest_id,
      text: shownText(row.body, row.encoding),
      encoding: encodingOf(row.encoding),
      at: row.received_at,
    },
    lastOutgoing:
      row.sms_id === null
        ? null
        : {
            smsId: row.sms_id,
            text: shownText(row.sent_body, row.sent_encoding),
            encoding: encodingOf(row.sent_encoding),
            at: row.accepted_at,
            sentBy: row.sent_by,
          },
    handling: {
      assignee: row.assignee_id === null ? null : { userId: row.assignee_id, email: row.assignee ?? '' },
      isDone: row.is_done,
      snoozedUntil: row.snoozed_until,
      changedBy: row.handled_by,
      answering: row.answering.map(([id, email, until]) => ({ userId: id, email, until: new Date(until) })),
    },
  }
}
