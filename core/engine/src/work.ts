import type { Carrier, Clock, HttpClient, Logger, Metrics } from '@heliograph/contracts'
import type { Pool } from 'pg'
import type { Sql } from './database.ts'
import { Dispatcher } from './dispatch/dispatcher.ts'
import { DirectJobs } from './jobs/direct-jobs.ts'
import { dispatchTasks, forbiddenFlags } from './jobs/dispatch-task.ts'
import { FetchGate } from './jobs/fetch-gate.ts'
import { JobPool, type JobPoolOptions } from './jobs/worker-pool.ts'
import { findReceiptFloor } from './maintenance/id-ranges.ts'
import { Maintenance } from './maintenance/maintenance.ts'
import type { ReceiptTools } from './network/process-receipts.ts'
import { rematch } from './network/unmatched-receipts.ts'
import type { HeldJobs, NodeRegistry } from './nodes/node-registry.ts'
import type { RecordIds } from './record-ids.ts'
import type { SecretBox } from './secrets.ts'
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
  readonly settings: EngineSettings
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  readonly http: HttpClient
  readonly roles: readonly WorkRole[]
}

/** How often the floor for matching receipts is looked up again; it moves once a week. */
const FLOOR_MS = 600_000

type PoolOptions = Pick<JobPoolOptions, 'tasks' | 'concurrency' | 'localQueueSize' | 'forbiddenFlags' | 'events'>

/** What a node does in the background: dispatch, webhooks, maintenance, each by its role. */
export class Work {
  readonly #options: WorkOptions
  readonly #dispatcher: Dispatcher | undefined
  readonly #pools: readonly JobPool[]
  #direct: DirectJobs | undefined
  readonly #maintenance: Maintenance | undefined
  #cancelFloor: (() => void) | undefined
  #receiptFloor = 0

  constructor(options: WorkOptions) {
    this.#options = options
    const { roles } = options
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

  /** Resolves when the answers of links so far are in the database. */
  async resultsRecorded(): Promise<void> {
    await this.#dispatcher?.resultsRecorded()
  }

  async start(): Promise<void> {
    await this.#lookUpFloor()
    for (const pool of this.#pools) await pool.start()
    this.#maintenance?.start()
    if (this.#dispatcher !== undefined) watchLinks(this.#dispatcher, this.#options.metrics)
  }

  async stop(): Promise<void> {
    this.#cancelFloor?.()
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
    const direct = new DirectJobs({ dispatcher, lockedBy: () => pool.lockedBy, events: gate.events })
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

function watchLinks(dispatcher: Dispatcher, metrics: Metrics): void {
  const up = metrics.gauge('link_up', '1 while the link can take messages', ['link'])
  const outstanding = metrics.gauge('link_outstanding_parts', 'Parts handed to the link and not answered', ['link'])
  const window = metrics.gauge('link_window_parts', 'Parts the link takes at once', ['link'])
  for (const { id, link } of dispatcher.pool.links) {
    up.collect(() => (link.isUp() ? 1 : 0), { link: id })
    outstanding.collect(() => dispatcher.pool.outstanding(id), { link: id })
    window.collect(() => link.window, { link: id })
  }
}
