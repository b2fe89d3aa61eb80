import type { LinkObstacle, WaitingCause } from '@heliograph/contracts'
import { type Static, Type } from 'typebox'
import { nullable, timeSchema } from '../schemas.ts'

const CAUSE_KINDS = [
  'segments',
  'scheduled',
  'quiet-hours',
  'delivery-window',
  'bulk-paused',
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
      'Why it takes nothing; null: it does. `paused`: by an operator. `throttled`: by its network.',
    ),
    detail: nullable(Type.String(), 'A line for operators.'),
  },
  { title: 'QueueLink' },
)

const causeSchema = Type.Object(
  {
    kind: Type.Enum([...CAUSE_KINDS], { title: 'WaitingKind' }),
    until: Type.Optional(timeSchema('Of `scheduled`, `quiet-hours`, `delivery-window` and `put-off`: when it goes.')),
    scope: Type.Optional(
      Type.Enum(['deployment', 'route', 'client'], { description: 'Of `held`: what is on hold.', title: 'HoldKind' }),
    ),
    name: Type.Optional(Type.String({ description: 'Of `held`: the route or client; for operators.' })),
    reason: Type.Optional(Type.String({ description: 'Of `held`, for operators.' })),
    since: Type.Optional(timeSchema('Of `held` and `bulk-paused`: since when.')),
    route: Type.Optional(Type.String({ description: 'For operators.' })),
    links: Type.Optional(
      Type.Array(queueLinkSchema, { description: 'Of `no-link`, for operators: the links of the route.' }),
    ),
    clientId: Type.Optional(Type.Integer({ description: 'Of `no-credit`.' })),
    before: Type.Optional(Type.Integer({ description: 'Of `line`: messages that go first.' })),
    isMore: Type.Optional(Type.Boolean({ description: 'Of `line`: there are more than `before`.' })),
    seconds: Type.Optional(
      nullable(Type.Integer(), 'Of `line`: about how long they take at the rate of the links; null: no rate is set.'),
    ),
    link: Type.Optional(Type.String({ description: 'Of `handed-over`, for operators.' })),
  },
  { title: 'WaitingCause' },
)

/** Which fields are there follows from `kind`. */
export const causesSchema = Type.Array(causeSchema, {
  description: 'What it waits for, in the order in which it counts: each has to pass. Empty: nothing is in its way.',
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
