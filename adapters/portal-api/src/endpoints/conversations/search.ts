import { ROLES } from '@heliograph/contracts'
import { Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { numberCursor, pageLimit } from '../../paging.ts'
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
    words: Type.String({
      maxLength: 200,
      description: 'Words to find in one message, in any order. The start of each is enough.',
    }),
    cursor: numberCursor,
    limit: pageLimit(200, 20),
  }),
  answer: Type.Object(
    {
      records: Type.Array(
        Type.Object(
          {
            conversation: conversationSchema,
            said: Type.Object({
              isIncoming: Type.Boolean({ description: 'Whether the contact sent it.' }),
              id: Type.Integer({ description: 'Id of the message or incoming SMS.' }),
              text: Type.String(),
              at: timeSchema('When it was received or accepted.'),
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
    const { words, cursor: before, limit = DEFAULT_LIMIT } = query
    const filter = { words, before, limit }
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
