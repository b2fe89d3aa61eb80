import { type ErrorCategory, type RequestRecord, ROLES } from '@heliograph/contracts'
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
    entryId: Type.Integer(),
    requestId: nullable(Type.String(), 'As in the header `X-Request-Id` of its answer; null where there is none.'),
    at: timeSchema('When it came.'),
    instanceId: Type.String({ description: 'The interface it came by.' }),
    userId: Type.Integer(),
    keyId: nullable(Type.Integer(), 'The key it came with; null: it came with a password.'),
    method: Type.String({
      description: '`GET`, `POST`, ...; `submit` or `bind` for what came over a connection of another kind.',
    }),
    path: Type.String({ description: 'Without the query; empty where there is none.' }),
    query: Type.String({ description: 'What follows `?`, without secrets.' }),
    body: nullable(Type.String(), 'How it begins, without secrets; null: there was none, or it is not kept.'),
    answer: nullable(Type.String(), 'How a refusal begins, without secrets; null: it was accepted.'),
    status: nullable(Type.Integer(), 'Of HTTP; null where there is none.'),
    error: nullable(
      Type.Object(
        {
          category: Type.Enum([...CATEGORIES]),
          code: Type.String(),
          message: Type.String(),
          fields: Type.Record(Type.String(), Type.String(), { description: 'What was wrong, by field.' }),
        },
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
  summary: 'List API requests with their errors, newest first: all that failed and a sample of those that succeeded',
  roles: ROLES,
  query: Type.Object({
    instanceId: Type.Optional(Type.String({ description: 'Those by one interface.' })),
    keyId: Type.Optional(Type.Integer({ description: 'Those with one key.' })),
    requestId: Type.Optional(Type.String({ maxLength: 64 })),
    status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599, description: 'Of HTTP.' })),
    refused: Type.Optional(Type.Boolean({ description: 'Those that were refused, or those that were not.' })),
    field: Type.Optional(Type.String({ maxLength: 100, description: 'Part of the name of a field that was wrong.' })),
    text: Type.Optional(Type.String({ maxLength: 100, description: 'Part of address, body, answer or error.' })),
    before: Type.Optional(Type.Integer({ description: 'The `next` of the page before.' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Default 50.' })),
  }),
  answer: Type.Object({ records: Type.Array(requestSchema), next: nullable(Type.Integer()) }, { title: 'RequestList' }),
  errors: ['invalid', 'throttled'],
  async handle({ services }, { principal, query, request: { signal } }) {
    const { refused: isRefused, limit = 50, ...conditions } = query
    // Requests are of users, not of channels: who sees one channel sees its own.
    const isLimited = (await services.channels.visibleTo(principal)) !== null
    const filter = { ...conditions, isRefused, limit, ...(isLimited && { userId: principal.userId }) }
    const { records, next } = await services.requestLog.find(principal, filter, { signal })
    return { records: records.map(formatRequest), next: next ?? null }
  },
})

function formatRequest({ at, error, ...request }: RequestRecord) {
  return { ...request, at: at.toISOString(), error: error && { ...error, fields: { ...error.fields } } }
}

export const requestEndpoints = [listRequests]
