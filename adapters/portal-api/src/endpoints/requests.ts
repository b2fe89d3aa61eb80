import { type ErrorCategory, ROLES } from '@heliograph/contracts'
import { Type } from 'typebox'
import { defineEndpoint } from '../endpoint.ts'
import { nullable, timeSchema } from '../schemas.ts'

const CATEGORIES = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'not-found',
  'method-not-allowed',
  'conflict',
  'too-large',
  'throttled',
  'unavailable',
  'internal',
] as const satisfies readonly ErrorCategory[]

const requestSchema = Type.Object(
  {
    requestId: nullable(Type.String(), 'As in the header `X-Request-Id` of its answer; null where there is none.'),
    at: timeSchema('When it came.'),
    instanceId: Type.String({ description: 'The interface it came by.' }),
    userId: Type.Integer(),
    method: Type.String({
      description: '`GET`, `POST`, ...; `submit` for what came over a connection of another kind.',
    }),
    path: Type.String({ description: 'Without the query; empty where there is none.' }),
    status: nullable(Type.Integer(), 'Of HTTP; null where there is none.'),
    error: nullable(
      Type.Object(
        { category: Type.Enum([...CATEGORIES]), code: Type.String(), message: Type.String() },
        { title: 'RequestError' },
      ),
      'What was wrong; null: it was taken.',
    ),
    elapsedMs: Type.Number({ description: 'Until the answer was there.' }),
  },
  { title: 'Request' },
)

const listRequests = defineEndpoint({
  method: 'GET',
  path: '/requests',
  id: 'listRequests',
  summary: 'The latest requests of programs at the node that answers, newest first, and what was wrong with them',
  roles: ROLES,
  answer: Type.Object({ records: Type.Array(requestSchema), next: nullable(Type.Integer()) }, { title: 'RequestList' }),
  async handle({ services }, { principal }) {
    // Requests are of users, not of channels: who sees one channel sees its own.
    const isLimited = (await services.channels.visibleTo(principal)) !== null
    const seen = services.requestLog.list(principal).filter(({ userId }) => !isLimited || userId === principal.userId)
    return { records: seen.map((record) => ({ ...record, at: record.at.toISOString() })), next: null }
  },
})

export const requestEndpoints = [listRequests]
