import { type HoldScope, LONGEST_HOLD_REASON, type SendingHold } from '@heliograph/contracts'
import { type Static, Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { nullable, timeSchema } from '../../schemas.ts'

const kindSchema = Type.Enum(['deployment', 'route', 'client'], {
  description: 'What is on hold: all sending, a route or a client.',
})

const holdSchema = Type.Object(
  {
    kind: kindSchema,
    name: Type.String({ description: 'The route, or the id of the client. Empty for the deployment.' }),
    reason: Type.String({ description: 'Reason given by the operator. May be empty.' }),
    at: timeSchema('When the hold began.'),
  },
  { title: 'SendingHold' },
)

const scopeParams = Type.Object({ kind: kindSchema })
const scopeQuery = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 100, description: 'The route, or the id of the client.' })),
})

const listHolds = defineEndpoint({
  method: 'GET',
  path: '/operator/holds',
  id: 'listHolds',
  summary: 'List holds. Held messages are accepted but not submitted to networks',
  roles: ['operator'],
  answer: Type.Object({ records: Type.Array(holdSchema), next: nullable(Type.Integer()) }, { title: 'HoldList' }),
  async handle({ services }, { self }) {
    return { records: (await services.holds.list(self)).map(formatHold), next: null }
  },
})

const setHold = defineEndpoint({
  method: 'PUT',
  path: '/operator/holds/:kind',
  id: 'setHold',
  summary: 'Hold sending on all nodes, for messages of every priority',
  roles: ['operator'],
  params: scopeParams,
  query: scopeQuery,
  body: Type.Object({
    reason: Type.Optional(
      Type.String({ maxLength: LONGEST_HOLD_REASON, description: 'Reason, shown to other operators.' }),
    ),
  }),
  errors: ['not-found'],
  async handle({ services }, { self, params, query, body: { reason = '' } }) {
    await services.holds.hold(self, scopeOf(params, query), reason)
    return undefined
  },
})

const removeHold = defineEndpoint({
  method: 'DELETE',
  path: '/operator/holds/:kind',
  id: 'removeHold',
  summary: 'Release a hold',
  roles: ['operator'],
  params: scopeParams,
  query: scopeQuery,
  async handle({ services }, { self, params, query }) {
    await services.holds.resume(self, scopeOf(params, query))
    return undefined
  },
})

function scopeOf({ kind }: Static<typeof scopeParams>, { name = '' }: Static<typeof scopeQuery>): HoldScope {
  return { kind, name: kind === 'deployment' ? '' : name }
}

function formatHold({ at, ...hold }: SendingHold): Static<typeof holdSchema> {
  return { ...hold, at: at.toISOString() }
}

/** What is on hold, for operators. */
export const holdEndpoints = [listHolds, setHold, removeHold]
