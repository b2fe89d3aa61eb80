import { type ErrorCategory, type RequestRecord, ROLES } from '@heliograph/contracts'
import { Type } from 'typebox'
import { defineEndpoint } from '../endpoint.ts'
import { numberCursor, pageLimit } from '../paging.ts'
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
    requestId: nullable(Type.String(), '`X-Request-Id` of the response. Null if there is none.'),
    at: timeSchema('When the request was received.'),
    instanceId: Type.String({ description: 'The interface that received it.' }),
    userId: Type.Integer(),
    keyId: nullable(Type.Integer(), 'API key used. Null if a password was used.'),
    method: Type.String({
      description: '`GET`, `POST`, ...; for protocols other than HTTP, `submit` or `bind`.',
    }),
    path: Type.String({ description: 'Path without the query. Empty if there is none.' }),
    query: Type.String({ description: 'Query string without secrets.' }),
    body: nullable(Type.String(), 'Start of the body, without secrets. Null if there was none, or it is not kept.'),
    answer: nullable(
      Type.String(),
      'Start of the response to a refused request, without secrets. Null if it was accepted.',
    ),
    status: nullable(Type.Integer(), 'HTTP status. Null if there is none.'),
    error: nullable(
      Type.Object(
        {
          category: Type.Enum([...CATEGORIES]),
          code: Type.String(),
          message: Type.String(),
          fields: Type.Record(Type.String(), Type.String(), { description: 'Invalid fields, with what is wrong.' }),
        },
        { title: 'RequestError' },
      ),
      'Error returned. Null if the request was accepted.',
    ),
    elapsedMs: Type.Number({ description: 'Time until the response in milliseconds.' }),
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
    instanceId: Type.Optional(Type.String({ description: 'Filter by interface.' })),
    keyId: Type.Optional(Type.Integer({ description: 'Filter by API key.' })),
    requestId: Type.Optional(Type.String({ maxLength: 64 })),
    status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599, description: 'Filter by HTTP status.' })),
    refused: Type.Optional(Type.Boolean({ description: 'Whether the request was refused.' })),
    field: Type.Optional(
      Type.String({ maxLength: 100, description: 'Filter by part of the name of an invalid field.' }),
    ),
    text: Type.Optional(
      Type.String({ maxLength: 100, description: 'Filter by part of the path, body, response or error.' }),
    ),
    cursor: numberCursor,
    limit: pageLimit(200, 50),
  }),
  answer: Type.Object({ records: Type.Array(requestSchema), next: nullable(Type.Integer()) }, { title: 'RequestList' }),
  errors: ['invalid', 'throttled'],
  async handle({ services }, { principal, query, request: { signal } }) {
    const { refused: isRefused, cursor: before, limit = 50, ...conditions } = query
    // Requests are of users, not of channels: who sees one channel sees its own.
    const isLimited = (await services.channels.visibleTo(principal)) !== null
    const filter = { ...conditions, before, isRefused, limit, ...(isLimited && { userId: principal.userId }) }
    const { records, next } = await services.requestLog.find(principal, filter, { signal })
    return { records: records.map(formatRequest), next: next ?? null }
  },
})

function formatRequest({ at, error, ...request }: RequestRecord) {
  return { ...request, at: at.toISOString(), error: error && { ...error, fields: { ...error.fields } } }
}

export const requestEndpoints = [listRequests]
