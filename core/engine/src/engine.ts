import { createLoginLinks, type LoginLinkKeeper, type SecondFactorStore, type WebhookKeeper } from '@heliograph/access'
import {
  type Adapter,
  type Carrier,
  type CarrierLink,
  type Directory,
  GatewayError,
  type Health,
  type Principal,
  type ProvidedService,
  type Schedules,
  type Submissions,
} from '@heliograph/contracts'
import { parseLinkId } from '@heliograph/messaging'
import type { Pool } from 'pg'
import { createAcceptance } from './acceptance.ts'
import { deploymentFingerprint } from './accounts/deployment-fingerprint.ts'
import { type AccountDirectory, createDirectory } from './accounts/directory.ts'
import { operatorOf } from './accounts/operator-of.ts'
import { createPasswordWork } from './accounts/password-work.ts'
import { createProvisioning, type Provisioning } from './accounts/provisioning/provisioning.ts'
import { createRateLimits, type NodeRateLimits } from './accounts/rate-limits/rate-limits.ts'
import { createSecondFactorStore } from './accounts/second-factor-store.ts'
import { createSecretBox, type SecretBox, verifyDeploymentKey } from './accounts/secrets.ts'
import { createStateStore } from './accounts/state/state-store.ts'
import { openJobsPool } from './clock/jobs-pool.ts'
import { TOPICS } from './database/announcement-topics.ts'
import type { Sql } from './database/database.ts'
import { createDatabaseWing, type DatabaseWing } from './database/database-wing.ts'
import type { EngineOptions } from './engine-options.ts'
import { createNetwork, type EngineNetwork } from './inbound/network.ts'
import type { EngineSubmissions } from './intake/accept/submissions.ts'
import type { EngineSegments } from './intake/segments/segments.ts'
import { createRowTools, type RowTools } from './intake/uploads/row-tools.ts'
import { createMessageEvents, type NodeEvents } from './notify/events/message-events.ts'
import { Outbox } from './notify/sessions/outbox.ts'
import { createSessions, type NodeSessions } from './notify/sessions/sessions.ts'
import { pausedWorkHealth } from './operate/paused-work.ts'
import { createQueueOnly, type FastPath } from './outbound/batches/fast-path.ts'
import type { LinkState } from './outbound/dispatch/link-states.ts'
import type { DispatchRow } from './outbound/dispatch/load-messages.ts'
import { AnswerSpool } from './outbound/dispatch/results/answer-spool.ts'
import { retryDelayMs } from './outbound/dispatch/results/decide.ts'
import { createSchedules } from './outbound/lifecycle/schedules.ts'
import { createNetworkAnswers, type NetworkAnswers } from './outbound/network-answers.ts'
import type { ReceiptTools } from './outbound/receipts/process-receipts.ts'
import { ReceiptCounts } from './outbound/receipts/receipt-counts.ts'
import { ReceiptFloor } from './outbound/receipts/receipt-floor.ts'
import { Router } from './outbound/routing/router.ts'
import { nameLinks, validateRoutes } from './outbound/routing/routing.ts'
import { OWNED_TABLES } from './owned-tables.ts'
import { createOwnershipWing, type OwnershipWing } from './ownership/ownership-wing.ts'
import { createWebhookLog } from './read/webhook-log/webhook-log.ts'
import { createServices } from './services.ts'
import { Work } from './work.ts'

/** The name under which the state store keeps log-in links: no instance can have this name. */
const LOGIN_LINKS = 'heliograph.login-links'

/**
 * The services behind the contracts, on one Postgres.
 *
 * Life cycle: `open` connects, and from then on the services work (all a command-line tool needs). `join` makes the
 * process a node of the deployment; `startWork` runs its dispatch, webhooks and maintenance. `stopWork` and `close`
 * undo it in reverse.
 */
