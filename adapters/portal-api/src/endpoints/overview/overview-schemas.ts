import { Type } from 'typebox'
import { moneySchema, nullable, stateSchema, timeSchema } from '../../schemas.ts'
import { queueDepthSchema } from '../operator/links.ts'
import { pausedHostSchema } from '../webhooks/webhook-schemas.ts'

const deliveryFields = {
  messages: Type.Integer({ description: 'How many were delivered.' }),
  p50Ms: Type.Integer({ description: 'Half of them took no longer.' }),
  p95Ms: Type.Integer({ description: 'Nineteen of twenty took no longer.' }),
}

const countSchema = Type.Object(
  {
    at: timeSchema('The beginning of the step.'),
    origin: Type.String({ description: 'The interface.' }),
    state: stateSchema,
    messages: Type.Integer(),
  },
  { title: 'MessageCount' },
)

const linkSchema = Type.Object(
  {
    link: Type.String(),
    node: nullable(Type.String(), 'Null while none uses it.'),
    state: Type.String(),
    detail: nullable(Type.String()),
    isPaused: Type.Boolean({ description: 'By an operator: nothing is handed to it, whatever its state.' }),
  },
  { title: 'LinkSign' },
)

const deploymentSchema = Type.Object(
  {
    queue: Type.Array(queueDepthSchema, { description: 'What is due and not settled, most urgent first.' }),
    links: Type.Array(linkSchema),
    nodes: Type.Array(Type.Object({ name: Type.String(), seenAt: timeSchema('Its last sign of life.') })),
    databaseMs: Type.Integer({ description: 'How long the database took to answer, in milliseconds.' }),
  },
  { title: 'Deployment' },
)

export const overviewSchema = Type.Object(
  {
    countedAt: nullable(Type.String({ format: 'date-time' }), 'As of when messages and webhooks are counted.'),
    from: timeSchema('The beginning of the first step.'),
    stepMinutes: Type.Integer({ description: 'Minutes of a step of `counts`.' }),
    counts: Type.Array(countSchema, { description: 'Oldest first; what would be 0 is left out.' }),
    accepted: Type.Integer({ description: 'Messages of the whole period.' }),
    waiting: Type.Integer({
      description: 'Those of them that wait for a link: due and not taken yet, or put off by a network.',
    }),
    deliveryRate: nullable(
      Type.Number(),
      'Share of the delivered among the ended ones, 0 to 1; null while none has ended. Cancelled ones do not count.',
    ),
    deliveryTimes: nullable(Type.Object(deliveryFields, { title: 'DeliveryTimes' })),
    deliveryTimesByMinute: Type.Array(Type.Object({ at: timeSchema('The minute.'), ...deliveryFields }), {
      description: 'For periods of at most two hours, else empty.',
    }),
    webhooks: Type.Object(
      { delivered: Type.Integer(), waiting: Type.Integer(), retrying: Type.Integer(), failed: Type.Integer() },
      { title: 'WebhookCounts', description: 'Of the last hour.' },
    ),
    pausedHosts: Type.Array(pausedHostSchema, { description: 'Hosts whose webhooks are waiting, at most 20.' }),
    credit: nullable(moneySchema, 'What is left; null when there is no limit, or all clients are looked at.'),
    deployment: nullable(deploymentSchema, 'For operators that look at all clients.'),
  },
  { title: 'Overview' },
)
