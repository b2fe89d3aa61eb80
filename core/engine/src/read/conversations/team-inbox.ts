import type {
  Channels,
  Clock,
  Colleague,
  ConversationKey,
  ConversationNote,
  Conversations,
  HandlingChange,
  Principal,
  TeamInbox,
} from '@heliograph/contracts'
import { conversationNotFound, isVisible, readNote, unknownColleague } from '@heliograph/messaging'
import type { Sql } from '../../database/database.ts'
import { serviceAnswer } from '../../database/service-answer.ts'
import { storableText } from '../../database/storable-text.ts'
import type { ChangeNotes } from '../../ownership/changes/change-notes.ts'
import { readKey } from './conversations-service.ts'

const MOST_COLLEAGUES = 500
const MOST_NOTES = 200
/** How long it is believed that somebody is writing. */
const ANSWERING_SECONDS = 20

export interface TeamInboxOptions {
  readonly sql: Sql
  readonly clock: Pick<Clock, 'now'>
  readonly visibleTo: Channels['visibleTo']
  readonly conversations: Pick<Conversations, 'get'>
  readonly changeNotes?: Pick<ChangeNotes, 'note'> | undefined
}

/** Creates the `TeamInbox` service. */
export function createTeamInbox({ sql, clock, visibleTo, conversations, changeNotes }: TeamInboxOptions): TeamInbox {
  /** The key of a conversation that the principal may see, as it is stored. */
  async function visibleKey(principal: Principal, given: ConversationKey): Promise<ConversationKey> {
    const key = readKey(given)
    if (!isVisible(await visibleTo(principal), key.channelId)) throw conversationNotFound(given.contact)
    return key
  }

  const noteChange = ({ clientId }: Principal, { channelId }: ConversationKey) =>
    changeNotes?.note({ subject: 'conversations', clientId, channelId })

  const isKey = ({ clientId }: Principal, { channelId, contact }: ConversationKey) => sql`
    channel_id = ${channelId}::bigint and contact = ${contact} and client_id = ${clientId}::bigint`

  return {
    async colleagues({ clientId }) {
      const rows = await serviceAnswer(sql<Colleague[]>`
        select user_id as "userId", email from app_user
        where client_id = ${clientId}::bigint and enabled order by email limit ${MOST_COLLEAGUES}::integer`)
      return [...rows]
    },
    async change(principal, given, change) {
      const key = await visibleKey(principal, given)
      await assertColleague(principal, change)
      const { count } = await serviceAnswer(sql`
        update conversation set ${assignments(change)}, handled_by = ${principal.userId}::bigint,
          changed = nextval('conversation_change')
        where ${isKey(principal, key)}`)
      noteChange(principal, key)
      const record = count === 0 ? undefined : await conversations.get(principal, key)
      if (record === undefined) throw conversationNotFound(key.contact)
      return record
    },
    async notes(principal, given) {
      const key = await visibleKey(principal, given)
      const rows = await serviceAnswer(sql<(ConversationNote | { readonly noteId: null })[]>`
        select note.note_id as "noteId", author.email as by, note.noted_at as at, note.body as text
        from conversation
        left join lateral (
          select * from conversation_note
          where conversation_note.channel_id = conversation.channel_id
            and conversation_note.contact = conversation.contact
          order by note_id desc limit ${MOST_NOTES}::integer
        ) as note on true
        left join app_user as author on author.user_id = note.user_id
        where conversation.channel_id = ${key.channelId}::bigint and conversation.contact = ${key.contact}
          and conversation.client_id = ${principal.clientId}::bigint
        order by note.note_id`)
      if (rows.length === 0) throw conversationNotFound(key.contact)
      return rows.filter((row) => row.noteId !== null)
    },
    async addNote(principal, given, text) {
      const key = await visibleKey(principal, given)
      const body = readNote(storableText(text))
      const [row] = await serviceAnswer(sql<{ noteId: number; at: Date }[]>`
        with noted as (
          update conversation set changed = nextval('conversation_change') where ${isKey(principal, key)}
          returning channel_id, contact
        )
        insert into conversation_note (channel_id, contact, user_id, body)
        select channel_id, contact, ${principal.userId}::bigint, ${body} from noted
        returning note_id as "noteId", noted_at as at`)
      if (row === undefined) throw conversationNotFound(key.contact)
      noteChange(principal, key)
      return { noteId: row.noteId, by: principal.email, at: row.at, text: body }
    },
    async noteAnswering(principal, given, isAnswering) {
      const key = await visibleKey(principal, given)
      const { userId } = principal
      const { count } = await serviceAnswer(sql`
        with noted as (
          update conversation set changed = nextval('conversation_change') where ${isKey(principal, key)}
          returning channel_id, contact
        ),
        gone as (
          delete from conversation_answering using noted
          where conversation_answering.channel_id = noted.channel_id and conversation_answering.contact = noted.contact
            and conversation_answering.user_id <> ${userId}::bigint and conversation_answering.until < now()
        )
        insert into conversation_answering (channel_id, contact, user_id, until)
        select channel_id, contact, ${userId}::bigint,
          now() + ${isAnswering ? ANSWERING_SECONDS : 0}::integer * interval '1 second'
        from noted
        on conflict (channel_id, contact, user_id) do update set until = excluded.until`)
      if (count === 0) throw conversationNotFound(key.contact)
      noteChange(principal, key)
    },
  }

  /** Clients' users, and an operator who acts for the client. */
  async function assertColleague({ clientId, userId }: Principal, { assigneeId }: HandlingChange): Promise<void> {
    if (assigneeId === undefined || assigneeId === null || assigneeId === userId) return
    if (!Number.isSafeInteger(assigneeId)) throw unknownColleague()
    const rows = await serviceAnswer(sql`
      select from app_user where user_id = ${assigneeId}::bigint and client_id = ${clientId}::bigint and enabled`)
    if (rows.length === 0) throw unknownColleague()
  }

  function assignments({ assigneeId, isDone, snoozedUntil }: HandlingChange) {
    const isSnoozed = snoozedUntil !== undefined && snoozedUntil !== null && snoozedUntil.getTime() > clock.now()
    const assignee = assigneeId === undefined ? sql`assignee_id` : sql`${assigneeId}::bigint`
    const until = isSnoozed ? sql`${snoozedUntil}::timestamptz` : sql`null`
    const isWoken = snoozedUntil !== undefined || isDone === true
    const doneAt = isDone === undefined ? sql`done_at` : isDone ? sql`coalesce(done_at, now())` : sql`null`
    return sql`
      assignee_id = ${assignee}, snoozed_until = ${isWoken ? until : sql`snoozed_until`},
      done_at = ${isSnoozed && isDone !== true ? sql`null` : doneAt}`
  }
}
