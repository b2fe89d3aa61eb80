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
import { chunksOf } from './database/chunks.ts'
import type { Sql } from './database/database.ts'
import { DatabaseClock } from './database/database-clock.ts'
import { openPools, type Pools } from './database/pools.ts'
import { probeDatabase } from './database/probe-database.ts'
import { createRecordIds, type RecordIds } from './database/record-ids.ts'
import { createSearches } from './database/searches.ts'
import type { EngineOptions } from './engine-options.ts'
import type { EngineSubmissions } from './intake/accept/submissions.ts'
import type { EngineSegments } from './intake/segments/segments.ts'
import { createRowTools, type RowTools } from './intake/uploads/row-tools.ts'
import { createNetwork, type EngineNetwork } from './network.ts'
import { createNodeAnnouncements } from './node-announcements.ts'
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
import type { ReceiptTools } from './outbound/receipts/process-receipts.ts'
import { ReceiptCounts } from './outbound/receipts/receipt-counts.ts'
import { Router } from './outbound/routing/router.ts'
import { nameLinks, validateRoutes } from './outbound/routing/routing.ts'
import { OWNED_TABLES } from './owned-tables.ts'
import type { Announcements } from './ownership/announcements.ts'
import { Announcer } from './ownership/announcer.ts'
import { NodeRegistry } from './ownership/node-registry.ts'
import { createWebhookLog } from './read/webhook-log/webhook-log.ts'
import { createServices } from './services.ts'
import { Work } from './work.ts'

