import type { UnknownCount, UnknownFilter, UnknownMessage } from '@heliograph/contracts'
import { priorityName } from '@heliograph/messaging'
import { type Static, Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { nullable, prioritySchema, timeSchema } from '../../schemas.ts'

const filterFields = {
  clientId: Type.Optional(Type.Integer({ minimum: 1, description: 'Filter by client.' })),
  route: Type.Optional(Type.String({ maxLength: 100, description: 'Filter by route.' })),
  since: Type.Optional(timeSchema('Accepted at or after this time.')),
}
const filterSchema = Type.Object(filterFields)

const countSchema = Type.Object(
  {
    clientId: Type.Integer(),
    route: Type.String(),
    messages: Type.Integer(),
    oldestAt: timeSchema('When the oldest of these messages was accepted.'),
  },
  { title: 'UnknownCount' },
)

const countUnknown = defineEndpoint({
  method: 'GET',
  path: '/operator/unknown',
  id: 'countUnknown',
  summary: 'Count messages with an unknown outcome by client and route',
  roles: ['operator'],
  query: filterSchema,
  answer: Type.Object(
    { records: Type.Array(countSchema), next: nullable(Type.Integer()) },
    { title: 'UnknownCountList' },
  ),
  async handle({ services }, { self, query }) {
    return { records: (await services.unknownOutcomes.count(self, filterOf(query))).map(formatCount), next: null }
  },
})

const messageSchema = Type.Object(
  {
    smsId: Type.Integer(),
    clientId: Type.Integer(),
    to: Type.String({ description: 'Recipient in E.164 digits.' }),
    route: Type.String(),
    priority: prioritySchema,
    acceptedAt: timeSchema('When it was accepted.'),
    since: timeSchema('Since when its outcome is unknown.'),
    link: Type.String({
      description:
        'Link over which it was submitted. `restored`: it may have been sent after the backup that was restored.',
    }),
  },
  { title: 'UnknownMessage' },
)

const LIMIT = 20

const listUnknown = defineEndpoint({
  method: 'GET',
  path: '/operator/unknown/messages',
  id: 'listUnknown',
  summary: 'List messages with an unknown outcome by recipient',
  roles: ['operator'],
  query: Type.Object({
    ...filterFields,
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000, description: `Maximum number of records. Defaults to ${LIMIT}.` }),
    ),
  }),
  answer: Type.Object(
    { records: Type.Array(messageSchema), next: nullable(Type.Integer()) },
    { title: 'UnknownMessageList' },
  ),
  async handle({ services }, { self, query: { limit = LIMIT, ...filter } }) {
    const found = await services.unknownOutcomes.list(self, filterOf(filter), limit)
    return { records: found.map(formatMessage), next: null }
  },
})

const decideUnknown = defineEndpoint({
  method: 'POST',
  path: '/operator/unknown/decide',
  id: 'decideUnknown',
  summary: 'Settle messages with an unknown outcome, up to 1,000 a request. Repeat until the count is 0',
  roles: ['operator'],
  body: Type.Object({
    ...filterFields,
    decision: Type.Enum(['sent', 'failed', 'resend'], {
      description:
        '`sent`: a network accepted the messages; their receipts are awaited. `failed`: none did; the messages end and are refunded. `resend`: they are sent again.',
    }),
  }),
  answer: Type.Object(
    { messages: Type.Integer({ description: 'Number of messages settled. 0 if none are left.' }) },
    { title: 'UnknownDecided' },
  ),
  async handle({ services }, { self, body: { decision, ...filter } }) {
    return { messages: await services.unknownOutcomes.decide(self, filterOf(filter), decision) }
  },
})

function filterOf({ clientId, route, since }: Static<typeof filterSchema>): UnknownFilter {
  return { clientId, route, since: since === undefined ? undefined : new Date(since) }
}

function formatCount({ oldestAt, ...count }: UnknownCount): Static<typeof countSchema> {
  return { ...count, oldestAt: oldestAt.toISOString() }
}

function formatMessage({ priority, acceptedAt, since, ...message }: UnknownMessage): Static<typeof messageSchema> {
  return {
    ...message,
    priority: priorityName(priority),
    acceptedAt: acceptedAt.toISOString(),
    since: since.toISOString(),
  }
}

/** Messages of unknown outcome, for operators. */
export const unknownEndpoints = [countUnknown, listUnknown, decideUnknown]
