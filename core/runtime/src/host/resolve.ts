import type { ConfigurationProblem } from '@heliograph/config'
import { nearest } from '@heliograph/config'
import type { Logger, ServiceToken } from '@heliograph/contracts'
import type { OutboundTls } from '@heliograph/http'
import type { InstanceConfiguration } from '../config/instance-configuration.ts'
import { type ContractVersions, isOfNewerContracts, needsNewerGateway } from './contract-versions.ts'
import { failInstance, type InstanceFailure } from './failure.ts'
import { ModuleLoadError } from './load-error.ts'
import { type GatewayModule, isModuleFault, readModule } from './module.ts'
import { readOutgoingTls } from './outgoing-tls.ts'
import { describeThrown } from './stack.ts'

/** An instance that can be created: its package was found and fits, and its configuration was accepted. */
export interface PlannedInstance {
  readonly id: string
  readonly optional: boolean
  readonly module: GatewayModule
  readonly config: unknown
  /** Its TLS for what it calls. */
  readonly outgoingTls: OutboundTls | undefined
  /** Paths of the files that values of both come from. */
  readonly files: readonly string[]
  /** The entry in the configuration, for problems found later. */
  readonly entry: InstanceConfiguration
}

export interface ResolveOptions {
  readonly instances: readonly InstanceConfiguration[]
  readonly importModule: (specifier: string) => Promise<unknown>
  /** Ids of the services the gateway itself offers. */
  readonly serviceIds: ReadonlySet<string>
  readonly contracts: ContractVersions
  readonly logger: Logger
  /** As `HostOptions.only`. */
  readonly only?: string | undefined
}

/** The instances that can be created, and the problems of all instances. */
export interface ResolvedInstances {
  readonly planned: readonly PlannedInstance[]
  /** Instances whose package cannot be used. */
  readonly failures: readonly InstanceFailure[]
  /** Problems that stop the gateway, those of optional instances included. */
  readonly problems: readonly ConfigurationProblem[]
}

/** Turns the configured instances into a plan. Imports packages and reads their configuration; creates nothing. */
export async function resolveInstances(options: ResolveOptions): Promise<ResolvedInstances> {
  const problems: ConfigurationProblem[] = []
  const loaded = await loadNeeded(options)
  const failures = loaded.filter((instance) => 'problem' in instance)
  const planned = loaded.flatMap((instance) =>
    'module' in instance ? [configure(instance, options.logger, problems)] : [],
  )
  problems.push(...newerServices(planned, options), ...missingServices(planned, options.serviceIds, failures))
  return { planned, failures, problems }
}

interface LoadedInstance {
  readonly entry: InstanceConfiguration
  readonly module: GatewayModule
}

/** What is needed, in the order of the configuration, no matter which was loaded first. */
async function loadNeeded(options: ResolveOptions): Promise<readonly (LoadedInstance | InstanceFailure)[]> {
  const { instances, only, serviceIds } = options
  const wanted = instances.find(({ id }) => id === only)
  if (wanted === undefined) return Promise.all(instances.map((entry) => load(entry, options)))
  const alone = await load(wanted, options)
  if ('problem' in alone || Object.values(alone.module.deps).every(({ id }) => serviceIds.has(id))) return [alone]
  // Which of the others provides a service is known only once it has been created.
  return Promise.all(instances.map((entry) => (entry === wanted ? alone : load(entry, options))))
}

async function load(
  entry: InstanceConfiguration,
  { importModule, logger }: ResolveOptions,
): Promise<LoadedInstance | InstanceFailure> {
  try {
    const result = readModule(await importModule(entry.use), entry.use)
    if (!isModuleFault(result)) return { entry, module: result }
    return failInstance(entry, 'loaded', { key: 'use', ...result }, logger)
  } catch (error) {
    return failInstance(entry, 'loaded', { key: 'use', ...importFault(entry.use, error) }, logger)
  }
}

function importFault(use: string, error: unknown) {
  if (error instanceof ModuleLoadError) {
    return { message: error.message, remedy: error.remedy, thrown: error.cause }
  }
  const message = `The package ${use} cannot be loaded: ${describeThrown(error)}`
  return { message, remedy: 'Reinstall it, or report this to its author.', thrown: error }
}

function configure(
  { entry, module }: LoadedInstance,
  logger: Logger,
  problems: ConfigurationProblem[],
): PlannedInstance {
  const result = entry.readConfig(module.configSchema, module.deprecations)
  const { outgoingTls, files: tlsFiles, problems: tlsProblems } = readOutgoingTls(entry)
  problems.push(...result.problems, ...tlsProblems)
  for (const warning of result.warnings) logger.warn({ instance: entry.id }, `Configuration: ${warning}`)
  const { value: config, files } = result
  return { id: entry.id, optional: entry.optional, module, config, outgoingTls, files: [...files, ...tlsFiles], entry }
}

/** Services of contracts that are newer than those of the gateway. */
function newerServices(
  planned: readonly PlannedInstance[],
  { serviceIds, contracts }: ResolveOptions,
): readonly ConfigurationProblem[] {
  return planned.flatMap(({ entry, module }) =>
    depsOf(module)
      .filter((token) => !serviceIds.has(token.id) && isOfNewerContracts(token))
      .map((token) => {
        const { message, remedy } = needsNewerGateway(token, entry.use, contracts)
        return entry.problem('use', message, remedy)
      }),
  )
}

/**
 * Services that no plugin can provide any more. Which services a plugin provides is known only once it has been
 * created.
 */
function missingServices(
  planned: readonly PlannedInstance[],
  serviceIds: ReadonlySet<string>,
  failures: readonly InstanceFailure[],
): readonly ConfigurationProblem[] {
  // `createInstances` reports why an optional instance is left out, and that one waits for an instance that failed.
  if (failures.some(({ optional }) => optional)) return []
  return planned.flatMap((instance) => {
    const others = planned.filter((other) => other !== instance && other.module.kind === 'plugin')
    if (others.length > 0 || instance.optional) return []
    return depsOf(instance.module)
      .filter((token) => !serviceIds.has(token.id) && !isOfNewerContracts(token))
      .map((token) => {
        const near = nearest(token.id, serviceIds)
        const remedy =
          near === undefined ? 'Add a plugin that provides it.' : `Add a plugin that provides it. (There is '${near}'.)`
        return instance.entry.problem('', `It needs the service '${token.id}', which nothing provides.`, remedy)
      })
  })
}

/** The tokens of the services that a module cannot do without. */
export function depsOf(module: GatewayModule): readonly ServiceToken<unknown>[] {
  return Object.values(module.deps).filter(({ optional }) => !optional)
}
