import { ConfigurationError } from '@heliograph/config'
import {
  type Adapter,
  type Brand,
  type Carrier,
  createStepFeed,
  type Hooks,
  type InstanceCommand,
  OWN_BRAND,
  type ProvidedService,
} from '@heliograph/contracts'
import {
  type InjectedRequest,
  type InjectedResponse,
  inject,
  type ResponseObserver,
  type Router,
} from '@heliograph/http'
import { readBrand } from '../brand/read-brand.ts'
import { createContainer } from '../container.ts'
import { createHttpObserver } from '../listeners/http-metrics.ts'
import { planListeners } from '../listeners/listener-plan.ts'
import { ListenerSet } from '../listeners/listener-set.ts'
import { adminListener, type ListenerAddress } from '../listeners/open-listener.ts'
import { createRedactor, type Redactor } from '../logging/redact.ts'
import { adminMounts } from './admin-mounts.ts'
import { logBootTree } from './boot-tree.ts'
import { Certificates } from './certificates.ts'
import { checkInstances, type InstanceFinding } from './check.ts'
import { UNVERSIONED } from './contract-versions.ts'
import { type CreateOptions, createInstances } from './create.ts'
import { type InstanceDeadlines, instanceDeadlines } from './deadline.ts'
import { type InstanceFailure, problemsOf } from './failure.ts'
import { FaultScopes } from './fault-scopes.ts'
import { collectHealth, type HostHealth, type HostPhase } from './health.ts'
import type { HostOptions } from './host-options.ts'
import { hostServices } from './host-services.ts'
import type { Instance } from './instance.ts'
import { InstanceFaults } from './instance-faults.ts'
import { checkListenerInstances } from './listener-instances.ts'
import { createListenerRouters } from './listener-routers.ts'
import { putBack } from './put-back.ts'
import { applyInstanceChanges, joinOutcomes, notRunning, type PlannedReload, planInstanceReload } from './reload.ts'
import { findReplacements, type ReplaceOptions, replaceInstances } from './replace.ts'
import { RequestWatch } from './request-watch.ts'
import { requireFreeInstancePorts, requireFreePorts } from './require-free-ports.ts'
import { type PlannedInstance, type ResolvedInstances, resolveInstances } from './resolve.ts'
import { startInstances } from './start.ts'
import { stopInstances } from './stop.ts'
import { WebhookTls } from './webhook-tls.ts'

/**
 * Runs the instances of a configuration. Call the phases in order, each once: `plan` finds what is wrong with the
 * configuration, `create` wires, `start` opens. `stop` stops everything that runs; it is idempotent and safe at any
 * time.
 */
