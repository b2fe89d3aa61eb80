import type { Clock, HttpClient, Logger, Metrics } from '@heliograph/contracts'
import type { TaskList } from 'graphile-worker'
import type { Pool } from 'pg'
import type { SecretBox } from './accounts/secrets.ts'
import { Calendar } from './clock/calendar.ts'
import { JobPool } from './clock/job-pool.ts'
import type { Pools } from './database/pools.ts'
import type { RecordIds } from './database/record-ids.ts'
import type { NodeRole } from './engine-options.ts'
import { createAnswers } from './inbound/answers.ts'
import { createIncomingTask } from './inbound/incoming-task.ts'
import type { EngineSubmissions } from './intake/accept/submissions.ts'
import { createUploadTurn, type UploadTurnOptions } from './intake/uploads/upload-turn.ts'
import { UploadWork } from './intake/uploads/upload-work.ts'
import type { ReceiptWriter } from './notify/webhooks/outgoing-request.ts'
import { INCOMING_TASK, WEBHOOKS_TASK } from './notify/webhooks/webhook-job.ts'
import { WebhookSender } from './notify/webhooks/webhook-sender.ts'
import type { WebhookWay } from './notify/webhooks/webhook-way.ts'
import { createChores } from './operate/maintenance/chores.ts'
import type { FastPath } from './outbound/batches/fast-path.ts'
import { DispatchNode, type DispatchNodeOptions } from './outbound/dispatch/dispatch-node.ts'
import type { LinkState } from './outbound/dispatch/link-states.ts'
import type { DispatchRow } from './outbound/dispatch/load-messages.ts'
import type { ReceiptTools } from './outbound/receipts/process-receipts.ts'
import { rematch } from './outbound/receipts/unmatched-receipts.ts'
import type { NodeRegistry } from './ownership/node-registry.ts'
import type { WorkGuard } from './ownership/work-starts/work-guard.ts'
import type { EngineSettings } from './settings.ts'

export interface WorkOptions
  extends Pick<
    DispatchNodeOptions,
    | 'carriers'
    | 'signals'
    | 'router'
    | 'monotonic'
    | 'receiptsWaitFor'
    | 'announceBatches'
    | 'announceLinks'
    | 'announceSent'
    | 'spool'
    | 'lateAnswer'
  > {
  readonly pools: Pools
  readonly jobsPool: Pool
  readonly ids: RecordIds
  readonly secrets: SecretBox
  readonly receipts: ReceiptTools
  readonly sweepSegments: () => Promise<number>
  readonly node: NodeRegistry
  readonly settings: EngineSettings
  /** The time of the database. */
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  readonly http: HttpClient
  /** Returns what writes the receipts of an instance's messages; undefined when the instance is not on this node. */
  readonly writerOf: (instance: string) => ReceiptWriter | undefined
  readonly roles: readonly NodeRole[]
  readonly guard: WorkGuard
  /** Sends the answers to incoming SMS. */
  readonly submissions: Pick<EngineSubmissions, 'submitOwn'>
  /** The tools that check and submit uploads. */
  readonly uploads: Pick<UploadTurnOptions, 'senderOf' | 'submissions' | 'schedules'>
  /** Announces to all nodes that messages must not be sent any more because their contact has opted out. */
  readonly announceOptedOut: (smsIds: readonly number[]) => void
}

/** Jobs that a node runs at once. Most of them wait for a commit that they share. */
const JOBS_AT_ONCE = 50

/** What a node does in the background: dispatch, webhooks and maintenance, each only with the role for it. */
export class Work {
  readonly #options: WorkOptions
  readonly #dispatch: DispatchNode | undefined
  readonly #webhooks: WebhookSender | undefined
  readonly #jobs: JobPool | undefined
  readonly #uploads: UploadWork | undefined
  readonly #calendar: Calendar | undefined

