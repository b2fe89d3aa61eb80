import type { LoginLinkKeeper, PasskeyStore, SecondFactorStore, WebhookKeeper } from '@heliograph/access'
import {
  type Carrier,
  createStepFeed,
  type Directory,
  type Health,
  type Hooks,
  type Network,
  type Principal,
  type ProvidedService,
  type RequestNotes,
  Steps,
  type Submissions,
  waitAtMost,
} from '@heliograph/contracts'
import { type AccountsWing, createAccountsWing } from './accounts/accounts-wing.ts'
import type { MasterKeyChange } from './accounts/master-keys/master-key-change.ts'
import type { Provisioning } from './accounts/provisioning/provisioning.ts'
import { type ClockWing, createClockWing } from './clock/clock-wing.ts'
import { createContactsWing } from './contacts/contacts-wing.ts'
import type { Sql } from './database/database.ts'
import { createDatabaseWing, type DatabaseWing } from './database/database-wing.ts'
import type { EngineOptions, MasterKeys } from './engine-options.ts'
import { createInboundWing, type InboundWing } from './inbound/inbound-wing.ts'
import { Instances, type WritingAdapter } from './instances.ts'
import { createIntakeWing, type IntakeWing } from './intake/intake-wing.ts'
import { createNotifyWing, type NotifyWing } from './notify/notify-wing.ts'
import { createObserveWing, type ObserveWing } from './observe/observe-wing.ts'
import type { Survey } from './observe/survey.ts'
import type { Erasure } from './operate/erase/erasure.ts'
import type { HoldTools } from './operate/holds.ts'
import { createOperateWing, type OperateWing } from './operate/operate-wing.ts'
import type { Admission } from './operate/restore/restore.ts'
import type { UnknownTools } from './operate/unknown/unknown-tools.ts'
import type { LinkState } from './outbound/dispatch/link-states.ts'
import { createOutboundWing, type OutboundWing } from './outbound/outbound-wing.ts'
import { OWNED_TABLES } from './owned-tables.ts'
import { createOwnershipWing, type OwnershipWing } from './ownership/ownership-wing.ts'
import { createReadWing, type ReadWing } from './read/read-wing.ts'
import type { EngineSettings } from './settings.ts'
import { createTablesWing } from './tables/tables-wing.ts'

/** How long what is still to be recorded or announced may take before the node signs off. */
const CLOSE_MS = 1_500

/**
 * The services behind the contracts, on one Postgres: the wings, each made of those below it.
 *
 * Life cycle: `open` connects, and from then on the services work (all a command-line tool needs). `join` makes the
 * process a node of the deployment; `startWork` runs its dispatch, webhooks and maintenance. `stopWork` and `close`
 * undo it in reverse.
 */
export class Engine {
  readonly #instances = new Instances()
  readonly #database: DatabaseWing
  readonly #ownership: OwnershipWing
  readonly #clock: ClockWing
  readonly #accounts: AccountsWing
  readonly #notify: NotifyWing
  readonly #outbound: OutboundWing
  readonly #intake: IntakeWing
  readonly #inbound: InboundWing
  readonly #read: ReadWing
  readonly #operate: OperateWing
  readonly #observe: ObserveWing
  #isWorking = false

  readonly submissions: Submissions
  readonly network: Network
  readonly provisioning: Provisioning
  /** The log of webhooks of all clients, for the commands of an operator. */
  readonly webhookLog: WebhookKeeper
  /** Where the host notes requests of clients. */
  readonly requestNotes: RequestNotes
  /** Makes links to log in by, for the commands of an operator. */
  readonly loginLinks: LoginLinkKeeper
  /** Second factors of all users, for the commands of an operator. */
  readonly secondFactors: SecondFactorStore
  /** Passkeys of all users, for the commands of an operator. */
  readonly passkeys: PasskeyStore
  readonly masterKeys: MasterKeyChange
  readonly holds: HoldTools
  readonly unknownOutcomes: UnknownTools
  readonly erasure: Erasure
  readonly services: readonly ProvidedService[]

