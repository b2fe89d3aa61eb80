import { requireOperator } from '@heliograph/access'
import { type DeliveryWindow, PRIORITIES, type Principal, type Waiting } from '@heliograph/contracts'
import {
  causeForClient,
  createOpenHours,
  endsQuietHours,
  formatLinkId,
  isVisible,
  type RouteFacts,
  visibleChannel,
  whyRouteWaits,
  whyWaiting,
  whyWouldWait,
} from '@heliograph/messaging'
import type { HeldSending } from './holds.ts'
import type { EngineParts } from './memory-services.ts'
import { parseAmount } from './money.ts'

const LINK = formatLinkId('net', 'main')
/** Nothing goes before a message of the double. */
const NO_LINE = { before: 0, isMore: false }

/** Why messages of the double wait: for its one link, which is up unless an operator paused it, and for holds. */
export function createWaiting(
  { accounts, clock, messages, pausedBulks, segments }: EngineParts,
  holds: HeldSending,
  isPaused: () => boolean,
): Waiting {
  const queueOf = (route: string): RouteFacts => ({
    route,
    links: [{ link: LINK, obstacle: isPaused() ? 'paused' : null, detail: null, partsPerSecond: 0 }],
    holds: [...holds.values()],
  })

  function find(principal: Principal, smsId: number) {
    const found = messages.has(smsId) ? messages.get(smsId) : segments.find(smsId)
    if (found === undefined || principal.role === 'operator') return found
    const only = visibleChannel(principal, accounts.ownChannelOf(principal))
    return found.clientId === principal.clientId && isVisible(only, found.channelId) ? found : undefined
  }

  const opens = (window: DeliveryWindow | null, at: Date) =>
    window !== null && createOpenHours(window).beginsAt(at.getTime())

  return {
    async ofMessage(principal, smsId) {
      const message = find(principal, smsId)
      if (message === undefined) return undefined
      const { state, clientId, scheduledAt, acceptedAt, carrier, to, origin, priority } = message
      const { quietHours } = accounts.records.clients.get(clientId) ?? {}
      const question = { to, origin, priority: PRIORITIES[priority], at: scheduledAt ?? acceptedAt }
      const causes = whyWaiting({
        state,
        clientId,
        now: new Date(clock.now()),
        dueAt: scheduledAt ?? acceptedAt,
        isQuiet: quietHours != null && endsQuietHours(quietHours, question),
        opensWindow: 'deliveryWindow' in message && opens(message.deliveryWindow, question.at),
        pausedAt: pausedBulks.since(clientId, message.bulkId) ?? null,
        speedLimit: null,
        isSegment: !messages.has(smsId),
        link: state === 'submitting' ? formatLinkId(carrier ?? 'memory', 'main') : null,
        queue: queueOf('default'),
        line: NO_LINE,
      })
      return principal.role === 'operator' ? causes : causes.map(causeForClient)
    },
    async ofRoute(principal, { route, clientId }) {
      requireOperator(principal)
      const credit = accounts.hasClient(clientId) ? accounts.credit(clientId) : null
      const hasCredit = credit === null || parseAmount(credit) >= accounts.price(clientId)
      return whyWouldWait({ clientId, hasCredit, queue: queueOf(route), line: NO_LINE })
    },
    async queues(principal, { onlyClosed = false } = {}) {
      requireOperator(principal)
      if (onlyClosed && !isPaused()) return []
      const { links, ...facts } = queueOf('default')
      const shown = links.map(({ partsPerSecond: _, ...link }) => link)
      return [{ route: facts.route, links: shown, waiting: [], causes: whyRouteWaits({ ...facts, links }) }]
    },
  }
}