/** How many ids an announcement holds. */
const IDS_AT_ONCE = 400

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
  readonly #pools: Pools
  readonly #clock: DatabaseClock
  readonly #monotonic: () => number
  readonly #jobsPool: Pool
  readonly #ids: RecordIds
  readonly #secrets: SecretBox
  readonly #receiptTools: ReceiptTools
  readonly #node: NodeRegistry
  readonly #announcements: Announcements
  readonly #announcer: Announcer
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
  #salt: Uint8Array = new Uint8Array(16)
  #carriers: ReadonlyMap<string, Carrier> = new Map()
  #absent: readonly string[] = []
  #adapters: ReadonlyMap<string, Pick<Adapter, 'formatReceipt'>> = new Map()
  #work: Work | undefined
  #joined = false
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
    const clock = new DatabaseClock(options.clock)
    this.#clock = clock
    const monotonic = options.monotonic ?? (() => performance.now())
    this.#monotonic = monotonic
    const { pool: size, reportPool: reportSize } = settings.database
    const connection = { url: options.url, nodeName: options.nodeName }
    this.#pools = openPools({ ...connection, size, reportSize })
    this.#jobsPool = openJobsPool({ ...connection, size: settings.database.workerPool, logger })
    this.#ids = createRecordIds(this.#pools.vital, clock)
    this.#secrets = createSecretBox(options.masterKey)
    this.#router = new Router(settings.routing)
    this.#node = new NodeRegistry({
      vital: this.#pools.vital,
      watch: this.#pools.watch,
      sql: this.#pools.chores,
      clock,
      monotonic,
      logger,
      metrics: options.metrics,
      name: options.nodeName,
      roles: options.roles,
      owned: OWNED_TABLES,
      onFenced: () => options.onFatal('this node was out of touch and has been declared dead'),
      onHeldAgain: () => this.#work?.heldAgain(),
      onFreed: () => {
        this.#announcer.announce(TOPICS.batches)
        this.#announcer.announce(TOPICS.links)
        this.#work?.batchesWait('')
        this.#work?.linksFree()
      },
    })
    this.#spool = new AnswerSpool({
      dataDir: options.dataDir,
      deployment: () => deploymentFingerprint(this.#salt),
      logger,
    })
    this.#directory = createDirectory({ sql: this.#pools.general, clock, defaults: settings.defaults })
    const onNode = { sql: this.#pools.general, clock, logger, nodeId: this.#node.id }
    this.#announcer = new Announcer(onNode)
    this.#queueOnly = createQueueOnly((route) => this.#announcer.announce(TOPICS.batches, route))
    const owner = { lease: () => this.#node.workLease, leaseNumber: () => this.#node.leaseNumber }
    this.#outbox = new Outbox({ ...onNode, ...owner })
    this.#sessions = createSessions({ ...onNode, outbox: this.#outbox })
    this.#announcements = createNodeAnnouncements({
      ...{ url: options.url, clock, logger, directory: this.#directory },
      ...{ sessions: this.#sessions, outbox: this.#outbox, work: () => this.#work },
    })
    this.#rateLimits = createRateLimits(onNode)
    this.#receiptTools = {
      ids: this.#ids,
      clock,
      outbox: this.#outbox,
      webhooks: () => this.#work?.webhooks,
      floorId: () => this.#work?.receiptFloor ?? 0,
      receiptsOf: (link) => this.#receiptsOf(link),
      counts: new ReceiptCounts(options.metrics),
    }
    this.network = createNetwork(this.#pools.work, this.#receiptTools, {
      logger,
      resultsRecorded: () => this.#work?.resultsRecorded() ?? Promise.resolve(),
      isWithoutReceipts: (link) => this.#linkOf(link)?.receipts === 'none',
      retryDelayMs: (attempt) => retryDelayMs(settings.dispatch.retryDelaysSeconds, attempt),
      fairness: settings.dispatch.fairness,
    })
    const linkSite = () => ({ baseUrl: options.publicUrl(), sign: this.#secrets.links.sign })
    const { submissions, segments, messages } = createAcceptance({
      ...{ sql: this.#pools.accept, changes: this.#pools.changes, clock, ids: this.#ids, settings },
      directory: this.#directory,
      ...{ router: this.#router, outbox: this.#outbox, webhooks: this.#receiptTools.webhooks },
      linkSite,
      idSalt: () => this.#salt,
      fastPath: () => this.#work?.fastPath ?? this.#queueOnly,
    })
    this.#submissions = submissions
    // Modules get no way to bypass the block on opted-out contacts.
    this.submissions = { submit: submissions.submit }
    this.#segments = segments
    this.#schedules = createSchedules({ sql: this.#pools.changes, ...this.#receiptTools })
    this.#rowTools = createRowTools((principal) => this.#directory.accountOf(principal), linkSite)
    this.#events = createMessageEvents({ ...onNode, ...owner })
    const passwords = createPasswordWork(clock)
    this.provisioning = createProvisioning(
      this.#pools.general,
      this.#secrets,
      settings.defaults,
      passwords.hash,
      () => this.#handsOutKeys,
    )
    const searches = createSearches(this.#pools.reports, clock)
    this.webhookLog = createWebhookLog({
      ...{ sql: this.#pools.general, searches, clock, http: options.http, secrets: this.#secrets },
      ...{ accounts: this.provisioning, soapNamespace: settings.webhooks.soapNamespace },
    })
    const state = createStateStore(this.#pools.general)
    this.loginLinks = createLoginLinks(state.of(LOGIN_LINKS), this.#directory, clock)
    this.secondFactors = createSecondFactorStore(this.#pools.general, this.#secrets)
    this.services = createServices({
      passwords,
      ...{ state, loginLinks: this.loginLinks, secondFactorStore: this.secondFactors },
      ...{ searches, webhookLog: this.webhookLog },
      ...{ pools: this.#pools, clock, logger, limits: settings.limits, ids: this.#ids },
      ...{ defaults: settings.defaults, secrets: this.#secrets },
      webhooks: this.#receiptTools.webhooks,
      ...{ outbox: this.#outbox, directory: this.#directory, sessions: this.#sessions, segments: this.#segments },
      ...{ schedules: this.#schedules, rowTools: this.#rowTools },
      ...{ submissions: this.submissions, network: this.network, rateLimits: this.#rateLimits },
      provisioning: this.provisioning,
      linkSite,
      announcer: this.#announcer,
      routing: { settings, links: () => nameLinks(this.#carriers) },
      events: this.#events,
      messages,
      announceOptedOut: (smsIds) => this.#announceOptedOut(smsIds),
    })
  }

  /** The database, for the commands of an operator: they may take a minute. */
  get sql(): Sql {
    return this.#pools.chores
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
    const askedAt = this.#monotonic()
    const [row] = await this.#pools.general<{ id_salt: Buffer; database_ms: number }[]>`
      select id_salt, extract(epoch from clock_timestamp())::float8 * 1000 as database_ms from deployment`
    if (row === undefined) throw new Error('The database has no deployment row: it is not migrated.')
    this.#clock.measure({ databaseMs: row.database_ms, roundTripMs: this.#monotonic() - askedAt })
    this.#salt = row.id_salt
    await verifyDeploymentKey(this.#pools.general, this.#secrets)
  }

  /** Makes this process a node: heartbeat, announcements of changes, shared rate limits. */
  async join(): Promise<void> {
    await this.#node.start()
    this.#joined = true
    await this.#announcements.start()
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
    this.#work = new Work({
      pools: this.#pools,
      monotonic: this.#monotonic,
      jobsPool: this.#jobsPool,
      ids: this.#ids,
      secrets: this.#secrets,
      receipts: this.#receiptTools,
      sweepSegments: () => this.#segments.sweep(),
      receiptsWaitFor: this.network.receiptsWaitFor,
      node: this.#node,
      carriers: this.#carriers,
      writerOf: (instance) => {
        const adapter = this.#adapters.get(instance)
        return adapter?.formatReceipt?.bind(adapter)
      },
      router: this.#router,
      settings,
      clock: this.#clock,
      logger,
      metrics,
      http,
      spool: this.#spool,
      lateAnswer: (answer) => this.network.lateAnswer(answer),
      announceSent: (smsIds) => {
        for (const some of chunksOf(smsIds, IDS_AT_ONCE)) this.#announceOptedOut(some)
      },
      announceBatches: (route) => this.#announcer.announce(TOPICS.batches, route),
      announceLinks: () => this.#announcer.announce(TOPICS.links),
      announceOptedOut: (smsIds) => this.#announceOptedOut(smsIds),
      submissions: this.#submissions,
      uploads: { ...this.#rowTools, submissions: this.submissions, schedules: this.#schedules },
      roles: roles.filter((role) => role !== 'http' && role !== 'sockets'),
    })
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
    await this.#work?.stop(budgetMs)
    this.#work = undefined
  }

  async close(): Promise<void> {
    const { logger } = this.#options
    await this.#spool.drained()
    await this.network.drained()
    await this.#events.stop()
    await this.#sessions.stop()
    await this.#rateLimits.stop()
    await this.#announcer.flush()
    if (this.#joined) {
      await this.#announcements.stop()
      // While answers are kept, what they are for must not be free at once: this node may come back and record them.
      const signsOff = this.#spool.kept === 0
      await this.#node.stop(signsOff).catch((error: unknown) => logger.warn({ error }, 'could not sign off'))
    }
    await this.#jobsPool.end()
    await this.#pools.close()
  }

  /** Ready means that the database answers within two seconds, and that this node's clock is near enough to its. */
  async health(): Promise<Health> {
    const health = await probeDatabase(this.#pools.general, this.#options.clock)
    return health.status === 'ok' ? this.#node.clockHealth() : health
  }

  /** `degraded` while work is paused because it ended processes. */
  pausedWorkHealth(): Promise<Health> {
    return pausedWorkHealth(this.#pools.general)
  }

  #receiptsOf(link: string): 'all' | 'first' | 'last' {
    const receipts = this.#linkOf(link)?.receipts ?? 'none'
    return receipts === 'none' ? 'all' : receipts
  }

  #linkOf(link: string): CarrierLink | undefined {
    const place = parseLinkId(link)
    return this.#carriers.get(place.carrier)?.links.find(({ name }) => name === place.name)
  }

  #announceOptedOut(smsIds: readonly number[]): void {
    this.#announcer.announce(TOPICS.optedOut, smsIds.join(','))
  }
}
