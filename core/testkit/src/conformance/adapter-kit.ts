import type {
  Adapter,
  AdapterModule,
  Brand,
  HttpResponse,
  ModuleContext,
  ProvidedService,
  RequestIdentity,
} from '@heliograph/contracts'
import { createHttpServer, createRouter, type InjectedResponse, type Router } from '@heliograph/http'
import type { IdNumbering } from '../memory/id-sequences.ts'
import type { AccountOptions } from '../memory/memory-engine.ts'
import { noteInvolved } from './author-lines.ts'
import { DEFAULT_PATIENCE_MS, within } from './deadline.ts'
import { assertGoodConduct, assertNothingLeft } from './good-conduct.ts'
import { openRequestPath, type Transport } from './kit-transport.ts'
import { controlOf, createModuleWorld, type InstanceControl, type ModuleWorld } from './module-world.ts'
import { INSTANCE_ID } from './read-config.ts'
import { mergeRequests, type TestRequest, toInjectedRequest } from './test-request.ts'
import { watchedRoute } from './watched-route.ts'
import { withPlaces } from './watched-services.ts'

// biome-ignore lint/suspicious/noExplicitAny: the kit takes modules of any configuration and dependencies
export type AnyAdapterModule = AdapterModule<any, any>

/** @stability stable */
export interface AdapterWorld {
  /** The instance's configuration as an operator would write it. */
  readonly config: Readonly<Record<string, unknown>>
  /** The account under test, apart from its key, which is `CONFORMANCE_API_KEY`. */
  readonly account?: AccountOptions | undefined
  /** The request that all rows build on. */
  readonly base?: TestRequest | undefined
  /** How messages are numbered. Default `counted`: 1, 2, 3. The kit also checks that nothing depends on it. */
  readonly ids?: IdNumbering | undefined
  /** As what the deployment presents itself. Default: as Heliograph. */
  readonly brand?: Brand | undefined
  /**
   * Services that the engine double does not have, such as one of a plugin of yours, or that replace its own:
   * `[{ token: Rates, service: { rateOf: async () => 1 } }]`.
   */
  readonly services?: readonly ProvidedService[] | undefined
  /** How long an answer, `start` and `stop` may take, in ms of real time. Default 5,000. */
  readonly patienceMs?: number | undefined
  /**
   * The way that `kit.request` takes: the host's router alone, or one of its two servers on a port of this machine,
   * over connections that are kept open. `stop` closes that port. Default `router`.
   */
  readonly over?: Transport | undefined
}

/** What checks of the kit set besides. */
export interface WatchedWorld extends AdapterWorld {
  /** How long the world has been there, by its clock in milliseconds, when the instance is created. Default 0. */
  readonly beforeCreate?: number | undefined
  /** Gets each request that reaches a route. */
  readonly onRequest?: ((request: object) => void) | undefined
}

/** One instance of an adapter with everything around it in memory. @stability stable */
export interface AdapterKit extends ModuleWorld, InstanceControl {
  readonly adapter: Adapter
  /** Who sent the requests, as the routes found out (`RouteSpec.authenticate`). */
  readonly identities: readonly RequestIdentity[]
  /**
   * Sends a request, merged over the base, by the transport in `over`. Rejects with a `NoAnswerError` when a server
   * ends the connection instead of answering.
   */
  request(request: TestRequest): Promise<InjectedResponse>
  /**
   * Opens a port of this machine, for clients that need one. `publicUrl` of the instance's context then is its address,
   * as with a host whose operator has configured none.
   */
  listen(): Promise<KitListener>
}

/** An open port. @stability stable */
export interface KitListener {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

/**
 * Creates an instance, without starting it. Throws when the host would refuse the module or its configuration.
 * @stability stable
 */
export async function createAdapterKit(module: AnyAdapterModule, options: AdapterWorld): Promise<AdapterKit> {
  const { over = 'router', patienceMs = DEFAULT_PATIENCE_MS, beforeCreate = 0, onRequest }: WatchedWorld = options
  const { context, world } = await createModuleWorld(module, options.config, options)
  const { conduct } = world
  let publicUrl = context.publicUrl
  const given = withPublicUrl(context, () => publicUrl)
  world.clock.advance(beforeCreate)
  const adapter = conduct.run(() => module.create(given, world.config as never))
  for (const name of ['start', 'stop', 'formatReceipt', 'formatReceipts', 'formatError'] as const)
    noteInvolved(name, adapter[name])
  const identities: RequestIdentity[] = []
  // Routes may put more into them, such as the request.
  const noteIdentity = ({ principal, secret }: RequestIdentity) => void identities.push({ principal, secret })
  const router = routerOf(adapter, world, { onRequest, noteIdentity })
  const path = await openRequestPath(over, router)
  const { start, stop } = controlOf(adapter, conduct, patienceMs)
  return {
    ...world,
    adapter,
    identities,
    start,
    async stop(signal) {
      await path.close()
      await stop(signal)
    },
    async request(request) {
      const injected = toInjectedRequest(mergeRequests(options.base ?? {}, request))
      return within(patienceMs, `${injected.method} ${injected.url} was not answered`, path.send(injected))
    },
    async listen() {
      const server = createHttpServer({ kind: 'node', router, host: '127.0.0.1', port: 0 })
      const { port } = await server.listen()
      publicUrl = `http://127.0.0.1:${port}`
      return { url: publicUrl, port, close: () => server.close(0) }
    },
  }
}

function withPublicUrl(context: ModuleContext, publicUrl: () => string): ModuleContext {
  return {
    ...context,
    get publicUrl() {
      return publicUrl()
    },
  }
}

function routerOf(
  adapter: Adapter,
  { conduct, log }: ModuleWorld,
  watch: Pick<WatchedWorld, 'onRequest'> & { readonly noteIdentity: (identity: RequestIdentity) => void },
): Router {
  const formatError: Required<Adapter>['formatError'] = (error, request) => {
    if (!adapter.formatError) throw new Error('The adapter has routes but no formatError')
    return conduct.run(() => adapter.formatError?.(error, request) as HttpResponse)
  }
  const routes = (adapter.routes ?? []).map((route) => watchedRoute(route, conduct, watch))
  return createRouter([{ instanceId: INSTANCE_ID, routes, formatError }], { logger: log })
}

/**
 * Runs `work` with a started instance, stops it in any case, and checks that the instance behaved as the contract
 * demands.
 * @stability stable
 */
export async function withAdapterKit<T>(
  module: AnyAdapterModule,
  options: AdapterWorld,
  work: (kit: AdapterKit) => Promise<T>,
): Promise<T> {
  const kit = await createAdapterKit(module, options)
  const result = await startedAndStopped(kit, work)
  assertGoodConduct(kit)
  await assertNothingLeft(kit)
  return result
}

async function startedAndStopped<T>(kit: AdapterKit, work: (kit: AdapterKit) => Promise<T>): Promise<T> {
  try {
    await kit.start()
    return await work(kit)
  } catch (error) {
    throw withPlaces(error, kit)
  } finally {
    await kit.stop()
  }
}
