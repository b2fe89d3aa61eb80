import type { Carrier, Clock, HttpClient, Logger, Metrics } from '@heliograph/contracts'
import type { Pool } from 'pg'
import type { SecretBox } from './accounts/secrets.ts'
import type { Sql } from './database/database.ts'
import type { RecordIds } from './database/record-ids.ts'
import { Dispatcher } from './dispatch/dispatcher.ts'
import { type LinkState, linkStates, watchLinks } from './dispatch/link-states.ts'
import type { Router } from './dispatch/routing/router.ts'
import { findReceiptFloor } from './maintenance/id-ranges.ts'
import { Maintenance } from './maintenance/maintenance.ts'
import type { HeldJobs, NodeRegistry } from './nodes/node-registry.ts'
import { DirectJobs } from './queue/direct-jobs.ts'
import { dispatchTasks, forbiddenFlags } from './queue/dispatch-task.ts'
import { FetchGate } from './queue/fetch-gate.ts'
import { rerouteJobs } from './queue/reroute-jobs.ts'
import { WaitingWatch } from './queue/waiting-messages.ts'
import { JobPool, type JobPoolOptions } from './queue/worker-pool.ts'
import type { ReceiptTools } from './receipts/process-receipts.ts'
import { rematch } from './receipts/unmatched-receipts.ts'
import type { EngineSettings } from './settings.ts'
import { createWebhookTask } from './webhooks/webhook-task.ts'

export type WorkRole = 'dispatch' | 'webhooks' | 'cron'

export interface WorkOptions {
  readonly sql: Sql
  readonly jobsPool: Pool
  readonly ids: RecordIds
  readonly secrets: SecretBox
  readonly receipts: ReceiptTools
  readonly mayReceiptsWait: () => boolean
  readonly sweepSegments: () => Promise<number>
  readonly node: NodeRegistry
  readonly carriers: ReadonlyMap<string, Carrier>
  readonly router: Router
  readonly settings: EngineSettings
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  readonly http: HttpClient
  readonly roles: readonly WorkRole[]
}

/** How often the floor for matching receipts is looked up again; it moves once a week. */
const FLOOR_MS = 600_000

/** How often the metrics are told what waits. */
const WATCH_MS = 10_000

/** A job of a route that this node does not know is another node's, unless it has been due for so long. */
const ORPHANED_SECONDS = 60

type PoolOptions = Pick<JobPoolOptions, 'tasks' | 'concurrency' | 'localQueueSize' | 'forbiddenFlags' | 'events'>

/** What a node does in the background: dispatch, webhooks, maintenance, each by its role. */
export class Work {
  readonly #options: WorkOptions
  readonly #dispatcher: Dispatcher | undefined
  readonly #pools: readonly JobPool[]
  #direct: DirectJobs | undefined
  readonly #maintenance: Maintenance | undefined
  #cancelFloor: (() => void) | undefined
  #cancelWatch: (() => void) | undefined
  readonly #waiting: WaitingWatch
  #receiptFloor = 0