export interface Host {
  /**
   * Imports the packages and reads their configuration. Throws `ConfigurationError` with the problems of all instances
   * that are not optional.
   */
  plan(): Promise<readonly PlannedInstance[]>
  /** Creates the instances. Throws `ConfigurationError`, again with everything found. */
  create(): void
  /**
   * Optional instances that could not be loaded or created and that the gateway runs without; complete after `create`.
   */
  readonly failures: readonly InstanceFailure[]
  /** The carriers among the instances, by instance id; complete after `create`. */
  readonly carriers: ReadonlyMap<string, Carrier>
  /** The adapters among the instances, likewise. */
  readonly adapters: ReadonlyMap<string, Adapter>
  /** The commands that plugins declare, by instance; complete after `create`. */
  readonly commands: ReadonlyMap<string, readonly InstanceCommand[]>
  /** The hooks of the plugins among the instances, likewise. */
  readonly hooks: ReadonlyMap<string, Hooks>
  /**
   * Makes the instances try what they need from outside. Possible after `create`, and only while they have not been
   * started.
   */
  check(): Promise<readonly InstanceFinding[]>
  /**
   * Throws when a port that `start` is to open is taken: call it before anything begins that others would notice.
   * Possible after `create`.
   */
  requirePorts(): Promise<void>
  /**
   * Opens the admin server (unless `opensAdmin` is false), starts the instances, opens the listeners. When it fails,
   * everything is stopped before the error is thrown.
   */
  start(): Promise<void>
  /**
   * Finds out what a changed configuration means for the instances that run, without changing anything. Throws
   * `ConfigurationError` as `plan` does, and `unavailable`/`not-running` unless the host runs.
   */
  planReload(configuration: HostOptions['configuration']): Promise<PlannedReload>
  /**
   * Says in `/readyz` that requests should go elsewhere, and goes on serving them. Call it some time before `stop`, so
   * that load balancers have noticed when the listeners close.
   */
  announceStop(): void
  /**
   * Takes an error that nothing caught; to be called from the listener for such errors. `owners` are the instances that
   * its stack leads to. True: it was that of an instance, which has been dealt with, and the process can go on. False:
   * it leads to no instance, or the host has not started yet.
   */
  takeFault(thrown: unknown, owners: readonly string[]): boolean
  /**
   * Closes the listeners for clients, stops the instances in reverse order, closes the admin server. Never rejects:
   * faults are logged.
   */
  stop(): Promise<void>
  /**
   * Passes a request to a listener without a socket. `http` is the default listener, `admin` the admin server. Possible
   * after `create`.
   */
  inject(request: InjectedRequest, listener?: string): Promise<InjectedResponse>
  health(): Promise<HostHealth>
  /** Where the open listeners can be reached, by name; `admin` among them. */
  readonly listeners: ReadonlyMap<string, ListenerAddress>
  /**
   * The address under which clients reach this deployment, without a trailing slash: `publicUrl` if configured, else
   * the address of the default listener.
   */
  readonly publicUrl: string
}

/** Throws nothing; problems are reported by `plan`. */
export function createHost(options: HostOptions): Host {
  return new GatewayHost(options)
}

class GatewayHost implements Host {
  readonly #options: HostOptions
  readonly #deadlines: InstanceDeadlines
  readonly #listeners: ListenerSet
  readonly #observer: ResponseObserver
  readonly #redactor: Redactor
  readonly #watch: RequestWatch
  readonly #scopes = new FaultScopes()
  readonly #faults: InstanceFaults
  readonly #certificates: Certificates
  readonly #aborted = new AbortController()
  #brand: Brand = OWN_BRAND
  #createOptions: CreateOptions | undefined
  #planned: readonly PlannedInstance[] = []
  #instances: readonly Instance[] = []
  #failures: readonly InstanceFailure[] = []
  #routers: ReadonlyMap<string, Router> = new Map()
  #phase: HostPhase = 'created'
  #starting: Promise<void> | undefined
  #stopping: Promise<void> | undefined

