import { type Adapter, type Logger, systemClock, waitAtMost } from '@heliograph/contracts'
import { type Engine, nameLinks, validateRoutes } from '@heliograph/engine'
import type { InjectedRequest, InjectedResponse } from '@heliograph/http'
import { createHost, type Host, type MetricsRegistry, type ReloadOutcome, type RootLogger } from '@heliograph/runtime'
import { createAdminRoutes } from './admin-routes.ts'
import { resolveAdminToken } from './admin-token.ts'
import { admitDatabase } from './admit-database.ts'
import { checkAccounts } from './check/check-accounts.ts'
import { checkKeyCopies } from './check/check-key-copies.ts'
import { checkTransport } from './check/check-transport.ts'
import { refuseUnfitServer } from './check/refuse-unfit-server.ts'
import { CommandError } from './command-error.ts'
import { createNodeEngine, createShared } from './compose.ts'
import { openDatabaseServer } from './database.ts'
import { DEMO_EMAIL, DEMO_RECIPIENT, type DemoAccount, ensureDemoAccount, showDemoKey } from './demo.ts'
import { createModuleLoader } from './import-module.ts'
import { handingOutKeys } from './key-handout.ts'
import { resolveMasterKeys } from './master-key.ts'
import { migrateForStart } from './migrate-for-start.ts'
import { ownSchemasOf } from './own-schemas.ts'
import { logInLinkOf, type PortalLinks, portalOf } from './portal.ts'
import { Reloader } from './reload/reload.ts'
import type { Settings } from './settings.ts'
import { RECORD_ANSWERS_MS, STOP_INSTANCE_MS, STOP_STEPS, type StopStep, timeLeft } from './stop-times.ts'
import { waitUnless } from './time-limit.ts'
import { readVersion } from './version.ts'
import { whenDatabaseAnswers } from './when-database-answers.ts'

/** Where a gateway listens. */
export interface Addresses {
  /** URL of the default listener; null on a node without the role `http`. */
  readonly http: string | null
  readonly admin: string
  /** Ports that adapters open themselves, in addition to the HTTP listeners, by instance. */
  readonly instances: Readonly<Record<string, OwnPorts>>
}

/** The ports of one adapter; `tlsPort` is the port for TLS. */
export type OwnPorts = NonNullable<ReturnType<NonNullable<Adapter['address']>>>

/** A running gateway, of one process or of several. */
export interface RunningGateway {
  readonly addresses: Addresses
  /** The HTTP server of the default listener and the reason for the choice, for people; null on a node without one. */
  readonly httpServer: string | null
  readonly demo: DemoAccount | undefined
  /** Undefined when no instance serves the portal. */
  readonly portal: PortalLinks | undefined
  /** Commands for trying out the interfaces, ready to paste, by instance; empty unless the demo's key is known. */
  readonly examples: Readonly<Record<string, string>>
  /** Takes over a changed configuration. What comes of it is logged. */
  reload(): Promise<unknown>
  /** As `Host.takeFault`. */
  readonly takeFault: (thrown: unknown, owners: readonly string[]) => boolean
  /**
   * Says that it is not ready any more, goes on serving for `stop.delaySeconds` unless `hurry` is aborted, then drains
   * and closes everything, each part before the parts it depends on. Goes on when a part does not close.
   */
  stop(hurry?: AbortSignal): Promise<void>
}

/** A gateway of this process. */
export interface Gateway extends RunningGateway {
  /** What `/metrics` on the admin port shows. */
  readonly metrics: Pick<MetricsRegistry, 'describe'>
  /** As `Reloader.reload`. */
  reload(): Promise<ReloadOutcome>
  /** The ports of its listeners, by name. */
  readonly ports: Readonly<Record<string, number>>
  /** Passes a request to the admin port without a socket. */
  askAdmin(request: InjectedRequest): Promise<InjectedResponse>
}

/** The part of one process among several. */
export interface WorkerPart {
  /** Whether it was the first to start: what is done once is done by this one. */
  readonly isFirst: boolean
  /** Where the process that supervises them has the admin port. */
  readonly adminUrl: string
}

export interface StartOptions {
  readonly logger: RootLogger
  /** Reads the configuration again, from where it came. */
  readonly readSettings: () => Promise<Settings>
  /** Imports the packages that the configuration names. */
  readonly importModule: (specifier: string) => Promise<unknown>
  /** As `HostOptions.takesOtherCode`. */
  readonly takesOtherCode?: boolean
  /** Aborted when the process is told to stop; a start still in progress then rejects. */
  readonly signal: AbortSignal
  /** The database was restored from an earlier copy. Default: it was not. */
  readonly isRestored?: boolean
  /** Set where the process is one of several that share their ports. */
  readonly worker?: WorkerPart | undefined
  /** Called when something happened after which the process must not go on. */
  readonly onFatal: (reason: string) => void
  /** Called while the database of an operator cannot be used yet, with the reason; the start goes on once it can. */
  readonly onWait?: (reason: string) => void
}

