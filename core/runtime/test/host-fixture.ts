import type { TestContext } from 'node:test'
import {
  type AdapterModule,
  API_VERSION,
  type Clock,
  type HttpClient,
  type HttpRequest,
  type PluginModule,
  type ProvidedService,
} from '@heliograph/contracts'
import { Type } from 'typebox'
import {
  createHost,
  createLogger,
  createMetricsRegistry,
  type Host,
  type HostOptions,
  ModuleLoadError,
} from '../src/index.ts'
import { load, type Written } from './configuration-fixture.ts'

const empty = Type.Object({}, { additionalProperties: false })

/** An adapter without an interface; `changes` turn it into what a test needs. */
export function fakeAdapter(changes: Partial<AdapterModule> = {}): AdapterModule {
  return {
    kind: 'adapter',
    apiVersion: API_VERSION,
    id: 'fake',
    version: '1.2.3',
    configSchema: empty,
    capabilities: { submit: true, http: false, receipts: 'none', incoming: false },
    deps: {},
    create: () => ({}),
    ...changes,
  }
}

/** An adapter that answers `GET path` with the instance's id. */
export function fakeHttpAdapter(path: string, changes: Partial<AdapterModule> = {}): AdapterModule {
  return fakeAdapter({
    capabilities: { submit: true, http: true, receipts: 'none', incoming: false },
    create: ({ instanceId }) => ({
      routes: [{ method: 'GET', path, handler: () => ({ status: 200, body: instanceId }) }],
      formatError: (error) => ({ status: 499, body: error.code }),
    }),
    ...changes,
  })
}

/** A plugin that does nothing; `changes` turn it into what a test needs. */
export function fakePlugin(changes: Partial<PluginModule> = {}): PluginModule {
  return {
    kind: 'plugin',
    apiVersion: API_VERSION,
    id: 'fake-plugin',
    version: '1.2.3',
    configSchema: empty,
    capabilities: { carrier: false },
    deps: {},
    create: () => ({}),
    ...changes,
  }
}

export interface HostWritten extends Written {
  /** What importing returns, by package name: the default export, or an error to throw, or a promise of either. */
  readonly packages?: Readonly<Record<string, unknown>> | undefined
  readonly services?: readonly ProvidedService[] | undefined
  readonly checks?: HostOptions['checks']
  readonly adminRoutes?: HostOptions['adminRoutes']
  readonly adminToken?: string | undefined
  readonly opensAdmin?: boolean | undefined
  readonly clock?: Clock | undefined
  readonly requests?: HostOptions['requests']
  readonly contracts?: HostOptions['contracts']
  readonly isOwnPackage?: HostOptions['isOwnPackage']
  readonly httpClients?: HostOptions['httpClients']
  readonly useWebhookTls?: HostOptions['useWebhookTls']
  readonly only?: HostOptions['only']
  readonly takesOtherCode?: boolean | undefined
}

export interface TestHost {
  readonly host: Host
  readonly configuration: HostOptions['configuration']
  /** Log lines so far. */
  readonly log: Record<string, unknown>[]
}

/** A host over fake packages, on free ports; stopped at the end of the test. */
export async function createTestHost(context: TestContext, written: HostWritten): Promise<TestHost> {
  const overrides = ['http.port=0', 'http.host=127.0.0.1', 'admin.port=0', ...(written.overrides ?? [])]
  const configuration = await load(context, { ...written, overrides })
  const log: Record<string, unknown>[] = []
  const destination = { write: (line: string) => log.push(JSON.parse(line) as Record<string, unknown>) }
  const host = createHost({
    configuration,
    services: written.services ?? [],
    logger: createLogger({ level: 'trace', destination, secrets: configuration.secrets }),
    clock: written.clock ?? { now: Date.now, after: () => () => {} },
    httpClients: written.httpClients ?? { with: (networks) => outboundDouble(networks) },
    useWebhookTls: written.useWebhookTls,
    metrics: createMetricsRegistry({ processMetrics: false }),
    importModule: (specifier) => importFake(written.packages ?? {}, specifier),
    checks: written.checks,
    adminRoutes: written.adminRoutes,
    adminToken: written.adminToken,
    opensAdmin: written.opensAdmin,
    requests: written.requests,
    contracts: written.contracts,
    isOwnPackage: written.isOwnPackage,
    only: written.only,
    takesOtherCode: written.takesOtherCode,
  })
  context.after(() => host.stop())
  return { host, configuration, log }
}

/** A running host. */
export async function startTestHost(context: TestContext, written: HostWritten): Promise<TestHost> {
  const test = await createTestHost(context, written)
  await test.host.plan()
  test.host.create()
  await test.host.start()
  return test
}

/** Calls nothing: every request fails with an error that lists the networks open to its client. */
function outboundDouble(networks: readonly string[]): HttpClient {
  return { request: () => Promise.reject(new Error(`Open: ${networks.join(', ') || 'none'}`)) }
}

async function importFake(packages: Readonly<Record<string, unknown>>, specifier: string): Promise<unknown> {
  const fake = await packages[specifier]
  if (fake instanceof Error) throw fake
  if (fake !== undefined) return { default: fake }
  throw new ModuleLoadError(`The package ${specifier} is not installed.`, `pnpm add ${specifier}`, undefined)
}

/** An error as a module throws it, with a place in the module's file. */
export function thrownAt(place: string, message: string): Error {
  const error = new Error(message)
  error.stack = `Error: ${message}\n    at new Parser (node:internal/parser:1:2)\n    at file://${place}:5`
  return error
}

/** Answers with what the handler of a route received. */
export function echo(request: HttpRequest) {
  return { status: 200, body: `${request.method} ${request.path} ${JSON.stringify(request.params)}` }
}

/** A request to a listener, over the network. */
export async function getFrom(host: Host, listener: string, path: string, method = 'GET') {
  const response = await fetch(`${host.listeners.get(listener)?.url}${path}`, { method })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
