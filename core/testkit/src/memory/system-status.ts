import {
  type DeliveryTimes,
  type DeploymentReport,
  GatewayError,
  type MessageCount,
  PRIORITIES,
  type Principal,
  type PriorityName,
  type StatusScope,
  type SystemStatus,
  type WebhookDetails,
} from '@heliograph/contracts'
import { isVisible, visibleChannel } from '@heliograph/messaging'
import { handsetQuantiles } from './handset-times.ts'
import type { EngineParts } from './memory-services.ts'
import type { StoredMessage } from './messages.ts'

const MINUTE_MS = 60_000

/** Whose figures something counts in. */
interface Owner {
  readonly clientId: number
  readonly channelId: number
}

/**
 * The figures of the double, counted at each call. It has no links, nodes or database, and only the webhooks that a
 * test adds.
 */
export function createSystemStatus({ accounts, clock, faults, messages, webhooks }: EngineParts): SystemStatus {
  /** Whether the figures of a channel were requested. */
  function isAskedFor(owner: Owner, principal: Principal, { clientId }: StatusScope): boolean {
    if (principal.role === 'operator') return owner.clientId === (clientId ?? owner.clientId)
    const only = visibleChannel(principal, accounts.ownChannelOf(principal))
    return owner.clientId === principal.clientId && isVisible(only, owner.channelId)
  }

  return {
    async messages(principal, { minutes, ...scope }) {
      faults.trip('status')
      const since = minuteOf(clock.now()) - minutes * MINUTE_MS
      const found = messages
        .all()
        .filter((message) => message.acceptedAt.getTime() >= since && isAskedFor(message, principal, scope))
      const minutesOfFound = new Set(found.map(({ acceptedAt }) => minuteOf(acceptedAt.getTime())))
      return {
        counts: countsOf(found),
        countedAt: new Date(clock.now()),
        deliveryTimes: timesOf(found),
        minuteDeliveryTimes: [...minutesOfFound].sort().flatMap((minute) => {
          const times = timesOf(found.filter(({ acceptedAt }) => minuteOf(acceptedAt.getTime()) === minute))
          return times === null ? [] : [{ minute: new Date(minute), ...times }]
        }),
      }
    },
    async webhooks(principal, scope = {}) {
      faults.trip('status')
      const since = clock.now() - 60 * MINUTE_MS
      const found = webhooks.all.filter(
        (webhook) => webhook.createdAt.getTime() > since && isAskedFor(webhook, principal, scope),
      )
      const count = (fits: (webhook: WebhookDetails) => boolean) => found.filter(fits).length
      return {
        delivered: count(({ state }) => state === 'delivered'),
        waiting: count(({ state, attempts }) => state === 'pending' && attempts === 0),
        retrying: count(({ state, attempts }) => state === 'pending' && attempts > 0),
        failed: count(({ state }) => state === 'failed'),
      }
    },
    async deployment({ role }) {
      faults.trip('status')
      if (role !== 'operator') throw new GatewayError('forbidden', 'not-allowed', 'This is for operators')
      return {
        queue: queueOf(messages),
        links: [],
        nodes: [],
        webhooks: { delivered: 0, waiting: 0, retrying: 0, failed: 0 },
        pausedHosts: 0,
        database: { answerMs: 0, connections: 0, maxConnections: 0 },
      }
    },
  }
}

function minuteOf(time: number): number {
  return Math.floor(time / MINUTE_MS) * MINUTE_MS
}

function countsOf(found: readonly StoredMessage[]): readonly MessageCount[] {
  const counts = new Map<string, MessageCount>()
  for (const { acceptedAt, origin, state } of found) {
    const minute = new Date(minuteOf(acceptedAt.getTime()))
    const key = `${minute.toISOString()} ${origin} ${state}`
    counts.set(key, { minute, origin, state, messages: (counts.get(key)?.messages ?? 0) + 1 })
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count)
}

function timesOf(found: readonly StoredMessage[]): DeliveryTimes | null {
  const { messages, at } = handsetQuantiles(found)
  return messages === 0 ? null : { messages, p50Ms: at(0.5), p95Ms: at(0.95) }
}

function queueOf(messages: EngineParts['messages']): DeploymentReport['queue'] {
  const waiting = messages.all().filter(({ state }) => state === 'queued')
  return (Object.keys(PRIORITIES) as PriorityName[]).flatMap((priority) => {
    const own = waiting.filter((message) => message.priority === priority)
    if (own.length === 0) return []
    const dueAt = own.map(({ acceptedAt, scheduledAt }) => (scheduledAt ?? acceptedAt).getTime())
    return [{ priority, messages: own.length, oldestAt: new Date(Math.min(...dueAt)) }]
  })
}
