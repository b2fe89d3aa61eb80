import {
  type DeploymentReport,
  GatewayError,
  type MessageCount,
  PRIORITIES,
  type PriorityName,
  type SystemStatus,
} from '@heliograph/contracts'
import type { EngineParts } from './memory-services.ts'

const MINUTE_MS = 60_000

/** The figures of the double, counted when they are asked for. It has no links, nodes, webhooks and database. */
export function createSystemStatus({ clock, faults, messages }: EngineParts): SystemStatus {
  return {
    async messages({ clientId, role }, { minutes }) {
      faults.trip('status')
      const counts = new Map<string, MessageCount>()
      const since = Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS - minutes * MINUTE_MS
      for (const { acceptedAt, clientId: owner, origin, state } of messages.all()) {
        if (acceptedAt.getTime() < since || (role !== 'operator' && owner !== clientId)) continue
        const minute = new Date(Math.floor(acceptedAt.getTime() / MINUTE_MS) * MINUTE_MS)
        const key = `${minute.toISOString()} ${origin} ${state}`
        counts.set(key, { minute, origin, state, messages: (counts.get(key)?.messages ?? 0) + 1 })
      }
      const ordered = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count)
      return { counts: ordered, countedAt: new Date(clock.now()) }
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

function queueOf(messages: EngineParts['messages']): DeploymentReport['queue'] {
  const waiting = messages.all().filter(({ state }) => state === 'queued')
  return (Object.keys(PRIORITIES) as PriorityName[]).flatMap((priority) => {
    const own = waiting.filter((message) => message.priority === priority)
    if (own.length === 0) return []
    const dueAt = own.map(({ acceptedAt, scheduledAt }) => (scheduledAt ?? acceptedAt).getTime())
    return [{ priority, messages: own.length, oldestAt: new Date(Math.min(...dueAt)) }]
  })
}
