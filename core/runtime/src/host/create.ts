import type { Brand, Clock, Hooks, Logger, ModuleContext, ProvidedService, ServiceToken } from '@heliograph/contracts'
import type { OutboundClients, OutboundTls } from '@heliograph/http'
import type { ServiceContainer } from '../container.ts'
import type { MetricsRegistry } from '../metrics.ts'
import { failInstance, type InstanceFailure } from './failure.ts'
import type { FaultScopes } from './fault-scopes.ts'
import { type GuardedCarrier, guardCarrier, guardClock, guardHooks, guardServices } from './guarded-parts.ts'
import { type Instance, type InstancePart, routedOf } from './instance.ts'
import { InstanceGuard } from './instance-guard.ts'
import type { GatewayModule, ModuleFault } from './module.ts'
import { AUTHORS_FAULT, findPartFault } from './part-faults.ts'
import type { RequestWatch } from './request-watch.ts'
import { depsOf, type PlannedInstance } from './resolve.ts'
import { describeThrown } from './stack.ts'

export interface CreateOptions {
  readonly container: ServiceContainer
  readonly logger: Logger
  readonly clock: Clock
  readonly httpClients: Pick<OutboundClients, 'with'>
  readonly metrics: MetricsRegistry
  /** Called whenever a module reads it, because a port chosen by the system is known only after listening. */
  readonly publicUrl: () => string
  readonly brand: Brand
  readonly watch: RequestWatch
  readonly scopes: FaultScopes
}

export interface CreatedInstances {
  readonly instances: readonly Instance[]
  /** Instances that could not be created, including optional ones. */
  readonly failures: readonly InstanceFailure[]
}

/**
 * Creates all instances in declared order, except that an instance waits until the services it needs are there. Does no
 * I/O and throws nothing. `unloaded` are the optional instances that could not be loaded.
 */
export function createInstances(
  plan: readonly PlannedInstance[],
  unloaded: readonly InstanceFailure[],
  options: CreateOptions,
): CreatedInstances {
  const instances: Instance[] = []
  const failures: InstanceFailure[] = []
  let waiting = plan
  for (let next = findReady(waiting, options); next; next = findReady(waiting, options)) {
    const current = next
    waiting = waiting.filter((planned) => planned !== current)
    const created = createInstance(current, options)
    if ('problem' in created) failures.push(created)
    else instances.push(created)
  }
  // The others may be waiting for a required instance that failed; then its problem is the one to fix.
  if (failures.some(({ optional }) => !optional)) return { instances, failures }
  const missing = [...unloaded, ...failures]
  return { instances, failures: [...failures, ...waiting.flatMap((each) => stuck(each, waiting, missing, options))] }
}

/**
 * Prefers an instance whose optional services are there too: as long as others can be created, one of them may still
 * provide them.
 */
function findReady(waiting: readonly PlannedInstance[], { container }: CreateOptions): PlannedInstance | undefined {
  const isThere = (token: ServiceToken<unknown>) => container.has(token)
  return (
    waiting.find(({ module }) => Object.values(module.deps).every(isThere)) ??
    waiting.find(({ module }) => depsOf(module).every(isThere))
  )
}

function createInstance(planned: PlannedInstance, options: CreateOptions): Instance | InstanceFailure {
  const { id, entry, module } = planned
  const startedAt = performance.now()
  const guard = new InstanceGuard(id, options.scopes)
  try {
    const part = createPart(planned, guard, options)
    const fault = findPartFault(module, part) ?? takenServices(part, options.container)
    if (fault !== undefined) return failInstance(entry, 'created', { key: 'use', ...fault }, options.logger)
    for (const service of providedBy(part)) options.container.provide(service)
    const createMs = performance.now() - startedAt
    const carrier = carrierOf(part, guard)
    const hooks = hooksOf(part, guard)
    const { routes = [] } = routedOf(part)
    const times = { createMs, startMs: undefined }
    const useOutgoingTls = (tls: OutboundTls) => void options.httpClients.with(entry.allowNetworks, { name: id, tls })
    return {
      id,
      planned,
      part,
      guard,
      routes,
      carrier,
      hooks,
      useOutgoingTls,
      state: 'created',
      failure: undefined,
      ...times,
    }
  } catch (thrown) {
    const message = `It cannot be created: ${describeThrown(thrown)}`
    const remedy = 'The log tells more, and so does: heliograph check --verbose'
    return failInstance(entry, 'created', { key: '', message, remedy, thrown }, options.logger)
  }
}

