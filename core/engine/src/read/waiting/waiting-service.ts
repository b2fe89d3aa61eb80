import { requireOperator } from '@heliograph/access'
import {
  type Channels,
  PRIORITIES,
  type Priority,
  type RouteQueue,
  type Waiting,
  type WaitingCause,
  type WaitingQuestion,
} from '@heliograph/contracts'
import {
  causeForClient,
  createOpenHours,
  endsQuietHours,
  isClosed,
  isFinal,
  isVisible,
  parseDeliveryWindow,
  whyRouteWaits,
  whyWaiting,
  whyWouldWait,
} from '@heliograph/messaging'
import type { Sql } from '../../database/database.ts'
import { serviceAnswer } from '../../database/service-answer.ts'
import { countWaiting, queueDepths, type WaitingMessages } from '../../outbound/batches/waiting-messages.ts'
import { countBefore, findPlaced, type PlacedMessage } from './message-facts.ts'
import { loadSendingFacts, routeFactsOf, type SendingFacts } from './route-facts.ts'

const URGENCIES = Object.values(PRIORITIES)

export interface WaitingOptions {
  readonly sql: Sql
  readonly visibleTo: Channels['visibleTo']
}

/** Creates the `Waiting` service. */
export function createWaiting({ sql, visibleTo }: WaitingOptions): Waiting {
  return {
    async ofMessage(principal, smsId) {
      const placed = Number.isSafeInteger(smsId) ? await serviceAnswer(findPlaced(sql, smsId)) : undefined
      if (placed === undefined) return undefined
      if (principal.role === 'operator') return serviceAnswer(explainPlaced(sql, placed))
      const isOwn = placed.client_id === principal.clientId
      if (!isOwn || !isVisible(await visibleTo(principal), placed.channel_id)) return undefined
      return (await serviceAnswer(explainPlaced(sql, placed))).map(causeForClient)
    },
    async ofRoute(principal, question) {
      requireOperator(principal)
      return serviceAnswer(explainQuestion(sql, question))
    },
    async queues(principal, { onlyClosed = false } = {}) {
      requireOperator(principal)
      return serviceAnswer(listQueues(sql, onlyClosed))
    },
  }
}

/** Why a message waits, for operators; undefined when there is no such message. */
export async function explainWaiting(sql: Sql, smsId: number): Promise<readonly WaitingCause[] | undefined> {
  const placed = await findPlaced(sql, smsId)
  return placed && explainPlaced(sql, placed)
}

async function explainPlaced(sql: Sql, placed: PlacedMessage): Promise<readonly WaitingCause[]> {
  if (isFinal(placed.state)) return []
  const sending = await loadSendingFacts(sql)
  return whyWaiting({
    state: placed.state,
    clientId: placed.client_id,
    now: placed.now,
    dueAt: placed.due_at,
    isQuiet: placed.quiet_hours !== null && endsQuietHours(placed.quiet_hours, quietQuestion(placed)),
    opensWindow: opensWindow(placed),
    pausedAt: placed.paused_at,
    speedLimit: placed.speed_limit,
    isSegment: placed.is_segment,
    link: placed.link,
    queue: routeFactsOf(sending, placed.route),
    line: await countBefore(sql, placed, URGENCIES),
  })
}

function opensWindow({ delivery_window: text, due_at: dueAt }: PlacedMessage): boolean {
  return text !== null && createOpenHours(parseDeliveryWindow(text)).beginsAt(dueAt.getTime())
}

function quietQuestion({ recipient, origin, priority, due_at: dueAt }: PlacedMessage) {
  return { to: recipient, origin, priority: priority as Priority, at: dueAt }
}

async function explainQuestion(
  sql: Sql,
  { route, clientId, priority }: WaitingQuestion,
): Promise<readonly WaitingCause[]> {
  const [standing] = await sql<{ now: Date; has_credit: boolean }[]>`
    select now() as now, coalesce((
      select credit is null or credit >= price_per_part from client join client_credit using (client_id)
      where client_id = ${clientId}::bigint
    ), true) as has_credit`
  const { now = new Date(), has_credit: hasCredit = true } = standing ?? {}
  const end = { route, priority: PRIORITIES[priority], due_at: now, batch_id: null, before: 0 }
  return whyWouldWait({
    clientId,
    hasCredit,
    queue: routeFactsOf(await loadSendingFacts(sql), route),
    line: await countBefore(sql, end, URGENCIES),
  })
}

async function listQueues(sql: Sql, onlyClosed: boolean): Promise<readonly RouteQueue[]> {
  const sending = await loadSendingFacts(sql)
  const known = new Set(sending.links.flatMap(({ routes }) => routes).filter((route) => !route.includes('/')))
  const isShut = (route: string) => isClosed(routeFactsOf(sending, route).links)
  // Messages that no living node has the route of are found by counting, which is too costly while all is well.
  if (onlyClosed && known.size > 0 && ![...known].some(isShut)) return []
  const waiting = await countWaiting(sql)
  const routes = [...new Set([...known, ...waiting.map(({ route }) => route)])].sort()
  return routes
    .filter((route) => !onlyClosed || isShut(route))
    .map((route) =>
      queueOf(
        route,
        sending,
        waiting.filter((row) => row.route === route),
      ),
    )
}

function queueOf(route: string, sending: SendingFacts, waiting: readonly WaitingMessages[]): RouteQueue {
  const facts = routeFactsOf(sending, route)
  const links = facts.links.map(({ partsPerSecond: _, ...link }) => link)
  return { route, links, waiting: queueDepths(waiting), causes: whyRouteWaits(facts) }
}
