import type { Adapter, AdapterModule } from '@heliograph/contracts'
import { createRouter, type InjectedResponse, inject, type Router } from '@heliograph/runtime'
import type { CapturedLog } from '../capture-logger.ts'
import type { AccountOptions } from '../memory/memory-engine.ts'
import { controlOf, createModuleWorld, type InstanceControl, type ModuleWorld } from './module-world.ts'
import { INSTANCE_ID } from './read-config.ts'
import { mergeRequests, type TestRequest, toInjectedRequest } from './test-request.ts'

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
export interface AdapterKit extends ModuleWorld, InstanceControl {
  readonly adapter: Adapter
  /** Sends a request, laid over the base, through the host's router. */
  request(request: TestRequest): Promise<InjectedResponse>
}

/** Creates an instance, without starting it. Throws when the host would refuse the module or its configuration. */
export async function createAdapterKit(module: AnyAdapterModule, options: AdapterWorld): Promise<AdapterKit> {
  const { context, world } = await createModuleWorld(module, options.config, options.account)
  const adapter = module.create(context, world.config as never)
  const router = routerOf(adapter, world.log)
  return {
    ...world,
    ...controlOf(adapter),
    adapter,
    request: (request) => inject(router, toInjectedRequest(mergeRequests(options.base ?? {}, request))),
  }
}

function routerOf(adapter: Adapter, log: CapturedLog): Router {
  const formatError: Required<Adapter>['formatError'] = (error, request) => {
    if (!adapter.formatError) throw new Error('The adapter has routes but no formatError')
    return adapter.formatError(error, request)
  }
  return createRouter([{ instanceId: INSTANCE_ID, routes: adapter.routes ?? [], formatError }], { logger: log })
}

/** Runs `work` with a started instance, and stops it in any case. */
export async function withAdapterKit<T>(
  module: AnyAdapterModule,
  options: AdapterWorld,
  work: (kit: AdapterKit) => Promise<T>,
): Promise<T> {
  const kit = await createAdapterKit(module, options)
  try {
    await kit.start()
    return await work(kit)
  } finally {
    await kit.stop()
  }
}
