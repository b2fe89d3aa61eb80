import type { Metrics, Network } from '@heliograph/contracts'
import type { Sql } from '../../database/database.ts'
import { LinkLeases } from '../../ownership/link-leases.ts'
import { LookLoop } from '../../ownership/look-loop.ts'
import type { NodeRegistry } from '../../ownership/node-registry.ts'
import type { NodeSignals } from '../../ownership/node-signals.ts'
import type { EngineSettings } from '../../settings.ts'
import { BatchClaims } from '../batches/batch-claims.ts'
import { createFastPath, type FastPath } from '../batches/fast-path.ts'
import { rerouteBatches } from '../batches/reroute-batches.ts'
import type { WaitingWatch } from '../batches/waiting-messages.ts'
import { releaseParked } from '../holds/parked-batches.ts'
import { SendingHolds } from '../holds/sending-holds.ts'
import type { ReceiptCount } from '../receipts/receipt-counts.ts'
import type { Router } from '../routing/router.ts'
import { letGoDue, SLOW_LOOK_MS } from '../speeds/slow-bulks.ts'
import { AnswerCounts } from './answer-counts.ts'
import { Dispatcher, type DispatcherOptions } from './dispatcher.ts'
import { LinkMinutes } from './link-minutes.ts'
import { LinkPauses } from './link-pauses.ts'
import { LinkReports } from './link-reports.ts'
import { toLinkSets } from './link-set.ts'
import { type LinkState, linkSigns, linkStates, watchLinks } from './link-states.ts'
import type { DispatchRow } from './load-messages.ts'
import { findSent, lateAnswersOf } from './results/answer-spool.ts'

/** How often batches of routes that are gone are looked for. */
const WATCH_MS = 10_000

export interface DispatchNodeOptions
  extends Omit<
    DispatcherOptions,
    'lease' | 'mayHandOver' | 'isOnHold' | 'parkingOf' | 'onRoom' | 'onReturned' | 'counts'
  > {
  readonly chores: Sql
  readonly metrics: Metrics
  readonly waiting: WaitingWatch
  readonly node: NodeRegistry
  readonly signals: NodeSignals
  readonly router: Pick<Router, 'routeFor'>
  readonly settings: EngineSettings
  readonly receiptsOf: (link: string) => ReceiptCount
  /** Tells all nodes that batches of a route wait. */
  readonly announceBatches: (route: string) => void
  /** Tells all nodes that messages have gone out and must not go again. */
  readonly announceSent: (smsIds: readonly number[]) => void
  readonly lateAnswer: Network['lateAnswer']
  /** Tells all nodes that links are free. */
  readonly announceLinks: () => void
}

/**
 * The work of a node with the role `dispatch`: it leases links, claims batches for them and hands over their messages.
 */
export class DispatchNode {
  readonly #options: DispatchNodeOptions
  readonly #dispatcher: Dispatcher
  readonly #claims: BatchClaims
  readonly #leases: LinkLeases
  readonly #pauses: LinkPauses
  readonly #holds: SendingHolds
  readonly #reports: LinkReports
  readonly #minutes: LinkMinutes
  readonly fastPath: FastPath<DispatchRow>
  readonly #watches: LookLoop
  readonly #slowBulks: LookLoop
  #cancelWatch = () => {}
  #isStopped = false