export class Engine {
  readonly #options: EngineOptions
  readonly #database: DatabaseWing
  readonly #ownership: OwnershipWing
  readonly #jobsPool: Pool
  readonly #secrets: SecretBox
  readonly #receiptTools: ReceiptTools
  readonly #receiptFloor: ReceiptFloor
  readonly #answers: NetworkAnswers
  readonly #queueOnly: FastPath<DispatchRow>
  readonly #directory: AccountDirectory
  readonly #rateLimits: NodeRateLimits
  readonly #outbox: Outbox
  readonly #sessions: NodeSessions
  readonly #segments: EngineSegments
  readonly #events: NodeEvents
  readonly #router: Router
  readonly #submissions: EngineSubmissions
  readonly #schedules: Schedules
  readonly #rowTools: RowTools
  readonly #spool: AnswerSpool
  #carriers: ReadonlyMap<string, Carrier> = new Map()
  #absent: readonly string[] = []
  #adapters: ReadonlyMap<string, Pick<Adapter, 'formatReceipt'>> = new Map()
  #work: Work | undefined
  #handsOutKeys = false

  readonly submissions: Submissions
  readonly network: EngineNetwork
  readonly provisioning: Provisioning
  /** The log of webhooks of all clients, for the commands of an operator. */
  readonly webhookLog: WebhookKeeper
  /** Makes links to log in by, for the commands of an operator. */
  readonly loginLinks: LoginLinkKeeper
  /** Second factors of all users, for the commands of an operator. */
  readonly secondFactors: SecondFactorStore
  readonly services: readonly ProvidedService[]

