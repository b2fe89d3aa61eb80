import type { Adapter, Logger } from '@heliograph/contracts'
import { systemClock } from '@heliograph/contracts'
import { type Engine, migrate, nameLinks, validateRoutes } from '@heliograph/engine'
import { createHost, type Host } from '@heliograph/runtime'
import { createAdminRoutes } from './admin-routes.ts'
import { resolveAdminToken } from './admin-token.ts'
import { CommandError } from './command-error.ts'
import { createNodeEngine, createShared } from './compose.ts'
import { openDatabaseServer } from './database.ts'
import { DEMO_EMAIL, DEMO_RECIPIENT, type DemoAccount, ensureDemoAccount } from './demo.ts'
import { resolveMasterKey } from './master-key.ts'
import { logInLinkOf, type PortalLinks, portalOf } from './portal.ts'
import type { Settings } from './settings.ts'
import { settlesWithin } from './time-limit.ts'

/** Where a gateway listens. */
export interface Addresses {
  /** URL of the default listener; null on a node without the role `http`. */
  readonly http: string | null
  readonly admin: string
  /** Ports that adapters have open themselves, beside the HTTP listeners, by instance. */
  readonly instances: Readonly<Record<string, OwnPorts>>
}

/** The ports of one adapter; `tlsPort` is the one that speaks TLS. */
export type OwnPorts = NonNullable<ReturnType<NonNullable<Adapter['address']>>>

/** A gateway that serves. */
export interface Gateway {
  readonly addresses: Addresses
  /** The HTTP server of the default listener and why it is this one, for people; null on a node without one. */
  readonly httpServer: string | null
  readonly demo: DemoAccount | undefined
  /** Undefined when no instance serves it. */
  readonly portal: PortalLinks | undefined
  /** Commands to try the interfaces out by, ready to be pasted, by instance; empty unless the demo's key is known. */
  readonly examples: Readonly<Record<string, string>>
  /** Drains and closes everything, in an order in which nothing loses what it stands on. Goes on past whatever does not close. */
  stop(): Promise<void>
}

export interface StartOptions {
  readonly logger: Logger
  /** Imports the packages that the configuration names. */
  readonly importModule: (specifier: string) => Promise<unknown>
  /** Aborted when the process is told to stop; a start that has not come to its end then rejects. */
  readonly signal: AbortSignal
  /** Something happened after which the process must not go on. */
  readonly onFatal: (reason: string) => void
}

/** Where a demo begins: the first steps, beside the virtual phones. */
const FIRST_STEPS = '/phones'

interface Closer {
  readonly what: string
  /** After this time the next one is closed all the same. */
  readonly limitMs: number
  close(): Promise<void>
}

/** Opens everything a node needs, in order. What is open when a step fails is closed again. */
export async function startGateway(settings: Settings, options: StartOptions): Promise<Gateway> {
  const closers: Closer[] = []
  const stop = () => closeAll(closers, options.logger)
  try {
    const { engine, host } = await open(settings, options, closers)
    options.signal.throwIfAborted()
    const demo = settings.isDemo ? await ensureDemoAccount(engine.provisioning, settings.dataDir) : undefined
    await serve(engine, host, closers, options.signal)
    options.signal.throwIfAborted()
    const httpServer = host.listeners.get('http')?.serverText ?? null
    const portal = await portalLinksOf(host, engine, demo)
    return { addresses: addressesOf(host), httpServer, demo, portal, examples: examplesOf(host, demo), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function open(
  settings: Settings,
  { logger, importModule, onFatal }: StartOptions,
  closers: Closer[],
): Promise<{ engine: Engine; host: Host }> {
  const shared = createShared(settings, logger)
  closers.push({ what: 'outbound HTTP', limitMs: 500, close: () => shared.httpClients.close() })
  const server = await openDatabaseServer(settings, logger, { keepRunning: true })
  closers.push({ what: 'embedded Postgres', limitMs: 60_000, close: () => server.close() })
  await migrate(server.url)
  const masterKey = await resolveMasterKey(settings.configuration.sections.security.masterKey, settings.dataDir)
  const publicUrl = () => host.publicUrl
  const engine = createNodeEngine(settings, shared, { databaseUrl: server.url, masterKey, onFatal, publicUrl })
  closers.push({ what: 'engine', limitMs: 2_000, close: () => engine.close() })
  const host: Host = createHost({
    configuration: settings.configuration,
    services: engine.services,
    logger,
    clock: systemClock,
    httpClients: shared.httpClients,
    metrics: shared.metrics,
    importModule,
    stopDeadlineMs: 1_500,
    checks: [{ name: 'database', check: () => engine.health() }],
    adminRoutes: createAdminRoutes(engine),
    adminToken: await resolveAdminToken(settings),
  })
  await host.plan()
  await engine.open()
  host.create()
  refuseBadRoutes(settings, host)
  return { engine, host }
}

/** Routes can be looked at only when the links are known: this is the first moment. */
function refuseBadRoutes({ configuration }: Settings, { carriers, failures }: Host): void {
  const problems = validateRoutes(configuration.sections, nameLinks(carriers), idsOf(failures))
  if (problems.length > 0) throw new CommandError('bad-routes', 'The routes cannot be used.', { details: problems })
}

function idsOf(failures: Host['failures']): readonly string[] {
  return failures.map(({ id }) => id)
}

/**
 * Work begins before clients can come, and ends before the links it uses go down. Links that do not answer in time go down all the same: what they owe
 * then has an unknown outcome, which is recorded before the engine closes.
 */
async function serve(engine: Engine, host: Host, closers: Closer[], signal: AbortSignal): Promise<void> {
  await engine.join()
  engine.useCarriers(host.carriers, idsOf(host.failures))
  engine.useAdapters(host.adapters)
  let drained = Promise.resolve()
  closers.push({ what: 'dispatch after its links', limitMs: 1_000, close: () => drained })
  closers.push({ what: 'listeners and instances', limitMs: 2_500, close: () => host.stop() })
  closers.push({
    what: 'dispatch',
    limitMs: 3_000,
    close() {
      drained = engine.stopWork()
      return drained
    },
  })
  await engine.startWork()
  // An instance that waits for something while it starts is not waited for.
  const giveUp = (): void => void host.stop()
  signal.addEventListener('abort', giveUp, { once: true })
  await host.start()
  signal.removeEventListener('abort', giveUp)
}

async function closeAll(closers: Closer[], logger: Logger): Promise<void> {
  for (let closer = closers.pop(); closer; closer = closers.pop()) {
    try {
      if (await settlesWithin(systemClock, closer.limitMs, closer.close())) continue
      logger.warn({}, `${closer.what} did not close in time`)
    } catch (error) {
      logger.error({ err: error }, `${closer.what} did not close properly`)
    }
  }
}

function addressesOf({ listeners, adapters }: Host): Addresses {
  const admin = listeners.get('admin')
  if (admin === undefined) throw new Error('The admin server does not listen.')
  const instances = [...adapters].flatMap(([id, adapter]) => {
    const ports = adapter.address?.()
    return ports === undefined ? [] : [[id, ports] as const]
  })
  return { http: listeners.get('http')?.url ?? null, admin: admin.url, instances: Object.fromEntries(instances) }
}

/** Of the instances on the default listener. */
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
