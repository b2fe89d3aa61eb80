import { Type } from 'typebox'
import { moneySchema, nullable, stateSchema, timeSchema } from '../../schemas.ts'
import { queueDepthSchema } from '../operator/links.ts'
import { pausedHostSchema } from '../webhooks/webhook-schemas.ts'

const deliveryFields = {
  messages: Type.Integer({ description: 'Number of delivered messages.' }),
  p50Ms: Type.Integer({ description: 'Median time to delivery.' }),
  p95Ms: Type.Integer({ description: '95th percentile of the time to delivery.' }),
}

const countSchema = Type.Object(
  {
    at: timeSchema('Start of the interval.'),
    origin: Type.String({ description: 'The interface that accepted the messages.' }),
    state: stateSchema,
    messages: Type.Integer(),
  },
  { title: 'MessageCount' },
)

const linkSchema = Type.Object(
  {
    link: Type.String(),
    node: nullable(Type.String(), 'Null if no node uses the link.'),
    state: Type.String(),
    detail: nullable(Type.String()),
    isPaused: Type.Boolean({
      description: 'Whether an operator has paused the link. Nothing is submitted to it, whatever its state.',
    }),
  },
  { title: 'LinkSign' },
)

const deploymentSchema = Type.Object(
  {
    queue: Type.Array(queueDepthSchema, { description: 'Messages that are due and not settled, most urgent first.' }),
    links: Type.Array(linkSchema),
    nodes: Type.Array(Type.Object({ name: Type.String(), seenAt: timeSchema('Last heartbeat.') })),
    databaseMs: Type.Integer({ description: 'Response time of the database in milliseconds.' }),
  },
  { title: 'Deployment' },
)

export const overviewSchema = Type.Object(
  {
    countedAt: nullable(Type.String({ format: 'date-time' }), 'When messages and webhooks were counted.'),
    from: timeSchema('Start of the first interval.'),
    stepMinutes: Type.Integer({ description: 'Minutes in each interval of `counts`.' }),
    counts: Type.Array(countSchema, { description: 'Oldest first. Counts of 0 are left out.' }),
    accepted: Type.Integer({ description: 'Messages accepted in the whole period.' }),
    waiting: Type.Integer({
      description: 'Messages of the period that wait for a link: due and not submitted, or deferred by a network.',
    }),
    deliveryRate: nullable(
      Type.Number(),
      'Share of ended messages that were delivered, 0 to 1, without cancelled ones. Null if none has ended.',
    ),
    deliveryTimes: nullable(Type.Object(deliveryFields, { title: 'DeliveryTimes' })),
    deliveryTimesByMinute: Type.Array(Type.Object({ at: timeSchema('Start of the minute.'), ...deliveryFields }), {
      description: 'For periods of at most two hours. Otherwise empty.',
    }),
    webhooks: Type.Object(
      { delivered: Type.Integer(), waiting: Type.Integer(), retrying: Type.Integer(), failed: Type.Integer() },
      { title: 'WebhookCounts', description: 'Webhooks of the last hour.' },
    ),
    pausedHosts: Type.Array(pausedHostSchema, { description: 'Hosts whose webhooks are paused, at most 20.' }),
    credit: nullable(moneySchema, 'Remaining credit. Null if there is no limit, or for all clients.'),
    deployment: nullable(deploymentSchema, 'For operators who view all clients.'),
  },
  { title: 'Overview' },
)
