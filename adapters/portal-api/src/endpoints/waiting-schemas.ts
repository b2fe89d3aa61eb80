import type { LinkObstacle, WaitingCause } from '@heliograph/contracts'
import { type Static, Type } from 'typebox'
import { nullable, timeSchema } from '../schemas.ts'

const CAUSE_KINDS = [
  'segments',
  'scheduled',
  'quiet-hours',
  'delivery-window',
  'bulk-paused',
  'bulk-speed',
  'put-off',
  'held',
  'no-link',
  'no-credit',
  'line',
  'handed-over',
  'unknown-outcome',
  'receipt',
] as const satisfies readonly WaitingCause['kind'][]

const OBSTACLES = [
  'paused',
  'throttled',
  'down',
  'connecting',
  'refused',
  'standby',
] as const satisfies readonly LinkObstacle[]

export const queueLinkSchema = Type.Object(
  {
    link: Type.String({ description: '`<instance>/<name>`.' }),
    obstacle: nullable(
      Type.Enum([...OBSTACLES], { title: 'LinkObstacle' }),
      'Why the link accepts no messages. Null if it does. `paused`: by an operator. `throttled`: by its network.',
    ),
    detail: nullable(Type.String(), 'Details for operators.'),
  },
  { title: 'QueueLink' },
)

const causeSchema = Type.Object(
  {
    kind: Type.Enum([...CAUSE_KINDS], { title: 'WaitingKind' }),
    until: Type.Optional(
      timeSchema('For `scheduled`, `quiet-hours`, `delivery-window` and `put-off`: when it will be sent.'),
    ),
    scope: Type.Optional(
      Type.Enum(['deployment', 'route', 'client'], { description: 'For `held`: what is on hold.', title: 'HoldKind' }),
    ),
    name: Type.Optional(Type.String({ description: 'For `held`: the route or client. Operators only.' })),
    reason: Type.Optional(Type.String({ description: 'For `held`: the reason. Operators only.' })),
    since: Type.Optional(timeSchema('For `held` and `bulk-paused`: since when.')),
    limit: Type.Optional(
      Type.Object(
        { parts: Type.Integer(), seconds: Type.Integer() },
        { description: 'For `bulk-speed`: the most parts that are sent in so many seconds.' },
      ),
    ),
    route: Type.Optional(Type.String({ description: 'Operators only.' })),
    links: Type.Optional(
      Type.Array(queueLinkSchema, { description: 'For `no-link`: the links of the route. Operators only.' }),
    ),
    clientId: Type.Optional(Type.Integer({ description: 'For `no-credit`: the client.' })),
    before: Type.Optional(Type.Integer({ description: 'For `line`: number of messages ahead of it.' })),
    isMore: Type.Optional(Type.Boolean({ description: 'For `line`: whether there are more than `before`.' })),
    seconds: Type.Optional(
      nullable(Type.Integer(), 'For `line`: estimated wait at the rate of the links. Null if no rate is set.'),
    ),
    link: Type.Optional(Type.String({ description: 'For `handed-over`: the link. Operators only.' })),
  },
  { title: 'WaitingCause' },
)

/** Which fields are there follows from `kind`. */
export const causesSchema = Type.Array(causeSchema, {
  description: 'What it waits for, in order; all of these must clear. Empty if nothing holds it back.',
})

export function formatCauses(causes: readonly WaitingCause[]): Static<typeof causesSchema> {
  return causes.map(formatCause)
}

function formatCause(cause: WaitingCause): Static<typeof causeSchema> {
  switch (cause.kind) {
    case 'scheduled':
    case 'quiet-hours':
    case 'delivery-window':
    case 'put-off':
      return { ...cause, until: cause.until.toISOString() }
    case 'held':
    case 'bulk-paused':
      return { ...cause, since: cause.since.toISOString() }
    case 'no-link':
      return { ...cause, links: [...cause.links] }
    default:
      return { ...cause }
  }
}