/** The portal page where a demo begins: the first steps, beside the virtual phones. */
const FIRST_STEPS = '/phones'

/** The scope of all packages that are released with the gateway. */
const OWN_SCOPE = '@heliograph/'

const RELEASE = ['version', 'node']

/** Closes one part of the gateway, at its step of the stop. */
interface Closer {
  readonly step: StopStep
  close(): Promise<void>
}

/** Opens everything a node needs, in order. When a step fails, everything opened so far is closed again. */
export async function startGateway(settings: Settings, options: StartOptions): Promise<Gateway> {
  const closers: Closer[] = []
  const closeEverything = () => closeAll(closers, options.logger)
  try {
    const { engine, host, reloader, metrics } = await open(settings, options, closers)
    options.signal.throwIfAborted()
    const isFirst = isFirstOf(options)
    const account =
      settings.isDemo && isFirst ? await ensureDemoAccount(engine.provisioning, settings.dataDir) : undefined
    // A busy port is found before networks see a bind of a node that goes away again. Where other workers have the
    // ports already, they share them.
    if (isFirst) await host.requirePorts()
    await serve(engine, host, closers, options.signal)
    options.signal.throwIfAborted()
    const httpServer = host.listeners.get('http')?.serverText ?? null
    const portal = await portalLinksOf(host, engine, account)
    // Comes last: a key that is shown only once must not be lost with a start that fails.
    const demo = account && (await showDemoKey(engine.provisioning, settings.dataDir, account))
    const stop = async (hurry?: AbortSignal) => {
      host.announceStop()
      await waitUnless(systemClock, settings.configuration.stop.delaySeconds * 1000, hurry)
      await closeEverything()
    }
    const reload = () => reloader.reload()
    const takeFault: Gateway['takeFault'] = (thrown, owners) => host.takeFault(thrown, owners)
    const askAdmin = (request: InjectedRequest) => host.inject(request, 'admin')
    const addresses = addressesOf(host, options.worker?.adminUrl)
    const ports = Object.fromEntries([...host.listeners].map(([name, { port }]) => [name, port]))
    const running = { addresses, httpServer, demo, portal, examples: examplesOf(host, demo), reload, takeFault, stop }
    return { ...running, metrics, ports, askAdmin }
  } catch (error) {
    await closeEverything()
    throw error
  }
}

/** Of several workers the first does what is done once, and logs what is the same for all. */
function isFirstOf({ worker }: StartOptions): boolean {
  return worker?.isFirst !== false
}

async function open(
  settings: Settings,
  options: StartOptions,
  closers: Closer[],
): Promise<{ engine: Engine; host: Host; reloader: Reloader; metrics: MetricsRegistry }> {
  const { logger, importModule, onFatal, signal, readSettings } = options
  const { worker, isRestored = false, takesOtherCode, onWait = () => undefined } = options
  const isFirst = isFirstOf(options)
  const shared = createShared(settings, logger)
  showRelease(shared.metrics, settings.configuration.node.name)
  closers.push({ step: STOP_STEPS.outbound, close: () => shared.httpClients.close() })
  const server = await openDatabaseServer(settings, logger, { keepRunning: true })
  closers.push({ step: STOP_STEPS.database, close: () => server.close() })
  const masterKeys = await resolveMasterKeys(settings.configuration.sections.security, settings.dataDir)
  const publicUrl = () => host.publicUrl
  const engine = createNodeEngine(settings, shared, { databaseUrl: server.url, masterKeys, onFatal, publicUrl })
  closers.push({ step: STOP_STEPS.engine, close: () => engine.close() })
  const host: Host = createHost({
    configuration: settings.configuration,
    services: engine.services,
    logger,
    clock: systemClock,
    httpClients: shared.httpClients,
    useWebhookTls: shared.useWebhookTls,
    metrics: shared.metrics,
    steps: shared.steps,
    requests: engine.requestNotes,
    importModule,
    takesOtherCode,
    contracts: createModuleLoader(settings.configuration.baseDir).contracts,
    isOwnPackage: (use) => use.startsWith(OWN_SCOPE),
    stopDeadlineMs: STOP_INSTANCE_MS,
    checks: [
      { name: 'database', check: () => engine.health() },
      { name: 'node', optional: true, check: () => engine.nameHealth() },
      { name: 'work', optional: true, check: () => engine.pausedWorkHealth() },
      { name: 'sending', optional: true, check: () => engine.holdsHealth() },
    ],
    adminRoutes: createAdminRoutes(engine, () => reloader.reload()),
    adminToken: await resolveAdminToken(settings),
    opensAdmin: worker === undefined,
  })
  const reloader = new Reloader({ logger, engine, host, started: settings, readSettings })
  const plan = await host.plan()
  const handingOut = handingOutKeys(plan)
  engine.useKeyHandout(handingOut.length > 0)
  const schemas = await ownSchemasOf(plan)
  // A wrong configuration has been reported by now, whether or not the database answers.
  const prepare = async () => {
    await refuseUnfitServer(server)
    await migrateForStart(server.directUrl, schemas, logger, onWait)
  }
  if (server.isEmbedded) await prepare()
  else await whenDatabaseAnswers({ clock: systemClock, logger, signal, onWait }, prepare)
  await engine.open()
  await admitDatabase(engine, { isRestored, dataDir: settings.dataDir.path })
  const accountFindings = isFirst
    ? [...(await checkAccounts(engine.sql, settings.isDemo)), ...(await checkKeyCopies(engine, handingOut))]
    : []
  for (const { name, message, remedy } of accountFindings) logger.warn({ remedy }, `${name}: ${message}`)
  host.create()
  refuseBadRoutes(settings, host)
  const transportFindings = isFirst ? checkTransport(settings.configuration, host.adapters) : []
  for (const { name, message, remedy } of transportFindings) logger.warn({ remedy }, `${name}: ${message}`)
  return { engine, host, reloader, metrics: shared.metrics }
}