  constructor(options: WorkOptions) {
    this.#options = options
    const { roles, signals, guard } = options
    this.#dispatch = roles.includes('dispatch') ? this.#makeDispatch() : undefined
    this.#webhooks = roles.includes('webhooks') ? this.#makeWebhooks() : undefined
    this.#uploads = this.#webhooks && this.#makeUploads(guard)
    this.#calendar = roles.includes('cron') ? this.#makeCalendar() : undefined
    const tasks = { ...(this.#webhooks && this.#webhookTasks(this.#webhooks, guard)), ...this.#calendar?.tasks }
    this.#jobs = Object.keys(tasks).length > 0 ? this.#makeJobs(tasks) : undefined
    signals.accountsChanged.on(() => this.#webhooks?.accountsChanged())
    signals.uploadsWait.on(() => this.#uploads?.look())
    signals.heldAgain.on(() => {
      void this.#webhooks?.wake()
      this.#uploads?.look()
    })
  }

  /** The fast path to the links; undefined on a node that does not dispatch. */
  get fastPath(): FastPath<DispatchRow> | undefined {
    return this.#dispatch?.fastPath
  }

  /** The fast path for webhooks; undefined on a node that sends none. */
  get webhooks(): WebhookWay | undefined {
    return this.#webhooks
  }

  /** The states of this node's links; empty on a node that does not dispatch. Rejects when the database is away. */
  async linkStates(): Promise<readonly LinkState[]> {
    return (await this.#dispatch?.linkStates()) ?? []
  }

  /** Resolves when all answers that links have given so far are in the database. */
  async resultsRecorded(): Promise<void> {
    await this.#dispatch?.resultsRecorded()
  }

  async start(): Promise<void> {
    await this.#dispatch?.start()
    this.#webhooks?.start()
    await this.#jobs?.start()
    this.#uploads?.start()
    this.#calendar?.start()
  }

  /** Dispatch has `budgetMs` to record answers; chores are not waited for beyond that. */
  async stop(budgetMs?: number): Promise<void> {
    const chores = this.#calendar?.stop()
    await Promise.all([
      this.#dispatch?.stop(budgetMs),
      this.#jobs?.stop(),
      this.#uploads?.stop(),
      this.#webhooks?.stop(),
    ])
    await chores
  }

  #makeDispatch(): DispatchNode {
    const { pools, receipts, logger } = this.#options
    return new DispatchNode({
      ...this.#options,
      sql: pools.work,
      chores: pools.chores,
      outbox: receipts.outbox,
      webhooks: receipts.webhooks,
      receiptsOf: (link) => receipts.counts.of(link),
      onReceiptsWait: (networkIds) => {
        // A failure loses nothing: the sweep finds them too.
        rematch(pools.work, receipts, networkIds).catch((error) => logger.warn({ error }, 'rematch failed'))
      },
    })
  }

  #makeWebhooks(): WebhookSender {
    const { settings, pools, node } = this.#options
    return new WebhookSender({
      ...this.#options,
      sql: pools.general,
      settings: settings.webhooks,
      soapNamespace: settings.webhooks.soapNamespace,
      random: Math.random,
      lease: () => node.workLease,
      leaseNumber: () => node.leaseNumber,
    })
  }

  #makeJobs(tasks: TaskList): JobPool {
    const { jobsPool: pgPool, node, clock, logger } = this.#options
    const pool = new JobPool({
      pgPool,
      clock,
      logger,
      tasks,
      concurrency: JOBS_AT_ONCE,
      localQueueSize: JOBS_AT_ONCE * 2,
      onPool: (poolId) => node.addPool(poolId),
      onPoolLost: (poolId) => node.losePool(poolId),
    })
    pgPool.on('connect', (client) => client.once('error', () => pool.doubt()))
    return pool
  }

  #makeUploads(guard: WorkGuard): UploadWork {
    const { pools, node, clock, logger, settings, uploads } = this.#options
    const tools = { sql: pools.general, clock, logger }
    const keptMebibytes = settings.limits.uploadMebibytes
    return new UploadWork({
      ...tools,
      lease: () => node.workLease,
      leaseNumber: () => node.leaseNumber,
      turn: createUploadTurn({ ...uploads, ...tools, guard, keptMebibytes }),
    })
  }

  #webhookTasks(sender: WebhookSender, guard: WorkGuard): TaskList {
    const { settings, pools, receipts } = this.#options
    const sql = pools.general
    const { outbox, webhooks } = receipts
    const options = { ...this.#options, sql, outbox, webhooks, defaultCountry: settings.defaults.country }
    const { autoRepliesPerHour } = settings.incoming
    const answers = createAnswers({ ...options, autoRepliesPerHour })
    return {
      [WEBHOOKS_TASK]: () => sender.wake(),
      ...guard.guardTasks({ [INCOMING_TASK]: createIncomingTask({ ...options, answers }) }),
    }
  }

  #makeCalendar(): Calendar {
    const { pools, clock, logger, ids, receipts, settings, node, sweepSegments } = this.#options
    const tools = { sql: pools.chores, clock, logger }
    return new Calendar({
      ...tools,
      doer: () => ({ lease: node.leaseNumber, node: node.name }),
      chores: createChores({
        ...tools,
        finish: { ids, clock, outbox: receipts.outbox, webhooks: receipts.webhooks },
        receipts,
        ranges: { retentionDays: settings.retention.days, rangeDays: settings.retention.rangeDays },
        kept: settings.retention,
        defaultValiditySeconds: Math.round(settings.defaults.validityHours * 3600),
        joinTimeoutSeconds: settings.incoming.joinTimeoutSeconds,
        sweepSegments,
      }),
    })
  }
}