  constructor(given: EngineOptions) {
    const { logger } = given
    const steps = given.steps ?? createStepFeed((error) => logger.error({ err: error }, 'a step listener failed'))
    const options = { ...given, steps }
    const database = createDatabaseWing(options)
    const ownership = createOwnershipWing(options, { database, owned: OWNED_TABLES })
    const base = { database, ownership, instances: this.#instances }
    const tables = createTablesWing({ database })
    const accounts = createAccountsWing(options, base)
    const notify = createNotifyWing(options, { ...base, accounts })
    const outbound = createOutboundWing(options, { ...base, accounts, notify })
    const contacts = createContactsWing({ ...base, accounts, notify })
    const intake = createIntakeWing(options, { ...base, accounts, notify, outbound })
    const inbound = createInboundWing(options, { ...base, accounts, notify, outbound, intake })
    const read = createReadWing(options, { ...base, accounts })
    const operate = createOperateWing(options, { ...base, accounts, notify, outbound, intake, inbound })
    const observe = createObserveWing(options, { ...base, accounts, notify, outbound })
    // Made last, because it runs the tasks of the others.
    const clock = createClockWing(options, {
      database,
      ownership,
      tasks: { ...notify.tasks, ...inbound.tasks, ...operate.tasks },
    })
    this.#database = database
    this.#ownership = ownership
    this.#clock = clock
    this.#accounts = accounts
    this.#notify = notify
    this.#outbound = outbound
    this.#intake = intake
    this.#inbound = inbound
    this.#read = read
    this.#operate = operate
    this.#observe = observe
    this.submissions = intake.submissions
    this.network = inbound.network
    this.provisioning = accounts.provisioning
    this.webhookLog = read.webhookLog
    this.requestNotes = read.requestNotes
    this.loginLinks = accounts.loginLinks
    this.secondFactors = accounts.secondFactors
    this.passkeys = accounts.passkeys
    this.masterKeys = accounts.masterKeys
    this.holds = operate.holds
    this.unknownOutcomes = operate.unknownOutcomes
    this.erasure = operate.erasure
    const wings = [tables, accounts, notify, outbound, contacts, intake, inbound, read, operate]
    this.services = [...wings.flatMap(({ services }) => services), { token: Steps, service: steps }]
  }

  /** The database, for the commands of an operator: they may take a minute. */
  get sql(): Sql {
    return this.#database.pools.chores
  }

  get directory(): Directory {
    return this.#accounts.directory
  }

  /**
   * The principal with which an operator's command acts for a client, even a disabled one. Throws
   * `not-found`/`client-not-found`.
   */
  operatorOf(clientId: number): Promise<Principal> {
    return this.#accounts.operatorOf(clientId)
  }

  /**
   * Connects and makes sure that the master key fits. Throws when the database cannot be reached or belongs to another
   * key.
   */
  async open(): Promise<void> {
    await this.#database.open()
    await this.#accounts.open()
  }

  /**
   * Finds out whether the database is as this node left it; a restored one is used again only when the operator says
   * that it was restored (`isRestored`). Call before `join`; what follows is for the caller to decide.
   */
  admit(isRestored: boolean): Promise<Admission> {
    return this.#operate.admit(isRestored)
  }

  /** Makes this process a node: heartbeat, announcements of changes, shared rate limits. */
  async join(): Promise<void> {
    await this.#ownership.start()
    await this.#accounts.start()
  }

  /**
   * The carriers of the configured instances, by instance id, and the ids of those that the gateway runs without. Call
   * before `startWork`.
   */
  useCarriers(carriers: ReadonlyMap<string, Carrier>, absent: readonly string[] = []): void {
    this.#instances.carriers = carriers
    this.#instances.absent = absent
  }

  /**
   * The adapters among them, started or not, by instance id; those that write receipts are asked to do so. Call before
   * `startWork`.
   */
  useAdapters(adapters: ReadonlyMap<string, WritingAdapter>): void {
    this.#instances.adapters = adapters
  }

  /**
   * The hooks among the plugins, by instance id: these and no others are asked from then on. Call before `startWork`,
   * and when there are others.
   */
  useHooks(hooks: ReadonlyMap<string, Hooks>): void {
    this.#intake.useHooks(hooks)
  }

  /**
   * Whether an instance of the configuration hands out keys (`KeyHandout`): keys that are made from now on then have a
   * sealed copy. False until this is called.
   */
  useKeyHandout(isAskedFor: boolean): void {
    this.#instances.isHandingOutKeys = isAskedFor
  }

  /**
   * Changes the rules by which messages get their routes, for those that are accepted from now on. `validateRoutes`
   * must have found nothing wrong in them, with the routes of the settings.
   */
  useRoutingRules(rules: EngineSettings['routing']): void {
    this.#outbound.routing.useRules(rules)
  }

  /**
   * Takes up other master keys: the first seals from now on. Resolves with whether they differ from those before.
   * Rejects with `invalid`/`missing-master-key`, and changes nothing, when something is sealed under a key that is not
   * among them.
   */
  useMasterKeys(masterKeys: MasterKeys): Promise<boolean> {
    return this.#accounts.useMasterKeys(masterKeys)
  }

  /**
   * Starts dispatch, webhooks and maintenance, according to the node's roles. Throws when routes name links that do not
   * exist.
   */
  async startWork(): Promise<void> {
    this.#isWorking = true
    await this.#outbound.start()
    // After the answers that the node before has kept are recorded, so that nothing they are for goes out again.
    await this.#ownership.freeEnded()
    await this.#notify.start()
    await this.#clock.start()
    await this.#intake.start()
    await this.#inbound.start()
    await this.#operate.start()
    this.#observe.start()
  }

  /**
   * The states of this node's links; empty before `startWork` and on a node that does not dispatch. Rejects when the
   * database is away.
   */
  linkStates(): Promise<readonly LinkState[]> {
    return this.#outbound.linkStates()
  }

  /** Reads the figures that monitoring shows and only the database knows; this also happens every ten seconds. */
  readFigures(): Promise<void> {
    return this.#observe.read()
  }

  /**
   * Looks at the whole deployment, changing nothing; needs neither `open` nor the master key. Rejects when the database
   * is away or has not the schema of this release.
   */
  survey(): Promise<Survey> {
    return this.#observe.survey()
  }

  /**
   * Drains: links answer what they were given, the rest goes back to Postgres. Answers that cannot be recorded within
   * `budgetMs` are kept in the data folder. Everything stops at once, so that dispatch has all of that time.
   */
  async stopWork(budgetMs?: number): Promise<void> {
    if (!this.#isWorking) return
    this.#isWorking = false
    await Promise.all([
      this.#observe.stop(),
      this.#operate.stop(),
      this.#outbound.stop(budgetMs),
      this.#clock.stop(),
      this.#intake.stop(),
      this.#inbound.stop(),
      this.#notify.stop(),
    ])
  }

  async close(): Promise<void> {
    // Signing off does not wait for what does not end: others would take over only when this node counts as dead.
    await waitAtMost(this.#database.clock, CLOSE_MS, this.#closeWork())
    // While answers are kept, what they are for must not be free at once: this node may come back and record them.
    await this.#ownership.stop(this.#outbound.keptAnswers === 0)
    await this.#clock.close()
    await this.#database.close()
  }

  async #closeWork(): Promise<void> {
    await Promise.all([this.#outbound.close(), this.#inbound.close(), this.#read.close()])
    await this.#notify.close()
    await this.#accounts.stop()
  }

  /** Ready: the database takes writes and ends them, and its clock and that of this node are near enough. */
  async health(): Promise<Health> {
    const { node } = this.#ownership
    const [answers, commits] = await Promise.all([this.#database.health(), node.commitHealth()])
    if (answers.status !== 'ok') return answers
    return commits.status === 'ok' ? node.clockHealth() : commits
  }

  /** `degraded` while another node lives under the name of this one. */
  nameHealth(): Health {
    return this.#ownership.node.nameHealth()
  }

  /** `degraded` while work is paused because it ended processes. */
  pausedWorkHealth(): Promise<Health> {
    return this.#operate.pausedWorkHealth()
  }

  /** `degraded` while sending is on hold. */
  holdsHealth(): Promise<Health> {
    return this.#operate.holdsHealth()
  }
}