  constructor(options: WorkOptions) {
    this.#options = options
    const { roles } = options
    this.#waiting = new WaitingWatch(options.sql, options.clock)
    this.#dispatcher = roles.includes('dispatch') ? this.#makeDispatcher() : undefined
    this.#pools = [
      ...(this.#dispatcher === undefined ? [] : [this.#dispatchPool(this.#dispatcher)]),
      ...(roles.includes('webhooks') ? [this.#webhookPool()] : []),
    ]
    this.#maintenance = roles.includes('cron') ? this.#makeMaintenance() : undefined
  }

  /** The short way to the links; undefined on a node that does not dispatch. */
  get direct(): DirectJobs | undefined {
    return this.#direct
  }

  /** The lowest id whose message can still get a receipt. */
  get receiptFloor(): number {
    return this.#receiptFloor
  }

  /** How the links of this node are; none on a node that does not dispatch. Rejects when the database is away. */
  async linkStates(): Promise<readonly LinkState[]> {
    if (this.#dispatcher === undefined) return []
    const receiptsOf = (link: string) => this.#options.receipts.counts.of(link)
    return linkStates({ pool: this.#dispatcher.pool, receiptsOf, waiting: await this.#waiting.look() })
  }

  /** Resolves when the answers of links so far are in the database. */
  async resultsRecorded(): Promise<void> {
    await this.#dispatcher?.resultsRecorded()
  }

  async start(): Promise<void> {
    await this.#lookUpFloor()
    await this.#reroute(null)
    for (const pool of this.#pools) await pool.start()
    this.#maintenance?.start()
    if (this.#dispatcher !== undefined) this.#watch(this.#dispatcher)
  }

  async stop(): Promise<void> {
    this.#cancelFloor?.()
    this.#cancelWatch?.()
    await this.#maintenance?.stop()
    // The dispatcher settles or gives back what it holds while its pool waits for exactly that.
    await Promise.all([...this.#pools.map((pool) => pool.stop()), this.#dispatcher?.stop()])
  }

  async #lookUpFloor(): Promise<void> {
    try {
      this.#receiptFloor = await findReceiptFloor(this.#options.sql)
    } catch (error) {
      this.#options.logger.warn({ error }, 'receipt floor not found, keeping the last')
    }
    this.#cancelFloor = this.#options.clock.after(FLOOR_MS, () => void this.#lookUpFloor())
  }

  /** Messages of routes that are gone from the configuration must not wait for ever. */
  async #reroute(overdueSeconds: number | null): Promise<void> {
    if (this.#dispatcher === undefined) return
    const { sql, router, logger } = this.#options
    const { routes } = this.#dispatcher.pool
    const routeFor: Router['routeFor'] = (to, message) => router.routeFor(to, message)
    try {
      const moved = await rerouteJobs(sql, { routes, routeFor, overdueSeconds })
      if (moved > 0) logger.warn({ jobs: moved }, 'jobs of routes that no longer exist were given another')
    } catch (error) {
      logger.warn({ error }, 'jobs of routes that no longer exist could not be looked for')
    }
  }

  #watch(dispatcher: Dispatcher): void {
    const { clock, metrics } = this.#options
    watchLinks(dispatcher.pool, this.#waiting, () => clock.now(), metrics)
    const look = () => {
      this.#waiting.look().catch((error) => this.#options.logger.debug({ error }, 'the queue could not be looked at'))
      void this.#reroute(ORPHANED_SECONDS)
      this.#cancelWatch = clock.after(WATCH_MS, look)
    }
    look()
  }

  #makeDispatcher(): Dispatcher {
    const { sql, receipts, logger } = this.#options
    return new Dispatcher({
      ...this.#options,
      outbox: receipts.outbox,
      onReceiptsWait: (records) => {
        const ids = records.flatMap(({ parts }) => parts.map((part) => part.networkId).filter((id) => id !== null))
        // A failure is no loss: the sweep finds them too.
        if (ids.length > 0) rematch(sql, receipts, ids).catch((error) => logger.warn({ error }, 'rematch failed'))
      },
      onRoom: () => this.#pools[0]?.nudge(),
    })
  }

  #dispatchPool(dispatcher: Dispatcher): JobPool {
    const { clock, settings } = this.#options
    const { workers } = settings.dispatch
    const gate = new FetchGate(clock)
    const pool: JobPool = this.#makePool({
      tasks: dispatchTasks(dispatcher, gate),
      concurrency: workers,
      // A local queue would hand out jobs fetched before a more urgent one came.
      localQueueSize: 0,
      forbiddenFlags: () => {
        const flags = forbiddenFlags(dispatcher, gate, workers)
        direct.noteForbidden(flags)
        return flags
      },
      events: gate.events,
      heldJobs: () => dispatcher.jobsHeld(),
    })
    const direct = new DirectJobs({ dispatcher, lockedBy: () => pool.lockedBy, gate })
    this.#direct = direct
    return pool
  }

  #webhookPool(): JobPool {
    const { settings, sql, secrets, http, clock, logger, metrics } = this.#options
    const { concurrency, retryDelaysSeconds } = settings.webhooks
    const webhook = createWebhookTask({
      sql,
      secrets,
      http,
      clock,
      logger,
      metrics,
      retryDelaysSeconds,
      random: Math.random,
    })
    return this.#makePool({ tasks: { webhook }, concurrency, localQueueSize: concurrency * 2 })
  }

  #makePool({ heldJobs, ...options }: PoolOptions & { readonly heldJobs?: HeldJobs }): JobPool {
    const { jobsPool: pgPool, clock, logger, node } = this.#options
    const onPool = (poolId: string) => node.addPool(poolId, heldJobs)
    const onPoolLost = (poolId: string) => node.losePool(poolId)
    return new JobPool({ pgPool, clock, logger, onPool, onPoolLost, ...options })
  }

  #makeMaintenance(): Maintenance {
    const { sql, clock, logger, ids, receipts, settings } = this.#options
    return new Maintenance({
      sql,
      clock,
      logger,
      finish: { ids, clock, outbox: receipts.outbox },
      receipts,
      ranges: { retentionDays: settings.retention.days, rangeDays: settings.retention.rangeDays },
      defaultValiditySeconds: Math.round(settings.defaults.validityHours * 3600),
      joinTimeoutSeconds: settings.incoming.joinTimeoutSeconds,
      sweepSegments: this.#options.sweepSegments,
    })
  }
}