function showRelease(metrics: MetricsRegistry, node: string): void {
  const gauge = metrics.forInstance('gateway').gauge('info', '1 for the release and the name of the node', RELEASE)
  gauge.set(1, { version: readVersion(), node })
}

/** Routes can be checked only once the links are known, which is now. */
function refuseBadRoutes({ configuration }: Settings, { carriers, failures }: Host): void {
  const problems = validateRoutes(configuration.sections, nameLinks(carriers), idsOf(failures))
  if (problems.length > 0) throw new CommandError('bad-routes', 'The routes cannot be used.', { details: problems })
}

function idsOf(failures: Host['failures']): readonly string[] {
  return failures.map(({ id }) => id)
}

/**
 * Work begins before clients can connect, and ends before the links it uses are closed. Links that do not answer in
 * time are closed anyway: their unanswered submits then have an unknown outcome, which is recorded before the engine
 * closes.
 */
async function serve(engine: Engine, host: Host, closers: Closer[], signal: AbortSignal): Promise<void> {
  await engine.join()
  engine.useCarriers(host.carriers, idsOf(host.failures))
  engine.useAdapters(host.adapters)
  engine.useHooks(host.hooks)
  let drained = Promise.resolve()
  closers.push({ step: STOP_STEPS.drained, close: () => drained })
  closers.push({ step: STOP_STEPS.host, close: () => host.stop() })
  closers.push({
    step: STOP_STEPS.dispatch,
    close() {
      drained = engine.stopWork(RECORD_ANSWERS_MS)
      return drained
    },
  })
  await engine.startWork()
  // Stopping does not wait for an instance that is itself waiting for something during its start.
  const giveUp = (): void => void host.stop()
  signal.addEventListener('abort', giveUp, { once: true })
  await host.start()
  signal.removeEventListener('abort', giveUp)
}

async function closeAll(closers: Closer[], logger: Logger): Promise<void> {
  const begunAt = performance.now()
  for (let closer = closers.pop(); closer; closer = closers.pop()) {
    const { step } = closer
    try {
      const limitMs = timeLeft(step, performance.now() - begunAt)
      let isClosed = false
      const closing = closer.close().then(() => {
        isClosed = true
      })
      await waitAtMost(systemClock, limitMs, closing)
      if (!isClosed) logger.warn({}, `${step.what} did not close in time`)
    } catch (error) {
      logger.error({ err: error }, `${step.what} did not close properly`)
    }
  }
}

function addressesOf({ listeners, adapters }: Host, adminUrl = listeners.get('admin')?.url): Addresses {
  if (adminUrl === undefined) throw new Error('The admin server does not listen.')
  const instances = [...adapters].flatMap(([id, adapter]) => {
    const ports = adapter.address?.()
    return ports === undefined ? [] : [[id, ports] as const]
  })
  return { http: listeners.get('http')?.url ?? null, admin: adminUrl, instances: Object.fromEntries(instances) }
}

/** The example commands of the instances on the default listener. */
function examplesOf({ listeners, adapters }: Host, demo: DemoAccount | undefined): Gateway['examples'] {
  const url = listeners.get('http')?.url
  const { apiKey, clientId } = demo ?? {}
  if (url === undefined || apiKey === undefined || clientId === undefined) return {}
  const values = { url, apiKey, email: DEMO_EMAIL, clientId, to: DEMO_RECIPIENT }
  const examples = [...adapters].flatMap(([id, adapter]) => {
    const example = adapter.example?.(values)
    return example === undefined ? [] : [[id, example] as const]
  })
  return Object.fromEntries(examples)
}

async function portalLinksOf(
  host: Host,
  engine: Engine,
  demo: DemoAccount | undefined,
): Promise<PortalLinks | undefined> {
  const url = portalOf(host)
  if (url === undefined || demo === undefined) return url === undefined ? undefined : { url }
  const { token } = await engine.loginLinks.create(demo.userId)
  return { url, logInLink: logInLinkOf(host.publicUrl, token, FIRST_STEPS) }
}