  constructor(options: DispatchNodeOptions) {
    this.#options = options
    const { node, steady, receiptsOf, settings } = options
    const lease = () => node.workLease
    const counts = new AnswerCounts(options.metrics)
    this.#dispatcher = new Dispatcher({
      ...options,
      counts,
      lease: node.leaseNumber,
      mayHandOver: (link) => node.isHeld && this.#leases.holds(link) && !this.#pauses.has(link),
      isOnHold: (route) => this.#holds.hasRoute(route),
      parkingOf: (clientId, bulkId) => this.#holds.parkingOf(clientId, bulkId),
      onRoom: () => this.#claims.look(),
      onReturned: (route) => {
        this.#claims.backlog.leaveAny(route)
        options.announceBatches(route)
      },
    })
    const { pool } = this.#dispatcher
    for (const { id } of pool.links) for (const route of pool.routesOf(id)) counts.expect(id, route)
    this.#pauses = new LinkPauses({ ...options, onChange: () => this.#linksChanged() })
    this.#holds = new SendingHolds({ ...options, onChange: () => this.#holdsChanged() })
    this.#leases = new LinkLeases({
      ...options,
      clock: steady,
      lease: () => node.lease,
      sets: toLinkSets(pool.sets, steady),
      mayServe: () => !node.isClockWrong && !this.#dispatcher.isStuck,
      onChange: () => this.#linksChanged(),
      announce: options.announceLinks,
    })
    const pdusOf = (id: string) => pool.links.find((link) => link.id === id)?.link.lastPdus?.() ?? []
    this.#reports = new LinkReports({
      ...options,
      clock: steady,
      lease: () => node.lease,
      signs: () => linkSigns({ pool, receiptsOf, isRefused: (link) => this.#leases.isRefused(link) }),
      pdusOf,
    })
    this.#minutes = new LinkMinutes({
      ...options,
      links: () => pool.links,
      outstanding: (link) => pool.outstanding(link),
      answersOf: (link) => counts.ofLink(link),
      holds: (link) => this.#leases.holds(link),
    })
    this.#claims = new BatchClaims({ ...options, taker: this.#dispatcher, lease, fairness: settings.dispatch.fairness })
    this.fastPath = createFastPath({
      claims: this.#claims,
      lease,
      hasRoom: (route, priority) => this.#dispatcher.hasRoom(route, priority),
      run: (batch) => this.#dispatcher.takeStored(batch),
      announce: options.announceBatches,
      messagesDue: options.messagesDue,
    })
    this.#watches = new LookLoop({
      ...options,
      what: 'batches of routes that no node serves',
      everyMs: WATCH_MS,
      look: () => this.#watch(),
    })
    this.#slowBulks = new LookLoop({
      ...options,
      what: 'bulks with a speed limit',
      everyMs: SLOW_LOOK_MS,
      look: () => this.#letGo(),
    })
    this.#listen(options.signals)
  }

  async start(): Promise<void> {
    const { pool, routes } = this.#dispatcher
    const links = pool.links.map(({ id }) => id)
    await this.#options.node.offer({ links, routes })
    await this.#pauses.start()
    await this.#holds.start()
    this.#dispatcher.start()
    await this.#recordKept()
    await this.#leases.start()
    this.#claims.start()
    this.#reports.start()
    this.#minutes.start()
    void this.#slowBulks.start()
    const { clock, metrics, waiting } = this.#options
    watchLinks(pool, waiting, () => clock.now(), metrics)
    this.#cancelWatch = clock.after(WATCH_MS, () => void this.#watches.start())
  }

  /** Lets the links answer what they were given, gives the rest back to Postgres, then gives up the links. */
  async stop(budgetMs?: number): Promise<void> {
    this.#isStopped = true
    this.#cancelWatch()
    // Dispatch waits for none of these: what is being loaded may take as long as the database is away.
    const aside = Promise.all([this.#claims.stop(), this.#pauses.stop(), this.#holds.stop(), this.#reports.stop()])
    // Nothing at all waits for these: two are chores, and another node finds the same; the other is for charts.
    void this.#watches.stop()
    void this.#slowBulks.stop()
    void this.#minutes.stop()
    await this.#dispatcher.stop(budgetMs)
    await this.#leases.stop()
    await aside
  }

  /** Resolves when the answers of links so far are in the database. */
  resultsRecorded(): Promise<void> {
    return this.#dispatcher.resultsRecorded()
  }

  /** The states of the links. Rejects when the database is away. */
  async linkStates(): Promise<readonly LinkState[]> {
    const { receiptsOf } = this.#options
    const isPaused = (link: string) => this.#pauses.has(link)
    const isRefused = (link: string) => this.#leases.isRefused(link)
    const waiting = await this.#options.waiting.look()
    return linkStates({ pool: this.#dispatcher.pool, receiptsOf, isPaused, isRefused, waiting })
  }

  /** After the end nothing is looked for any more, whatever is heard. */
  #listen(signals: NodeSignals): void {
    signals.batchesWait.on((route) => this.#batchesWait(route))
    signals.linksFree.on(() => void this.#leases.look())
    signals.pausesChanged.on(() => {
      this.#pauses.look()
      this.#holds.look()
    })
    signals.optedOut.on((smsIds) => this.#dispatcher.optedOut(smsIds))
    signals.live.on((isLive) => {
      if (isLive && !this.#isStopped) this.#readOptedOut()
    })
    signals.worksAgain.on(() => {
      void this.#leases.look()
      this.#dispatcher.pool.resume()
      this.#claims.outcomeUnknown()
    })
  }

  #batchesWait(route: string): void {
    for (const name of route === '' ? this.#dispatcher.routes : [route]) this.#claims.backlog.announced(name)
    this.#claims.look()
  }

  #readOptedOut(): void {
    const { logger } = this.#options
    this.#dispatcher
      .readOptedOut()
      .catch((error: unknown) => logger.warn({ err: error }, 'missed opt-outs could not be read'))
  }

  /** Links may be used that could not be used before, or the other way round. */
  #linksChanged(): void {
    const { pool } = this.#dispatcher
    pool.noteElsewhere((link) => this.#leases.isUpElsewhere(link) && !this.#pauses.has(link))
    pool.resume()
    this.#claims.look()
  }

  #holdsChanged(): void {
    this.#dispatcher.holdsChanged()
    this.#claims.look()
    if (!this.#isStopped) this.#releaseParked().catch((error: unknown) => this.#notReleased(error))
  }

  async #releaseParked(): Promise<void> {
    for (const route of await releaseParked(this.#options.chores)) this.#options.announceBatches(route)
  }

  async #letGo(): Promise<void> {
    const { announceBatches, clock, ids, sql } = this.#options
    for (const route of await letGoDue(sql, ids, clock.now())) announceBatches(route)
  }

  #notReleased(error: unknown): void {
    this.#options.logger.debug({ err: error }, 'messages that are no longer on hold will be let go later')
  }

  /** Before anything is claimed: a message whose answer was kept must not go out again. */
  async #recordKept(): Promise<void> {
    const { spool, announceSent, lateAnswer, logger, sql } = this.#options
    for (const file of await spool.find()) {
      await this.#dispatcher.recordKept(file.results)
      // Another node may have taken over meanwhile: for what it did, they are late.
      const late = file.results.flatMap(({ record }) => lateAnswersOf(record))
      await Promise.all(late.map((answer) => lateAnswer(answer)))
      await spool.remove(file)
      logger.warn(
        { answers: file.results.length, path: file.path },
        'answers kept by an earlier run are being recorded',
      )
      announceSent(await findSent(sql, [...new Set(late.map(({ smsId }) => smsId))]))
    }
  }

  /** What was parked while its client was being resumed is found here. */
  async #watch(): Promise<void> {
    const { logger, chores, ids, router, announceBatches } = this.#options
    await this.#releaseParked()
    const moved = await rerouteBatches(chores, ids, (to, message) => router.routeFor(to, message))
    if (moved === 0) return
    logger.warn({ batches: moved }, 'batches of routes that no node serves were moved to other routes')
    announceBatches('')
  }
}
