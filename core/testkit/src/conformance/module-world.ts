import {
  Accounts,
  API_VERSION,
  type Brand,
  type HttpClient,
  type ModuleContext,
  type OutboundRequest,
  OWN_BRAND,
  type ProvidedService,
  type ServiceTokens,
} from '@heliograph/contracts'
import { type CapturedLog, captureLogger } from '../capture-logger.ts'
import { type CapturedMetrics, captureMetrics } from '../capture-metrics.ts'
import { createHttpClientDouble, type HttpClientDouble, type ScriptedReply } from '../http-client-double.ts'
import type { ManualClock } from '../manual-clock.ts'
import type { IdNumbering } from '../memory/id-sequences.ts'
import { type Account, type AccountOptions, createMemoryEngine, type MemoryEngine } from '../memory/memory-engine.ts'
import { type Conduct, createConduct } from './conduct.ts'
import { within } from './deadline.ts'
import type { AnyModule } from './module-checks.ts'
import { INSTANCE_ID, readModuleConfig } from './read-config.ts'
import { type ServiceWatch, watchServices } from './watched-services.ts'

/** The API key of the account under test, so that the rows of a table can name it. @stability stable */
export const CONFORMANCE_API_KEY = 'Kq3vT8mXz1LrB6wYp9HsD2fGj5NcA7eUo4RtWbVx'

/** Where clients would reach the module under test. @stability stable */
export const CONFORMANCE_PUBLIC_URL = 'https://gateway.example'

/** The surroundings of a module under test, all in memory. @stability stable */
export interface ModuleWorld {
  readonly engine: MemoryEngine
  readonly clock: ManualClock
  readonly log: CapturedLog
  readonly metrics: CapturedMetrics
  /** The module's requests to other servers. */
  readonly http: HttpClientDouble
  /** The account whose key is `CONFORMANCE_API_KEY`. */
  readonly account: Account
  /** Another account, whose key reaches as far. */
  readonly stranger: Account
  /** The configuration as the host reads it, defaults included. */
  readonly config: unknown
  /** A copy made before the module received it. */
  readonly configAsRead: unknown
  /** What the instance does on the side. */
  readonly conduct: Conduct
  /** The instance's calls to its services. */
  readonly asked: ServiceWatch
}

/** Starting and stopping an instance, as the host does. @stability stable */
export interface InstanceControl {
  start(signal?: AbortSignal): Promise<void>
  stop(signal?: AbortSignal): Promise<void>
}

/** The life cycle of an adapter or plugin instance. */
interface Instance {
  start?(signal: AbortSignal): Promise<void>
  stop?(signal: AbortSignal): Promise<void>
}

export interface WorldOptions {
  /**
   * The account under test, apart from its key. The key reaches the portal when the module manages accounts
   * (`Accounts`), else no further than sending.
   */
  readonly account?: AccountOptions | undefined
  /** The replies of another server. */
  readonly answer?: HttpAnswer | undefined
  readonly ids?: IdNumbering | undefined
  /** As what the deployment presents itself. Default: as Heliograph. */
  readonly brand?: Brand | undefined
  /** Services that the double does not have, or that replace its own. */
  readonly services?: readonly ProvidedService[] | undefined
}

/** Creates a world and a context in it. Throws when the host would refuse the module or its configuration. */
export async function createModuleWorld(
  module: AnyModule,
  config: Readonly<Record<string, unknown>>,
  { account = {}, answer, ids, brand = OWN_BRAND, services: given = [] }: WorldOptions = {},
): Promise<{ readonly world: ModuleWorld; readonly context: ModuleContext }> {
  if (module.apiVersion !== API_VERSION) throw new Error(`${module.id} is written for contract ${module.apiVersion}`)
  const { value, problems } = await readModuleConfig(module, config)
  if (problems.length > 0) throw new Error(`The configuration is refused:\n${problems.join('\n')}`)
  const engine = createMemoryEngine({ ids })
  const scope = account.scope ?? (managesAccounts(module) ? 'portal' : 'send')
  const conduct = createConduct()
  const http = createHttpClientDouble(engine.clock)
  const { services, watch } = watchServices(module.deps, resolve(module.deps, given, engine), conduct.note)
  const world: ModuleWorld = {
    engine,
    clock: engine.clock,
    log: captureLogger(),
    metrics: captureMetrics(),
    http,
    account: engine.addAccount({ ...account, scope, apiKey: CONFORMANCE_API_KEY }),
    stranger: engine.addAccount({ name: 'Stranger', scope }),
    config: value,
    configAsRead: structuredClone(value),
    conduct,
    asked: watch,
  }
  const context: ModuleContext = {
    instanceId: INSTANCE_ID,
    logger: world.log.child({ instance: INSTANCE_ID }),
    clock: conduct.clock(world.clock),
    http: noting(answer === undefined ? http : answering(http, answer), watch),
    metrics: world.metrics,
    publicUrl: CONFORMANCE_PUBLIC_URL,
    brand,
    services,
  }
  return { world, context }
}

/** What is given comes first; the double has to have the rest, apart from what the module can do without. */
function resolve(
  deps: ServiceTokens,
  given: readonly ProvidedService[],
  engine: MemoryEngine,
): Readonly<Record<string, unknown>> {
  const provided = [...given, ...engine.services]
  const services = Object.entries(deps).map(([name, token]) => {
    const found = provided.find((each) => each.token.id === token.id)
    if (found === undefined && token.optional !== true)
      throw new Error(`The kit has no ${String(token)}: give it one of your own among the services`)
    return [name, found?.service] as const
  })
  return Object.fromEntries(services.filter(([, service]) => service !== undefined))
}

function managesAccounts({ deps }: AnyModule): boolean {
  return Object.values(deps as ServiceTokens).some(({ id }) => id === Accounts.id)
}

/** Returns another server's reply to a request. */
export type HttpAnswer = (request: OutboundRequest) => ScriptedReply

/** The HTTP double, with an answer to every request for which nothing is scripted. */
function answering(http: HttpClientDouble, answer: HttpAnswer): HttpClient {
  return {
    request(request) {
      if (http.waiting === 0) http.script(answer(request))
      return http.request(request)
    },
  }
}

/** The client, with the lines from which it is called. */
function noting(http: HttpClient, watch: Pick<ServiceWatch, 'note'>): HttpClient {
  const request: HttpClient['request'] = (asked) => {
    watch.note('http.request', request)
    return http.request(asked)
  }
  return { request }
}

/** Starts and stops an instance as the host does; taking longer than `patienceMs` of real time is an error. */
export function controlOf(instance: Instance, conduct: Conduct, patienceMs: number): InstanceControl {
  return {
    async start(signal = new AbortController().signal) {
      await within(
        patienceMs,
        'start did not end',
        conduct.run(async () => instance.start?.(signal)),
      )
    },
    async stop(signal = new AbortController().signal) {
      await within(
        patienceMs,
        'stop did not end',
        conduct.run(async () => instance.stop?.(signal)),
      )
    },
  }
}
