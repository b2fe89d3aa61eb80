import { type Principal, ROLES } from '@heliograph/contracts'
import { Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import type { PortalServices } from '../../services.ts'
import { formatHost } from '../webhooks/webhook-schemas.ts'
import { countBySteps, stepOf, stepStart, sumUp } from './overview-figures.ts'
import { overviewSchema } from './overview-schemas.ts'

const MINUTE_MS = 60_000
const MOST_HOSTS = 20
const LONGEST_BY_MINUTE = 120

const getOverview = defineEndpoint({
  method: 'GET',
  path: '/overview',
  id: 'getOverview',
  summary: 'Dashboard metrics',
  roles: ROLES,
  query: Type.Object({
    minutes: Type.Optional(
      Type.Integer({ minimum: 5, maximum: 1_440, description: 'Length of the period. Defaults to 60.' }),
    ),
    everyClient: Type.Optional(Type.Boolean({ description: 'Include all clients. Operators only.' })),
  }),
  answer: overviewSchema,
  errors: ['invalid'],
  async handle({ services, clock }, { principal, query }) {
    const { minutes = 60, everyClient = false } = query
    const clientId = everyClient && principal.role === 'operator' ? undefined : principal.clientId
    const { systemStatus, webhooks } = services
    const [messages, webhookCounts, pausedHosts, credit, deployment] = await Promise.all([
      systemStatus.messages(principal, { minutes, clientId }),
      systemStatus.webhooks(principal, { clientId }),
      webhooks.pausedHosts(principal, { clientId }),
      clientId === undefined ? null : readCredit(services, principal),
      clientId === undefined ? readDeployment(services, principal) : null,
    ])
    const stepMinutes = stepOf(minutes)
    return {
      countedAt: messages.countedAt?.toISOString() ?? null,
      from: new Date(stepStart(clock.now() - minutes * MINUTE_MS, stepMinutes)).toISOString(),
      stepMinutes,
      counts: countBySteps(messages.counts, stepMinutes),
      ...sumUp(messages.counts),
      deliveryTimes: messages.deliveryTimes,
      deliveryTimesByMinute:
        minutes > LONGEST_BY_MINUTE
          ? []
          : messages.minuteDeliveryTimes.map(({ minute, ...times }) => ({ at: minute.toISOString(), ...times })),
      webhooks: webhookCounts,
      pausedHosts: pausedHosts.slice(0, MOST_HOSTS).map(formatHost),
      credit,
      deployment,
    }
  },
})

async function readCredit({ accounts }: PortalServices, principal: Principal) {
  const { credit, currency } = await accounts.client(principal, principal.clientId)
  return credit === null ? null : { amount: credit, currency }
}

async function readDeployment({ systemStatus }: PortalServices, principal: Principal) {
  const { queue, links, nodes, database } = await systemStatus.deployment(principal)
  return {
    queue: queue.map(({ oldestAt, ...depth }) => ({ ...depth, oldestAt: oldestAt.toISOString() })),
    links: [...links],
    nodes: nodes.map(({ name, seenAt }) => ({ name, seenAt: seenAt.toISOString() })),
    databaseMs: database.answerMs,
  }
}

/** Figures for people. */
export const overviewEndpoints = [getOverview]
