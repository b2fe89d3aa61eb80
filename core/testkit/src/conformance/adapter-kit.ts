import { type Adapter, type AdapterModule, API_VERSION, type ModuleContext } from '@heliograph/contracts'
import { createRouter, type InjectedResponse, inject, type Router } from '@heliograph/runtime'
import { type CapturedLog, captureLogger } from '../capture-logger.ts'
import { type CapturedMetrics, captureMetrics } from '../capture-metrics.ts'
import { createHttpClientDouble, type HttpClientDouble } from '../http-client-double.ts'
import type { ManualClock } from '../manual-clock.ts'
import { type Account, type AccountOptions, createMemoryEngine, type MemoryEngine } from '../memory/memory-engine.ts'
import { INSTANCE_ID, readModuleConfig } from './read-config.ts'
import { mergeRequests, type TestRequest, toInjectedRequest } from './test-request.ts'

/** The API key of the account under test, so that the rows of a table can name it. */
export const CONFORMANCE_API_KEY = 'Kq3vT8mXz1LrB6wYp9HsD2fGj5NcA7eUo4RtWbVx'

/** Where clients of the adapter under test think it is. */
export const CONFORMANCE_PUBLIC_URL = 'https://gateway.example'

// biome-ignore lint/suspicious/noExplicitAny: the kit takes modules of any configuration and dependencies
export type AnyAdapterModule = AdapterModule<any, any>

export interface AdapterWorld {
  /** The instance's configuration as an operator would write it. */
  readonly config: Readonly<Record<string, unknown>>
  /** The account under test beyond its key, which is `CONFORMANCE_API_KEY`. */
  readonly account?: AccountOptions | undefined
  /** What the rows have in common. */
  readonly base?: TestRequest | undefined
}

/** One instance of an adapter with everything around it in memory. */
export interface AdapterKit {
  readonly adapter: Adapter
  readonly engine: MemoryEngine
  readonly clock: ManualClock
  readonly log: CapturedLog
  readonly metrics: CapturedMetrics
  /** What the adapter asks other servers. */
  readonly http: HttpClientDouble
  /** The account whose key is `CONFORMANCE_API_KEY`. */
  readonly account: Account
  /** An account of somebody else. */
  readonly stranger: Account
  /** As the host reads it, defaults included. */
  readonly config: unknown
  /** Sends a request, laid over the base, through the host's router. */
  request(request: TestRequest): Promise<InjectedResponse>
  start(signal?: AbortSignal): Promise<void>
  stop(): Promise<void>
}

/** Creates an instance, without starting it. Throws when the host would refuse the configuration. */
export async function createAdapterKit(module: AnyAdapterModule, world: AdapterWorld): Promise<AdapterKit> {
  if (module.apiVersion !== API_VERSION) throw new Error(`${module.id} is written for contract ${module.apiVersion}`)
  const { value: config, problems } = await readModuleConfig(module, world.config)
  if (problems.length > 0) throw new Error(`The configuration is refused:\n${problems.join('\n')}`)
  const engine = createMemoryEngine()
  const account = engine.addAccount({ ...world.account, apiKey: CONFORMANCE_API_KEY })
  const stranger = engine.addAccount({ name: 'Stranger' })
  const log = captureLogger()
  const metrics = captureMetrics()
  const http = createHttpClientDouble()
  const logger = log.child({ instance: INSTANCE_ID })
  const context: ModuleContext = {
    instanceId: INSTANCE_ID,
    logger,
    clock: engine.clock,
    http,
    metrics,
    publicUrl: CONFORMANCE_PUBLIC_URL,
    services: engine.resolve(module.deps),
  }
  const adapter = module.create(context, config as never)
  const router = routerOf(adapter, log)
  return {
    adapter,
    engine,
    clock: engine.clock,
    log,
    metrics,
    http,
    account,
    stranger,
    config,
    request: (request) => inject(router, toInjectedRequest(mergeRequests(world.base ?? {}, request))),
    async start(signal = new AbortController().signal) {
      await adapter.start?.(signal)
    },
    async stop() {
      await adapter.stop?.(new AbortController().signal)
    },
  }
}

function routerOf(adapter: Adapter, log: CapturedLog): Router {
  const routes = adapter.routes ?? []
  const formatError: Adapter['formatError'] = (error, request) => {
    if (!adapter.formatError) throw new Error('The adapter has routes but no formatError')
    return adapter.formatError(error, request)
  }
  return createRouter([{ instanceId: INSTANCE_ID, routes, formatError }], { logger: log })
}

/** Runs `work` with a started instance, and stops it whatever happens. */
export async function withAdapterKit<T>(
  module: AnyAdapterModule,
  world: AdapterWorld,
  work: (kit: AdapterKit) => Promise<T>,
): Promise<T> {
  const kit = await createAdapterKit(module, world)
  try {
    await kit.start()
    return await work(kit)
  } finally {
    await kit.stop()
  }
}
