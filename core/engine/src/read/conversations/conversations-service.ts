import type {
  Channels,
  ConversationFilter,
  ConversationKey,
  ConversationPage,
  ConversationRecord,
  Conversations,
  Principal,
} from '@heliograph/contracts'
import { isVisible, numberBeginning, textBeginnings, wordBeginnings } from '@heliograph/messaging'
import { MOST_COUNTED, searchBy, selectNamed, selectRarest } from '../../contacts/name-search.ts'
import type { Sql } from '../../database/database.ts'
import type { Searches, SearchTools } from '../../database/searches.ts'
import { serviceAnswer } from '../../database/service-answer.ts'
import { storableText } from '../../database/storable-text.ts'
import { contactOf } from '../../inbound/incoming-subject.ts'
import type { ChangeNotes } from '../../ownership/changes/change-notes.ts'
import type { EngineReports } from '../history/reports.ts'
import { findEntries } from './conversation-entries.ts'
import { searchSaid } from './search-said.ts'
import { mapRowToConversation, selectConversation, selectConversations } from './select-conversations.ts'

/** Index entries that one statement looks at. */
const STEP_ENTRIES = 10_000
/** After this time a page ends, even an empty one. */
const SEARCH_MS = 5_000
const MOST_RECORDS = 200
const MOST_UNREAD = 1_000
/**
 * If at most this many contacts have a name, their conversations are looked up; a name that more have soon turns up
 * among the newest.
 */
const FEW_NAMED = 500

export interface ConversationsOptions {
  readonly searches: Searches
  readonly reports: Pick<EngineReports, 'findFor'>
  /** For marking conversations as read. */
  readonly sql: Sql
  readonly visibleTo: Channels['visibleTo']
  readonly changeNotes?: Pick<ChangeNotes, 'note'> | undefined
  readonly stepEntries?: number
}

/** Creates the `Conversations` service. */
export function createConversations(options: ConversationsOptions): Conversations {
  const { searches, reports, sql, visibleTo, changeNotes, stepEntries = STEP_ENTRIES } = options

  async function find(
    { clientId, userId, country }: Principal,
    channelId: number | null,
    filter: ConversationFilter,
    { take }: SearchTools,
  ): Promise<ConversationPage> {
    const endsAt = performance.now() + SEARCH_MS
    const limit = bounded(filter.limit)
    const { isUnread = false, folder, number = '', name = '' } = filter
    const beginnings = wordBeginnings(storableText(name))
    const mobiles = beginnings.length === 0 ? undefined : await findNamed(clientId, beginnings, take)
    const beginning = numberBeginning(number, country)
    const viewer = { clientId, userId }
    const selection = { viewer, channelId, isUnread, folder, number: beginning, beginnings, mobiles }
    const records: ConversationRecord[] = []
    let before = filter.before ?? Number.MAX_SAFE_INTEGER
    while (true) {
      const limits = { entries: stepEntries, conversations: limit - records.length }
      const rows = await take(({ sql, run }) => run(selectConversations(sql, { ...selection, before }, limits)))
      const found = rows.filter((row) => row.channel_id !== null)
      records.push(...found.map(mapRowToConversation))
      const [standing] = rows
      const last = found.at(-1)
      if (standing === undefined) return { records, next: undefined }
      if (last !== undefined && standing.found > found.length) return { records, next: last.newest_id }
      if (standing.looked_to === null) return { records, next: undefined }
      before = standing.looked_to
      if (records.length === limit || performance.now() >= endsAt) return { records, next: before }
    }
  }

  return {
    async find(principal, filter, { signal } = {}) {
      const visible = await visibleTo(principal)
      return searches.run(principal.clientId, signal, (tools) => find(principal, visible, filter, tools))
    },
    async search(principal, { words, before = Number.MAX_SAFE_INTEGER, limit }, { signal } = {}) {
      const visible = await visibleTo(principal)
      const { clientId, userId } = principal
      const beginnings = textBeginnings(words)
      if (beginnings.length === 0) return { records: [], next: undefined }
      const question = { clientId, userId, channelId: visible, beginnings, before, limit: bounded(limit) }
      return searches.run(clientId, signal, (tools) => searchSaid(question, tools))
    },
    async get(principal, key, { signal } = {}) {
      const visible = await visibleTo(principal)
      const { channelId, contact } = readKey(key)
      if (!isVisible(visible, channelId)) return undefined
      return searches.run(principal.clientId, signal, async ({ take }) => {
        const [row] = await take(({ sql, run }) => run(selectConversation(sql, principal, channelId, contact)))
        return row && mapRowToConversation(row)
      })
    },
    async entries(principal, key, { limit, before }, { signal } = {}) {
      const visible = await visibleTo(principal)
      const { channelId, contact } = readKey(key)
      if (!isVisible(visible, channelId)) return { entries: [], next: undefined }
      const { clientId, country } = principal
      const mobile = contactOf({ from: contact, country }, country)
      const question = { clientId, channelId, contact, mobile, limit: bounded(limit), before }
      const tools = { reports, stepEntries }
      return searches.run(clientId, signal, (search) => findEntries(tools, question, search))
    },
    async markRead(principal, key, incomingId) {
      const visible = await visibleTo(principal)
      const { channelId, contact } = readKey(key)
      if (!isVisible(visible, channelId) || !Number.isSafeInteger(incomingId)) return
      const { count } = await serviceAnswer(sql`
        update conversation set unread = 0, changed = nextval('conversation_change')
        where channel_id = ${channelId}::bigint and contact = ${contact} and client_id = ${principal.clientId}::bigint
          and newest_id <= ${incomingId}::bigint and unread > 0`)
      if (count > 0) changeNotes?.note({ subject: 'conversations', clientId: principal.clientId, channelId })
    },
    async countUnread(principal, { signal } = {}) {
      const visible = await visibleTo(principal)
      return searches.run(principal.clientId, signal, async ({ take }) => {
        const [row] = await take(({ sql, run }) =>
          run(sql<{ unread: number }[]>`
            select count(*)::integer as unread from (
              select from conversation
              where client_id = ${principal.clientId}::bigint and unread > 0
                and channel_id = coalesce(${visible}::bigint, channel_id)
              limit ${MOST_UNREAD}::integer
            ) as counted`),
        )
        return (row as { unread: number }).unread
      })
    },
  }
}

/** The contacts with a name like this; undefined: too many to look up each. */
async function findNamed(
  clientId: number,
  beginnings: readonly string[],
  take: SearchTools['take'],
): Promise<readonly string[] | undefined> {
  const [rarest] = await take(({ sql, run }) => run(selectRarest(sql, clientId, beginnings)))
  if (rarest === undefined || rarest.contacts === MOST_COUNTED) return undefined
  const name = searchBy(rarest.word, beginnings)
  const contacts = await take(({ sql, run }) => run(selectNamed(sql, clientId, name, FEW_NAMED + 1)))
  return contacts.length <= FEW_NAMED ? contacts.map(({ mobile }) => mobile) : undefined
}

function bounded(limit: number): number {
  return Math.min(Math.max(limit, 1), MOST_RECORDS)
}

/** An id that is no safe integer becomes 0, which no channel has. */
export function readKey({ channelId, contact }: ConversationKey): ConversationKey {
  return { channelId: Number.isSafeInteger(channelId) ? channelId : 0, contact: storableText(contact) }
}
