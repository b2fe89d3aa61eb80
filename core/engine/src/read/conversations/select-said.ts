import { numberArray, textArray } from '../../database/arrays.ts'
import { ENCODING_CODES } from '../../database/codes.ts'
import type { Sql } from '../../database/database.ts'
import { IDS_PER_BLOCK } from '../../database/record-ids.ts'
import type { Fragment } from '../../ownership/owned-table.ts'

/** Texts in which a search looks for its words. */
export interface SaidSelection {
  readonly clientId: number
  /** Only those of this channel; null: of all. */
  readonly channelId: number | null
  /** Only those with lower ids. */
  readonly before: number
  /** Words that a text has to begin with (`textBeginnings`), at least one. */
  readonly beginnings: readonly string[]
}

/** A text of a conversation. */
export interface SaidRow {
  readonly id: number
  readonly is_incoming: boolean
  readonly channel_id: number
  /** As in `conversation`. */
  readonly contact: string
  readonly body: string
  readonly at: Date
}

/** A message that was looked at. Without a contact its text cannot have the words, or it is in no conversation. */
export type SaidStepRow =
  | SaidRow
  | { readonly id: number; readonly is_incoming: boolean; readonly contact: string | null; readonly body: null }

const OCTETS = ENCODING_CODES.binary
const ASCII = /^[a-z0-9]+$/

/** Below this id, `word_block` tells which blocks have a word. */
export function selectWordMark(sql: Sql) {
  return sql<{ read_to: number }[]>`select read_to from word_mark`
}

/** First ids of blocks with texts that have these words, the newest first. */
export function selectWordBlocks(sql: Sql, words: string, before: number, limit: number) {
  return sql<{ block_id: number }[]>`
    select block_id from find_word_blocks(${words}::text::tsquery, ${before}::bigint, ${limit}::integer)`
}

/** Texts of blocks, in no order. */
export function selectSaidInBlocks(sql: Sql, selection: SaidSelection, blockIds: readonly number[]) {
  const stretch = (id: Fragment): Fragment =>
    sql`${id} >= block.block_id and ${id} < least(block.block_id + ${IDS_PER_BLOCK}::bigint, ${selection.before}::bigint)`
  return sql<SaidStepRow[]>`
    select said.* from unnest(${numberArray(blockIds)}::bigint[]) as block (block_id)
    cross join lateral (
      ${sentTexts(sql, selection, stretch(sql`message.sms_id`), sql``)}
      union all ${receivedTexts(sql, selection, stretch(sql`incoming.incoming_id`), sql``)}
    ) as said
    where said.contact is not null`
}

/** The newest texts from an id on, at most `limit` of each side, in no order. */
export function selectNewestSaid(sql: Sql, selection: SaidSelection, from: number, limit: number) {
  const stretch = (id: Fragment): Fragment => sql`${id} >= ${from}::bigint and ${id} < ${selection.before}::bigint`
  const newest = (id: Fragment): Fragment => sql`order by client_id desc, ${id} desc limit ${limit}::integer`
  return sql<SaidStepRow[]>`
    (${sentTexts(sql, selection, stretch(sql`message.sms_id`), newest(sql`message.sms_id`))})
    union all
    (${receivedTexts(sql, selection, stretch(sql`incoming.incoming_id`), newest(sql`incoming.incoming_id`))})`
}

function sentTexts(sql: Sql, selection: SaidSelection, stretch: Fragment, chosen: Fragment) {
  const { clientId, channelId } = selection
  return sql`
    select sent.sms_id as id, false as is_incoming, sent.channel_id, conversation.contact,
      case when conversation.contact is not null then coalesce(sent.body, shared.body) end as body, sent.accepted_at as at
    from (
      select * from message where message.client_id = ${clientId}::bigint and ${stretch} ${chosen}
    ) as sent
    left join lateral (
      select body from message_text where message_text.text_id = sent.text_id limit 1
    ) as shared on true
    left join lateral (
      select contact from conversation
      where ${mayHaveWords(sql, sql`coalesce(sent.body, shared.body)`, selection)}
        and conversation.client_id = ${clientId}::bigint and conversation.mobile = sent.recipient
        and conversation.channel_id = sent.channel_id
        and conversation.channel_id = coalesce(${channelId}::bigint, conversation.channel_id)
        and sent.encoding <> ${OCTETS}::smallint
      limit 1
    ) as conversation on true`
}

function receivedTexts(sql: Sql, selection: SaidSelection, stretch: Fragment, chosen: Fragment) {
  const { clientId, channelId } = selection
  return sql`
    select received.incoming_id, true, received.channel_id, conversation.contact,
      case when conversation.contact is not null then received.body end, received.received_at
    from (
      select * from incoming_message as incoming where incoming.client_id = ${clientId}::bigint and ${stretch} ${chosen}
    ) as received
    left join lateral (
      select contact from conversation
      where ${mayHaveWords(sql, sql`received.body`, selection)}
        and conversation.channel_id = received.channel_id and conversation.contact = received.sender
        and conversation.client_id = ${clientId}::bigint
        and conversation.channel_id = coalesce(${channelId}::bigint, conversation.channel_id)
        and received.encoding <> ${OCTETS}::smallint
      limit 1
    ) as conversation on true`
}

/**
 * Whether a text may have all words: quick to tell, so that the conversations of few texts are looked up. Folding
 * (`textWords`) changes only the case of ASCII; other texts are left to `saysAll`.
 */
function mayHaveWords(sql: Sql, body: Fragment, { beginnings }: SaidSelection): Fragment {
  const hasOthers: Fragment = sql`octet_length(${body}) <> char_length(${body})`
  if (!beginnings.every((beginning) => ASCII.test(beginning))) return hasOthers
  const patterns = textArray(beginnings.map((beginning) => `%${beginning}%`))
  return sql`(${hasOthers} or lower(${body} collate "C") like all (${patterns}::text[]))`
}