  constructor(options: EngineOptions) {
    this.#options = options
    const { settings, logger } = options
    const database = createDatabaseWing(options)
    this.#database = database
    const { pools, clock, ids, searches } = database
    const ownership = createOwnershipWing(options, { database, owned: OWNED_TABLES })
    this.#ownership = ownership
    const { node, announcer, signals, owner } = ownership
    const { url, nodeName } = options
    this.#jobsPool = openJobsPool({ url, nodeName, size: settings.database.workerPool, logger })
    this.#secrets = createSecretBox(options.masterKey)
    this.#router = new Router(settings.routing)
    this.#spool = new AnswerSpool({
      dataDir: options.dataDir,
      deployment: () => deploymentFingerprint(database.idSalt()),
      logger,
    })
    this.#directory = createDirectory({ sql: pools.general, clock, defaults: settings.defaults })
    const onNode = { sql: pools.general, clock, logger, nodeId: node.id }
    this.#queueOnly = createQueueOnly((route) => announcer.announce(TOPICS.batches, route))
    this.#outbox = new Outbox({ ...onNode, ...owner })
    this.#sessions = createSessions({ ...onNode, outbox: this.#outbox })
    signals.accountsChanged.on(() => {
      this.#directory.invalidate()
      this.#sessions.accountsChanged()
    })
    signals.live.on((isLive) => {
      this.#directory.setLive(isLive)
      this.#sessions.setLive(isLive)
    })
    signals.pushesWait.on((userId) => this.#outbox.announced(userId))
    this.#rateLimits = createRateLimits(onNode)
    this.#receiptFloor = new ReceiptFloor({ sql: pools.chores, clock, logger })
    this.#receiptTools = {
      ids,
      clock,
      outbox: this.#outbox,
      webhooks: () => this.#work?.webhooks,
      floorId: () => this.#receiptFloor.smsId,
      receiptsOf: (link) => this.#receiptsOf(link),
      counts: new ReceiptCounts(options.metrics),
    }
    this.#answers = createNetworkAnswers(pools.work, this.#receiptTools, {
      logger,
      resultsRecorded: () => this.#work?.resultsRecorded() ?? Promise.resolve(),
      isWithoutReceipts: (link) => this.#linkOf(link)?.receipts === 'none',
      retryDelayMs: (attempt) => retryDelayMs(settings.dispatch.retryDelaysSeconds, attempt),
      fairness: settings.dispatch.fairness,
    })
    this.network = createNetwork(pools.work, this.#receiptTools, this.#answers)
    const linkSite = () => ({ baseUrl: options.publicUrl(), sign: this.#secrets.links.sign })
    const { submissions, segments, messages } = createAcceptance({
      ...{ sql: pools.accept, changes: pools.changes, clock, ids, settings },
      directory: this.#directory,
      ...{ router: this.#router, outbox: this.#outbox, webhooks: this.#receiptTools.webhooks },
      linkSite,
      idSalt: database.idSalt,
      fastPath: () => this.#work?.fastPath ?? this.#queueOnly,
    })
    this.#submissions = submissions
    // Modules get no way to bypass the block on opted-out contacts.
    this.submissions = { submit: submissions.submit }
    this.#segments = segments
    this.#schedules = createSchedules({ sql: pools.changes, ...this.#receiptTools })
    this.#rowTools = createRowTools((principal) => this.#directory.accountOf(principal), linkSite)
    this.#events = createMessageEvents({ ...onNode, ...owner })
    const passwords = createPasswordWork(clock)
    this.provisioning = createProvisioning(
      pools.general,
      this.#secrets,
      settings.defaults,
      passwords.hash,
      () => this.#handsOutKeys,
    )
    this.webhookLog = createWebhookLog({
      ...{ sql: pools.general, searches, clock, http: options.http, secrets: this.#secrets },
      ...{ accounts: this.provisioning, soapNamespace: settings.webhooks.soapNamespace },
    })
    const state = createStateStore(pools.general)
    this.loginLinks = createLoginLinks(state.of(LOGIN_LINKS), this.#directory, clock)
    this.secondFactors = createSecondFactorStore(pools.general, this.#secrets)
    this.services = createServices({
      passwords,
      ...{ state, loginLinks: this.loginLinks, secondFactorStore: this.secondFactors },
      ...{ searches, webhookLog: this.webhookLog },
      ...{ pools, clock, logger, limits: settings.limits, ids },
      ...{ defaults: settings.defaults, secrets: this.#secrets },
      webhooks: this.#receiptTools.webhooks,
      ...{ outbox: this.#outbox, directory: this.#directory, sessions: this.#sessions, segments: this.#segments },
      ...{ schedules: this.#schedules, rowTools: this.#rowTools },
      ...{ submissions: this.submissions, network: this.network, rateLimits: this.#rateLimits },
      provisioning: this.provisioning,
      linkSite,
      announcer,
      routing: { settings, links: () => nameLinks(this.#carriers) },
      events: this.#events,
      messages,
      announceOptedOut: ownership.announceOptedOut,
    })
  }

  /** The database, for the commands of an operator: they may take a minute. */
  get sql(): Sql {
    return this.#database.pools.chores
  }

  get directory(): Directory {
    return this.#directory
  }

  /**
   * The principal with which an operator's command acts for a client, even a disabled one. Throws
   * `not-found`/`client-not-found`.
   */
  async operatorOf(clientId: number): Promise<Principal> {
    const [client] = await this.provisioning.listClients(clientId)
    if (client === undefined) throw new GatewayError('not-found', 'client-not-found', 'Client not found')
    return operatorOf(client, this.#options.settings.defaults)
  }

  /**
   * Connects and makes sure that the master key fits. Throws when the database cannot be reached or belongs to another
   * key.
   */
  async open(): Promise<void> {
    await this.#database.open()
    await verifyDeploymentKey(this.#database.pools.general, this.#secrets)
  }

  /** Makes this process a node: heartbeat, announcements of changes, shared rate limits. */
  async join(): Promise<void> {
    await this.#ownership.start()
    this.#rateLimits.start()
  }

  /**
   * The carriers of the configured instances, by instance id, and the ids of those that the gateway runs without. Call
   * before `startWork`.
   */
  useCarriers(carriers: ReadonlyMap<string, Carrier>, absent: readonly string[] = []): void {
    this.#carriers = carriers
    this.#absent = absent
  }

  /**
   * The adapters among them, started or not, by instance id; those that write receipts are asked to do so. Call before
   * `startWork`.
   */
  useAdapters(adapters: ReadonlyMap<string, Pick<Adapter, 'formatReceipt'>>): void {
    this.#adapters = adapters
  }

  /**
   * Whether an instance of the configuration hands out keys (`KeyHandout`): keys that are made from now on then have a
   * sealed copy. False until this is called.
   */
  useKeyHandout(isAskedFor: boolean): void {
    this.#handsOutKeys = isAskedFor
  }

  /**
   * Starts dispatch, webhooks and maintenance, according to the node's roles. Throws when routes name links that do not
   * exist.
   */
  async startWork(): Promise<void> {
    const { settings, logger, metrics, http, roles } = this.#options
    const problems = roles.includes('dispatch') ? validateRoutes(settings, nameLinks(this.#carriers), this.#absent) : []
    if (problems.length > 0) throw new Error(problems.join('\n'))
    const { pools, clock, monotonic, ids } = this.#database
    const { node, signals, guard, announcer, announceOptedOut } = this.#ownership
    this.#work = new Work({
      ...{ pools, clock, monotonic, ids, node, signals, guard, announceOptedOut },
      jobsPool: this.#jobsPool,
      secrets: this.#secrets,
      receipts: this.#receiptTools,
      sweepSegments: () => this.#segments.sweep(),
      receiptsWaitFor: this.#answers.receiptsWaitFor,
      carriers: this.#carriers,
      writerOf: (instance) => {
        const adapter = this.#adapters.get(instance)
        return adapter?.formatReceipt?.bind(adapter)
      },
      router: this.#router,
      settings,
      logger,
      metrics,
      http,
      spool: this.#spool,
      lateAnswer: this.#answers.lateAnswer,
      announceSent: announceOptedOut,
      announceBatches: (route) => announcer.announce(TOPICS.batches, route),
      announceLinks: () => announcer.announce(TOPICS.links),
      submissions: this.#submissions,
      uploads: { ...this.#rowTools, submissions: this.submissions, schedules: this.#schedules },
      roles,
    })
    await this.#receiptFloor.start()
    await this.#work.start()
  }

  /**
   * The states of this node's links; empty before `startWork` and on a node that does not dispatch. Rejects when the
   * database is away.
   */
  async linkStates(): Promise<readonly LinkState[]> {
    return (await this.#work?.linkStates()) ?? []
  }

  /**
   * Drains: links answer what they were given, the rest goes back to Postgres. Answers that cannot be recorded within
   * `budgetMs` are kept in the data folder.
   */
  async stopWork(budgetMs?: number): Promise<void> {
    this.#receiptFloor.stop()
    await this.#work?.stop(budgetMs)
    this.#work = undefined
  }

  async close(): Promise<void> {
    await this.#spool.drained()
    await Promise.all([this.#answers.drained(), this.network.drained()])
    await this.#events.stop()
    await this.#sessions.stop()
    await this.#rateLimits.stop()
    // While answers are kept, what they are for must not be free at once: this node may come back and record them.
    await this.#ownership.stop(this.#spool.kept === 0)
    await this.#jobsPool.end()
    await this.#database.close()
  }

  /** Ready means that the database answers within two seconds, and that this node's clock is near enough to its. */
  async health(): Promise<Health> {
    const health = await this.#database.health()
    return health.status === 'ok' ? this.#ownership.node.clockHealth() : health
  }

  /** `degraded` while work is paused because it ended processes. */
  pausedWorkHealth(): Promise<Health> {
    return pausedWorkHealth(this.#database.pools.general)
  }

  #receiptsOf(link: string): 'all' | 'first' | 'last' {
    const receipts = this.#linkOf(link)?.receipts ?? 'none'
    return receipts === 'none' ? 'all' : receipts
  }

  #linkOf(link: string): CarrierLink | undefined {
    const place = parseLinkId(link)
    return this.#carriers.get(place.carrier)?.links.find(({ name }) => name === place.name)
  }
}