  constructor(options: HostOptions) {
    this.#options = options
    this.#deadlines = instanceDeadlines(options)
    const { steps = createStepFeed(() => {}), requests, useWebhookTls = () => {} } = options
    this.#observer = createHttpObserver(options.metrics, steps, options.clock)
    this.#redactor = createRedactor(() => options.configuration.secrets.list())
    this.#watch = new RequestWatch(options.clock, steps, requests)
    this.#faults = new InstanceFaults({
      ...options,
      scopes: this.#scopes,
      instances: () => this.#instances,
      stopDeadlineMs: this.#deadlines.stopDeadlineMs,
    })
    this.#listeners = new ListenerSet({ baseDir: options.configuration.baseDir, logger: options.logger })
    this.#certificates = new Certificates({
      ...options,
      listeners: this.#listeners,
      instances: () => this.#instances,
      webhookTls: new WebhookTls(options.configuration, useWebhookTls),
    })
  }

  async plan(): Promise<readonly PlannedInstance[]> {
    const { planned, failures, brand } = await this.#resolve(this.#options.configuration)
    this.#brand = brand
    this.#planned = planned
    this.#failures = failures
    return planned
  }

  create(): void {
    const container = createContainer(this.#services())
    const publicUrl = () => this.publicUrl
    const { isOwnPackage = () => false } = this.#options
    if (!this.#planned.every(({ entry }) => isOwnPackage(entry.use))) this.#scopes.turnOn()
    const own = { container, publicUrl, brand: this.#brand, watch: this.#watch, scopes: this.#scopes }
    const options = { ...this.#options, ...own }
    this.#createOptions = options
    const { instances, failures } = createInstances(this.#planned, this.#failures, options)
    const problems = problemsOf(failures)
    if (problems.length > 0) throw new ConfigurationError(problems)
    this.#instances = instances
    this.#faults.watch(instances)
    this.#failures = [...this.#failures, ...failures]
    this.#routers = this.#createRouters()
  }

  get failures(): readonly InstanceFailure[] {
    return this.#failures
  }

  get carriers(): ReadonlyMap<string, Carrier> {
    return new Map(this.#instances.flatMap(({ id, carrier }) => (carrier ? [[id, carrier] as const] : [])))
  }

  get adapters(): ReadonlyMap<string, Adapter> {
    return new Map(this.#instances.flatMap(({ id, part }) => (part.kind === 'adapter' ? [[id, part.adapter]] : [])))
  }

  get commands(): ReadonlyMap<string, readonly InstanceCommand[]> {
    return new Map(
      this.#instances.flatMap(({ id, part }) => (part.kind === 'plugin' ? [[id, part.plugin.commands ?? []]] : [])),
    )
  }

  get hooks(): ReadonlyMap<string, Hooks> {
    return new Map(this.#instances.flatMap(({ id, hooks }) => (hooks ? [[id, hooks] as const] : [])))
  }

  async planReload(configuration: HostOptions['configuration']): Promise<PlannedReload> {
    if (this.#phase !== 'running') throw notRunning()
    const { planned } = await this.#resolve(configuration)
    const others = this.#options.takesOtherCode ? findReplacements(this.#instances, planned) : []
    const replaced = others.map(({ instance }) => instance)
    const { changes, restart } = planInstanceReload(this.#instances, planned, configuration.instances, replaced)
    const apply = async () => {
      const certificates = this.#certificates
      const shown = joinOutcomes(await certificates.renewListeners(), certificates.followWebhooks(configuration))
      const changed = joinOutcomes(shown, applyInstanceChanges(changes))
      // Those that are out of service have to have stopped.
      await this.#faults.settled()
      const renewed = await replaceInstances(others, this.#renewing())
      return joinOutcomes(changed, renewed, await putBack(this.#instances, this.#renewing()))
    }
    return { restart, apply }
  }

  #renewing(): ReplaceOptions {
    if (this.#createOptions === undefined) throw notRunning()
    const { roles } = this.#options.configuration.node
    return {
      ...this.#createOptions,
      ...this.#deadlines,
      roles,
      signal: this.#aborted.signal,
      fits: (next) => void this.#createRouters(this.#instances.map((each) => (each.id === next.id ? next : each))),
      onReplaced: () => {
        this.#routers = this.#createRouters()
      },
    }
  }

  check(): Promise<readonly InstanceFinding[]> {
    return checkInstances(this.#instances, this.#options.clock)
  }

  requirePorts(): Promise<void> {
    const { configuration, opensAdmin = true } = this.#options
    const require = opensAdmin ? requireFreePorts : requireFreeInstancePorts
    return require(configuration, this.#instances)
  }

  async start(): Promise<void> {
    this.#starting ??= this.#boot()
    try {
      await this.#starting
    } catch (error) {
      await this.stop()
      throw error
    }
  }

  announceStop(): void {
    if (this.#phase === 'running') this.#phase = 'leaving'
  }

  takeFault(thrown: unknown, owners: readonly string[]): boolean {
    const hasStarted = this.#phase !== 'created' && this.#phase !== 'starting'
    return hasStarted && this.#faults.take(thrown, owners)
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#shutDown()
    return this.#stopping
  }

  async inject(request: InjectedRequest, listener = 'http'): Promise<InjectedResponse> {
    const router = this.#routers.get(listener)
    if (!router) throw new Error(`There is no listener '${listener}'.`)
    return inject(router, request)
  }

  health(): Promise<HostHealth> {
    const { checks, clock } = this.#options
    const parts = { instances: this.#instances, failures: this.#failures, checks: checks ?? [] }
    return collectHealth(this.#phase, parts, clock, (text) => this.#redactor.text(text))
  }

  get listeners(): ReadonlyMap<string, ListenerAddress> {
    return this.#listeners.addresses
  }

  get publicUrl(): string {
    const { publicUrl, publicUrlGiven } = this.#options.configuration
    return publicUrlGiven ? publicUrl : (this.listeners.get('http')?.url ?? publicUrl)
  }

  async #boot(): Promise<void> {
    const { configuration, logger, clock, opensAdmin = true } = this.#options
    const { startDeadlineMs: deadlineMs } = this.#deadlines
    const startedAt = performance.now()
    const { signal } = this.#aborted
    signal.throwIfAborted()
    this.#phase = 'starting'
    if (opensAdmin) await this.#open('admin', adminListener(configuration.admin))
    const { roles } = configuration.node
    await startInstances(this.#instances, { clock, logger, roles, deadlineMs, signal })
    // Created again, without the optional instances that did not start.
    this.#routers = this.#createRouters()
    for (const { name, settings } of roles.includes('http') ? planListeners(configuration) : []) {
      signal.throwIfAborted()
      await this.#open(name, settings)
    }
    this.#phase = 'running'
    this.#certificates.start()
    logBootTree(logger, this.#instances, this.#failures, this.listeners, performance.now() - startedAt)
  }

  async #shutDown(): Promise<void> {
    const { logger, clock } = this.#options
    const { stopDeadlineMs: deadlineMs } = this.#deadlines
    this.#aborted.abort(new Error('The gateway was told to stop while it started.'))
    await this.#starting?.catch(() => {})
    this.#certificates.stop()
    this.#phase = 'stopping'
    await this.#listeners.close(deadlineMs, (name) => name !== 'admin')
    await stopInstances(this.#instances, { clock, logger, deadlineMs })
    await this.#faults.settled()
    await this.#listeners.close(0, (name) => name === 'admin')
    this.#phase = 'stopped'
  }

  async #open(name: string, settings: Parameters<ListenerSet['open']>[1]): Promise<void> {
    const router = this.#routers.get(name)
    if (!router) throw new Error('The instances have not been created.')
    // The routes change when an instance gets other code; the rest of a router is the same for all.
    const find: Router['find'] = (method, path) => (this.#routers.get(name) ?? router).find(method, path)
    await this.#listeners.open(name, settings, { ...router, find })
  }

  /** Throws `ConfigurationError` with the problems of all instances that are not optional. */
  async #resolve(
    configuration: HostOptions['configuration'],
  ): Promise<Pick<ResolvedInstances, 'planned' | 'failures'> & { readonly brand: Brand }> {
    const { importModule, logger } = this.#options
    const serviceIds = new Set(this.#services().map(({ token }) => token.id))
    const { instances } = configuration
    const { contracts = UNVERSIONED, only } = this.#options
    const options = { instances, importModule, serviceIds, contracts, logger, only }
    const { planned, failures, problems } = await resolveInstances(options)
    const { brand, problems: ofBrand } = await readBrand(configuration)
    const all = [...ofBrand, ...problemsOf(failures), ...problems, ...checkListenerInstances(configuration, planned)]
    if (all.length > 0) throw new ConfigurationError(all)
    return { planned, failures, brand }
  }

  #services(): readonly ProvidedService[] {
    const { configuration, services } = this.#options
    return hostServices(services, {
      configuration,
      redactor: this.#redactor,
      instances: () => this.#instances,
      planned: () => this.#planned,
      listeners: () => this.listeners,
      publicUrl: () => this.publicUrl,
      health: () => this.health(),
    })
  }

  #createRouters(instances = this.#instances): ReadonlyMap<string, Router> {
    const { configuration, logger, metrics, adminRoutes, adminToken } = this.#options
    const { host, hosts } = configuration.admin
    const guard = { token: adminToken, hosts: [host, ...hosts] }
    const admin = adminMounts(instances, () => this.health(), metrics, guard, this.#watch, adminRoutes)
    const options = { logger, onResponse: this.#observer }
    return createListenerRouters(configuration, instances, admin, options, this.#watch)
  }
}