/** Calls the factory of a module. Throws what that throws. */
export function createPart(planned: PlannedInstance, guard: InstanceGuard, options: CreateOptions): InstancePart {
  return guard.run(() => callCreate(planned.module, createContext(planned, options, guard), planned.config))
}

function callCreate(module: GatewayModule, context: ModuleContext, config: unknown): InstancePart {
  if (module.kind === 'adapter')
    return { kind: 'adapter', adapter: module.create(context, config as Record<string, unknown>) }
  return { kind: 'plugin', plugin: module.create(context, config as Record<string, unknown>) }
}

function carrierOf(part: InstancePart, guard: InstanceGuard): GuardedCarrier | undefined {
  return part.kind === 'plugin' && part.plugin.carrier ? guardCarrier(part.plugin.carrier, guard) : undefined
}

/** The hooks of a plugin, guarded; undefined when it has none. */
export function hooksOf(part: InstancePart, guard: InstanceGuard): Hooks | undefined {
  return part.kind === 'plugin' && part.plugin.hooks ? guardHooks(part.plugin.hooks, guard) : undefined
}

function createContext(
  { id, entry, module, outgoingTls }: PlannedInstance,
  options: CreateOptions,
  guard: InstanceGuard,
): ModuleContext {
  const services = guardServices(module.deps, options.container.createChild().resolve(module.deps), guard)
  return {
    instanceId: id,
    logger: options.logger.child({ instance: id }),
    clock: guardClock(options.clock, guard),
    http: options.httpClients.with(entry.allowNetworks, outgoingTls && { name: id, tls: outgoingTls }),
    metrics: options.metrics.forInstance(id),
    get publicUrl() {
      return options.publicUrl()
    },
    brand: options.brand,
    services: options.watch.services(id, module.capabilities.http === true, module.deps, services),
  }
}

function providedBy(part: InstancePart): readonly ProvidedService[] {
  return part.kind === 'plugin' ? (part.plugin.provides ?? []) : []
}

function takenServices(part: InstancePart, container: ServiceContainer): ModuleFault | undefined {
  const ids = providedBy(part).map(({ token }) => token.id)
  const faults = providedBy(part)
    .filter(({ token }, index) => container.has(token) || ids.indexOf(token.id) !== index)
    .map(({ token }) => `It provides the service '${token.id}', which is provided already.`)
  return faults.length === 0 ? undefined : { message: faults.join(' '), remedy: AUTHORS_FAULT }
}

function stuck(
  planned: PlannedInstance,
  waiting: readonly PlannedInstance[],
  missing: readonly InstanceFailure[],
  { container, logger }: CreateOptions,
): readonly InstanceFailure[] {
  const names = depsOf(planned.module)
    .filter((token) => !container.has(token))
    .map((token) => `'${token.id}'`)
  const message = `It needs the service ${names.join(' and the service ')}, which nothing provides.`
  const remedy = [
    'Add a plugin that provides it.',
    ...waitingTooRemedy(planned, waiting),
    ...missing.map(
      ({ id, problem }) => `It may be what '${id}' would provide, and that is left out: ${problem.message}`,
    ),
  ].join(' ')
  return [failInstance(planned.entry, 'created', { key: '', message, remedy }, logger)]
}

function waitingTooRemedy(planned: PlannedInstance, waiting: readonly PlannedInstance[]): readonly string[] {
  const plugins = waiting.filter((other) => other.module.kind === 'plugin').map((other) => `'${other.id}'`)
  const isCircle = plugins.length > 1 || (plugins.length === 1 && planned.module.kind !== 'plugin')
  if (!isCircle) return []
  return [
    `The plugins ${plugins.join(', ')} wait for services themselves: if they wait for each other, one of them has to go.`,
  ]
}
