import { type LinkStatus, type Metrics, PRIORITIES, type PriorityName, type QueueDepth } from '@heliograph/contracts'
import { queueDepths, type WaitingMessages, type WaitingWatch } from '../batches/waiting-messages.ts'
import type { ReceiptCount } from '../receipts/receipt-counts.ts'
import type { NamedLink } from '../routing/routing.ts'
import type { LinkSign } from './link-reports.ts'
import type { LinkPool } from './links/link-pool.ts'

/** The state of a link of this process, for `heliograph links`. */
export interface LinkState {
  /** `<instance>/<name>`. */
  readonly id: string
  readonly status: LinkStatus
  /** An operator has paused it, so nothing is handed to it. */
  readonly isPaused: boolean
  /** Parts it takes at once, and those handed over and not answered. */
  readonly window: number
  readonly outstanding: number
  /** Parts a second, 0 for no limit. */
  readonly partsPerSecond: number
  /** Since the start; `matchRate` is null before the first. */
  readonly receipts: ReceiptCount & { readonly matchRate: number | null }
  /** Routes it serves. */
  readonly routes: readonly string[]
  /**
   * Messages that are due and wait for the links of its routes, most urgent first; without waiting messages there is no
   * entry.
   */
  readonly waiting: readonly QueueDepth[]
}

export interface LinkStateSources {
  readonly pool: Pick<LinkPool, 'links' | 'routesOf' | 'outstanding'>
  readonly receiptsOf: (link: string) => ReceiptCount
  /** Whether an operator has paused the link. */
  readonly isPaused: (link: string) => boolean
  /** Whether its network has refused the login, here or on another node. */
  readonly isRefused: (link: string) => boolean
  readonly waiting: readonly WaitingMessages[]
}

/** The states of all links. */
export function linkStates({ pool, receiptsOf, isPaused, isRefused, waiting }: LinkStateSources): readonly LinkState[] {
  return pool.links.map(({ id, link }) => {
    const routes = pool.routesOf(id)
    const receipts = receiptsOf(id)
    const total = receipts.matched + receipts.unmatched
    return {
      id,
      status: shownStatus(link, isRefused(id)),
      isPaused: isPaused(id),
      window: link.window,
      outstanding: pool.outstanding(id),
      partsPerSecond: link.partsPerSecond,
      receipts: { ...receipts, matchRate: total === 0 ? null : receipts.matched / total },
      routes,
      waiting: queueDepths(waiting.filter(({ route }) => routes.includes(route))),
    }
  })
}

/** The states of all links, without what only the database contains. */
export function linkSigns({
  pool,
  receiptsOf,
  isRefused,
}: Pick<LinkStateSources, 'pool' | 'receiptsOf' | 'isRefused'>): readonly LinkSign[] {
  return pool.links.map(({ id, link }) => {
    const { state, detail, throttles, binds } = shownStatus(link, isRefused(id))
    return {
      link: id,
      state,
      detail,
      figures: {
        window: link.window,
        outstanding: pool.outstanding(id),
        partsPerSecond: link.partsPerSecond,
        throttles,
        binds: { bound: binds.filter((bind) => bind.state === 'bound').length, all: binds.length },
        receipts: receiptsOf(id),
      },
      routes: pool.routesOf(id),
    }
  })
}

/** A link that is not opened because another node was refused looks refused too. */
function shownStatus(link: NamedLink['link'], isRefused: boolean): LinkStatus {
  const status = statusOf(link)
  if (!isRefused || status.state !== 'standby') return status
  return { ...status, state: 'refused', detail: 'the network refused the login; it is tried again later' }
}

function statusOf(link: NamedLink['link']): LinkStatus {
  return link.status?.() ?? { state: link.isUp() ? 'up' : 'down', detail: null, binds: [], throttles: 0 }
}

const PRIORITY_ENTRIES = Object.entries(PRIORITIES) as readonly [PriorityName, number][]

const STATES: readonly LinkStatus['state'][] = ['standby', 'up', 'paused', 'connecting', 'refused', 'down']

/** Shows links and queues in the metrics; what comes from the database is as last seen. */
export function watchLinks(
  pool: Pick<LinkPool, 'links' | 'routes' | 'outstanding'>,
  waiting: Pick<WaitingWatch, 'latest'>,
  now: () => number,
  metrics: Metrics,
): void {
  const up = metrics.gauge('link_up', '1 while the link can take messages', ['link'])
  const state = metrics.gauge('link_state', '1 for the state the link is in', ['link', 'state'])
  const outstanding = metrics.gauge('link_outstanding_parts', 'Parts handed to the link and not yet answered', ['link'])
  const window = metrics.gauge('link_window_parts', 'Parts the link takes at once', ['link'])
  const rate = metrics.gauge('link_rate_parts', 'Parts a second the link takes, 0 for no limit', ['link'])
  const binds = metrics.gauge('link_binds', 'Connections of the link that are bound', ['link'])
  const throttles = metrics.gauge('link_throttles', 'Times the network said "too fast" since the start', ['link'])
  for (const { id, link } of pool.links) {
    const labels = { link: id }
    up.collect(() => (link.isUp() ? 1 : 0), labels)
    for (const name of STATES) state.collect(() => (statusOf(link).state === name ? 1 : 0), { ...labels, state: name })
    outstanding.collect(() => pool.outstanding(id), labels)
    window.collect(() => link.window, labels)
    rate.collect(() => link.partsPerSecond, labels)
    binds.collect(() => statusOf(link).binds.filter((bind) => bind.state === 'bound').length, labels)
    throttles.collect(() => statusOf(link).throttles, labels)
  }
  watchRoutes(pool.routes, waiting, now, metrics)
}

function watchRoutes(
  routes: readonly string[],
  waiting: Pick<WaitingWatch, 'latest'>,
  now: () => number,
  metrics: Metrics,
): void {
  const names = ['route', 'priority']
  const messages = metrics.gauge(
    'route_waiting_messages',
    'Messages of a route of this node that are due and not settled',
    names,
  )
  const oldest = metrics.gauge(
    'route_oldest_waiting_seconds',
    'How long the oldest message of a route of this node has been due',
    names,
  )
  for (const route of routes) {
    for (const [name, priority] of PRIORITY_ENTRIES) {
      const find = () => waiting.latest.find((row) => row.route === route && row.priority === priority)
      messages.collect(() => find()?.messages ?? 0, { route, priority: name })
      oldest.collect(
        () => {
          const found = find()
          return found === undefined ? 0 : Math.max(0, now() - found.oldestAt.getTime()) / 1000
        },
        { route, priority: name },
      )
    }
  }
}
