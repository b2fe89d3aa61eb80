import { CONVERSATION_FOLDERS, type ConversationRecord, type Principal, ROLES } from '@heliograph/contracts'
import { conversationNotFound } from '@heliograph/messaging'
import { Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { numberCursor, pageLimit, textCursor } from '../../paging.ts'
import { nullable } from '../../schemas.ts'
import type { PortalContext } from '../../services.ts'
import {
  conversationParams,
  conversationSchema,
  entrySchema,
  formatConversation,
  formatEntry,
} from './conversation-schemas.ts'

const DEFAULT_LIMIT = 50

const limit = pageLimit(200, DEFAULT_LIMIT)

const listConversations = defineEndpoint({
  method: 'GET',
  path: '/conversations',
  id: 'listConversations',
  summary: 'List conversations, most recent incoming SMS first',
  roles: ROLES,
  query: Type.Object({
    unread: Type.Optional(Type.Boolean({ description: 'Only conversations with unread SMS.' })),
    folder: Type.Optional(
      Type.Enum([...CONVERSATION_FOLDERS], {
        description:
          'Open conversations are neither done nor snoozed; `mine` and `unassigned` are open as well. If omitted, all are listed.',
      }),
    ),
    number: Type.Optional(
      Type.String({
        maxLength: 40,
        description: 'Filter by the start of the number, in local or international format.',
      }),
    ),
    name: Type.Optional(
      Type.String({ maxLength: 100, description: 'Filter by words of the contact name. The start of each is enough.' }),
    ),
    cursor: numberCursor,
    limit,
  }),
  answer: Type.Object(
    { records: Type.Array(conversationSchema), next: nullable(Type.Integer()) },
    { title: 'ConversationList' },
  ),
  errors: ['invalid'],
  async handle({ services }, { principal, query, request }) {
    const { unread: isUnread, cursor: before, limit = DEFAULT_LIMIT, ...conditions } = query
    const filter = { ...conditions, before, limit, isUnread }
    const page = await services.conversations.find(principal, filter, { signal: request.signal })
    return { records: page.records.map(formatConversation), next: page.next ?? null }
  },
})

const countUnread = defineEndpoint({
  method: 'GET',
  path: '/conversations/unread',
  id: 'countUnreadConversations',
  summary: 'Count conversations with unread SMS',
  roles: ROLES,
  answer: Type.Object(
    { conversations: Type.Integer({ description: 'Number of conversations. 1,000 means 1,000 or more.' }) },
    { title: 'UnreadCount' },
  ),
  async handle({ services }, { principal, request }) {
    return { conversations: await services.conversations.countUnread(principal, { signal: request.signal }) }
  },
})

const getConversation = defineEndpoint({
  method: 'GET',
  path: '/conversations/:channelId/:contact',
  id: 'getConversation',
  summary: 'Get a conversation',
  roles: ROLES,
  params: conversationParams,
  answer: conversationSchema,
  errors: ['invalid', 'not-found'],
  async handle(context, { principal, params }) {
    return formatConversation(await findConversation(context, principal, params))
  },
})

const listEntries = defineEndpoint({
  method: 'GET',
  path: '/conversations/:channelId/:contact/entries',
  id: 'listConversationEntries',
  summary: 'List messages of a conversation, newest first',
  roles: ROLES,
  params: conversationParams,
  query: Type.Object({
    cursor: textCursor({ maxLength: 60 }),
    limit,
  }),
  answer: Type.Object(
    { records: Type.Array(entrySchema), next: nullable(Type.String()) },
    { title: 'ConversationEntryList' },
  ),
  errors: ['invalid'],
  async handle({ services }, { principal, params, query, request }) {
    const { cursor: before, limit = DEFAULT_LIMIT } = query
    const options = { signal: request.signal }
    const page = await services.conversations.entries(principal, params, { limit, before }, options)
    const received = page.entries.flatMap((entry) => (entry.kind === 'incoming' ? [entry.incomingId] : []))
    const files = received.length === 0 ? [] : await services.blobs.attachedTo(principal, received)
    return { records: page.entries.map((entry) => formatEntry(entry, files)), next: page.next ?? null }
  },
})

const markRead = defineEndpoint({
  method: 'POST',
  path: '/conversations/:channelId/:contact/read',
  id: 'markConversationRead',
  summary: 'Mark a conversation as read',
  roles: ROLES,
  params: conversationParams,
  body: Type.Object(
    {
      incomingId: Type.Integer({
        description: 'Id of the newest SMS read. Newer ones stay unread; an older id changes nothing.',
      }),
    },
    { additionalProperties: false, title: 'ConversationSeen' },
  ),
  async handle({ services }, { principal, params, body }) {
    await services.conversations.markRead(principal, params, body.incomingId)
    return undefined
  },
})

/** Throws `not-found`/`conversation-not-found`. */
export async function findConversation(
  { services }: PortalContext,
  principal: Principal,
  key: { readonly channelId: number; readonly contact: string },
): Promise<ConversationRecord> {
  const found = await services.conversations.get(principal, key)
  if (found !== undefined) return found
  throw conversationNotFound(key.contact)
}

export const conversationEndpoints = [listConversations, countUnread, getConversation, listEntries, markRead]
