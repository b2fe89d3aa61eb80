import { ROLES } from '@heliograph/contracts'
import { Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { nullable, timeSchema } from '../../schemas.ts'
import { conversationSchema, formatConversation } from './conversation-schemas.ts'

const DEFAULT_LIMIT = 20

const searchConversations = defineEndpoint({
  method: 'GET',
  path: '/conversations/search',
  id: 'searchConversations',
  summary: 'Search conversations for words, newest match first',
  roles: ROLES,
  query: Type.Object({
    words: Type.String({ maxLength: 200, description: 'How words of one text begin, in any order.' }),
    before: Type.Optional(Type.Integer({ description: 'The `next` of the page before.' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Default 20.' })),
  }),
  answer: Type.Object(
    {
      records: Type.Array(
        Type.Object(
          {
            conversation: conversationSchema,
            said: Type.Object({
              isIncoming: Type.Boolean({ description: 'The contact said it.' }),
              id: Type.Integer({ description: 'Of the message or incoming SMS.' }),
              text: Type.String(),
              at: timeSchema('When it was.'),
            }),
          },
          { title: 'SaidConversation' },
        ),
      ),
      next: nullable(Type.Integer()),
    },
    { title: 'SaidList' },
  ),
  errors: ['invalid'],
  async handle({ services }, { principal, query, request }) {
    const filter = { ...query, limit: query.limit ?? DEFAULT_LIMIT }
    const { records, next } = await services.conversations.search(principal, filter, { signal: request.signal })
    return {
      records: records.map(({ conversation, said }) => ({
        conversation: formatConversation(conversation),
        said: { ...said, at: said.at.toISOString() },
      })),
      next: next ?? null,
    }
  },
})

export const searchEndpoints = [searchConversations]
