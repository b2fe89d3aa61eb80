import { LONGEST_NOTE, ROLES } from '@heliograph/contracts'
import { Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { momentOf } from '../../moments.ts'
import { nullable } from '../../schemas.ts'
import {
  colleagueSchema,
  conversationParams,
  conversationSchema,
  formatConversation,
  formatNote,
  noteSchema,
} from './conversation-schemas.ts'

const listColleagues = defineEndpoint({
  method: 'GET',
  path: '/conversations/colleagues',
  id: 'listColleagues',
  summary: 'List users a conversation can be assigned to',
  roles: ROLES,
  answer: Type.Object({ records: Type.Array(colleagueSchema) }, { title: 'ColleagueList' }),
  async handle({ services }, { principal }) {
    return { records: [...(await services.teamInbox.colleagues(principal))] }
  },
})

const changeConversation = defineEndpoint({
  method: 'PATCH',
  path: '/conversations/:channelId/:contact',
  id: 'changeConversation',
  summary: 'Assign or snooze a conversation, mark it as done or reopen it. Omitted fields stay unchanged',
  roles: ROLES,
  params: conversationParams,
  body: Type.Object(
    {
      assigneeId: Type.Optional(nullable(Type.Integer(), 'User to assign the conversation to. Null to unassign it.')),
      isDone: Type.Optional(Type.Boolean()),
      snoozedUntil: Type.Optional(
        nullable(Type.String({ format: 'date-time' }), 'Null or a past time ends the snooze.'),
      ),
    },
    { additionalProperties: false, title: 'ConversationChange' },
  ),
  answer: conversationSchema,
  errors: ['invalid', 'not-found'],
  act: { action: 'conversation-changed', by: 'operator', subject: ({ params }) => `contact ${params.contact}` },
  async handle({ services }, { principal, params, body }) {
    const { assigneeId, isDone, snoozedUntil } = body
    const until = snoozedUntil === null ? null : momentOf('snoozedUntil', snoozedUntil)
    const change = { assigneeId, isDone, snoozedUntil: until }
    return formatConversation(await services.teamInbox.change(principal, params, change))
  },
})

const listNotes = defineEndpoint({
  method: 'GET',
  path: '/conversations/:channelId/:contact/notes',
  id: 'listConversationNotes',
  summary: 'List internal notes of a conversation',
  roles: ROLES,
  params: conversationParams,
  answer: Type.Object({ records: Type.Array(noteSchema) }, { title: 'ConversationNoteList' }),
  errors: ['not-found'],
  async handle({ services }, { principal, params }) {
    return { records: (await services.teamInbox.notes(principal, params)).map(formatNote) }
  },
})

const addNote = defineEndpoint({
  method: 'POST',
  path: '/conversations/:channelId/:contact/notes',
  id: 'addConversationNote',
  summary: 'Add an internal note to a conversation. It is never sent',
  roles: ROLES,
  params: conversationParams,
  body: Type.Object(
    { text: Type.String({ minLength: 1, maxLength: LONGEST_NOTE }) },
    { additionalProperties: false, title: 'ConversationNoteDraft' },
  ),
  answer: noteSchema,
  errors: ['invalid', 'not-found'],
  act: { action: 'conversation-noted', by: 'operator', subject: ({ params }) => `contact ${params.contact}` },
  async handle({ services }, { principal, params, body }) {
    return formatNote(await services.teamInbox.addNote(principal, params, body.text))
  },
})

const noteAnswering = defineEndpoint({
  method: 'POST',
  path: '/conversations/:channelId/:contact/answering',
  id: 'noteAnswering',
  summary: 'Show colleagues that you are typing a reply. Lasts 20 seconds unless repeated',
  roles: ROLES,
  params: conversationParams,
  body: Type.Object(
    { isAnswering: Type.Boolean({ description: 'Whether you are writing a reply.' }) },
    { additionalProperties: false, title: 'Answering' },
  ),
  errors: ['not-found'],
  async handle({ services }, { principal, params, body }) {
    await services.teamInbox.noteAnswering(principal, params, body.isAnswering)
    return undefined
  },
})

/** The inbox as colleagues share it. */
export const teamEndpoints = [listColleagues, changeConversation, listNotes, addNote, noteAnswering]
