import { ConfigurationError, type ConfigurationProblem } from '@heliograph/config'
import type { Clock, Logger, ModuleContext } from '@heliograph/contracts'
import type { OutboundClients } from '@heliograph/http'
import type { ServiceContainer } from '../container.ts'
import type { MetricsRegistry } from '../metrics.ts'
import type { Instance, InstancePart } from './instance.ts'
import { missingParts } from './missing-parts.ts'
import type { GatewayModule } from './module.ts'
import { depsOf, type PlannedInstance } from './resolve.ts'

export interface CreateOptions {
  readonly container: ServiceContainer
  readonly logger: Logger
  readonly clock: Clock
  readonly httpClients: Pick<OutboundClients, 'with'>
  readonly metrics: MetricsRegistry
  /** Asked whenever a module reads it: a port that was free to choose is known only after listening. */
  readonly publicUrl: () => string
}

/**
 * Creates all instances: in declared order, except that one waits until the services it needs are there. Does no I/O. Throws `ConfigurationError` with the
 * problems of all instances at once.
 */
export function createInstances(plan: readonly PlannedInstance[], options: CreateOptions): readonly Instance[] {
  const problems: ConfigurationProblem[] = []
  const created: Instance[] = []
  let waiting = plan
  for (let next = findReady(waiting, options); next; next = findReady(waiting, options)) {
    const current = next
    waiting = waiting.filter((planned) => planned !== current)
    created.push(createInstance(current, options, problems))
  }
  // An instance that failed may be the one the others wait for.
  if (problems.length === 0) problems.push(...waiting.flatMap((planned) => stuck(planned, waiting, options)))
  if (problems.length > 0) throw new ConfigurationError(problems)
  return created
}

function findReady(waiting: readonly PlannedInstance[], { container }: CreateOptions): PlannedInstance | undefined {
  return waiting.find(({ module }) => depsOf(module).every((token) => container.has(token)))
}

function createInstance(planned: PlannedInstance, options: CreateOptions, problems: ConfigurationProblem[]): Instance {
  const { id, optional, entry, module } = planned
  const startedAt = performance.now()
  const finish = (part: InstancePart, failure?: string): Instance => {
    const createMs = performance.now() - startedAt
    const state = failure === undefined ? 'created' : 'failed'
    return { id, planned, part, state, failure, createMs, startMs: undefined }
  }
  try {
    const part = callCreate(module, createContext(planned, options), planned.config)
    const faults = [...missingParts(module, part), ...provide(part, options.container)]
    problems.push(
      ...faults.map((message) => entry.problem('use', message, 'This is a fault of the package: tell its author.')),
    )
    return finish(part)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    options.logger.error({ instance: id, err: error }, 'Instance cannot be created')
    if (!optional) problems.push(entry.problem('', `It cannot be created: ${message}`, 'The log tells more.'))
    return finish({ kind: 'none' }, `cannot be created: ${message}`)
  }
}

function callCreate(module: GatewayModule, context: ModuleContext, config: unknown): InstancePart {
  if (module.kind === 'adapter')
    return { kind: 'adapter', adapter: module.create(context, config as Record<string, unknown>) }
  return { kind: 'plugin', plugin: module.create(context, config as Record<string, unknown>) }
}

function createContext({ id, entry, module }: PlannedInstance, options: CreateOptions): ModuleContext {
  return {
    instanceId: id,
    logger: options.logger.child({ instance: id }),
    clock: options.clock,
    http: options.httpClients.with(entry.allowNetworks),
    metrics: options.metrics.forInstance(id),
    get publicUrl() {
      return options.publicUrl()
    },
    services: options.container.createChild().resolve(module.deps),
  }
}

/** Offers what a plugin provides to the instances after it. Returns what is wrong. */
function provide(part: InstancePart, container: ServiceContainer): readonly string[] {
  const provided = part.kind === 'plugin' ? (part.plugin.provides ?? []) : []
  return provided.flatMap((service) => {
    if (container.has(service.token)) return [`It provides the service '${service.token.id}', which is there already.`]
    container.provide(service)
    return []
  })
}

function stuck(
  planned: PlannedInstance,
  waiting: readonly PlannedInstance[],
  { container }: CreateOptions,
): readonly ConfigurationProblem[] {
  const plugins = waiting.filter((other) => other.module.kind === 'plugin').map((other) => `'${other.id}'`)
  const circle = plugins.length > 1 || (plugins.length === 1 && planned.module.kind !== 'plugin')
  const remedy = circle
    ? `Add a plugin that provides it. The plugins ${plugins.join(', ')} wait for services themselves: if they wait for each other, one of them has to go.`
    : 'Add a plugin that provides it.'
  return depsOf(planned.module)
    .filter((token) => !container.has(token))
    .map((token) => planned.entry.problem('', `It needs the service '${token.id}', which nothing provides.`, remedy))
}
