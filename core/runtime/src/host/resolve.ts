import type { ConfigurationProblem } from '@heliograph/config'
import { nearest } from '@heliograph/config'
import type { Logger, ServiceToken } from '@heliograph/contracts'
import type { InstanceConfiguration } from '../config/instance-configuration.ts'
import { type GatewayModule, isModuleFault, readModule } from './module.ts'

/** An instance that can be created: its package is there, fits and has taken its configuration. */
export interface PlannedInstance {
  readonly id: string
  readonly optional: boolean
  readonly module: GatewayModule
  readonly config: unknown
  /** The entry in the configuration, for problems found later. */
  readonly entry: InstanceConfiguration
}

export interface ResolveOptions {
  readonly instances: readonly InstanceConfiguration[]
  readonly importModule: (specifier: string) => Promise<unknown>
  /** Ids of the services the gateway itself offers. */
  readonly serviceIds: ReadonlySet<string>
  readonly logger: Logger
}

/** What can be created, and the problems of all instances. */
export interface ResolvedInstances {
  readonly planned: readonly PlannedInstance[]
  readonly problems: readonly ConfigurationProblem[]
}

/** Turns the configured instances into a plan. Imports packages and reads their configuration; creates nothing. */
export async function resolveInstances(options: ResolveOptions): Promise<ResolvedInstances> {
  const problems: ConfigurationProblem[] = []
  const loaded = await Promise.all(options.instances.map((entry) => load(entry, options.importModule, problems)))
  const planned = loaded.flatMap((instance) => (instance ? [configure(instance, options.logger, problems)] : []))
  problems.push(...missingServices(planned, options.serviceIds))
  return { planned, problems }
}

interface LoadedInstance {
  readonly entry: InstanceConfiguration
  readonly module: GatewayModule
}

async function load(
  entry: InstanceConfiguration,
  importModule: ResolveOptions['importModule'],
  problems: ConfigurationProblem[],
): Promise<LoadedInstance | undefined> {
  try {
    const result = readModule(await importModule(entry.use), entry.use)
    if (!isModuleFault(result)) return { entry, module: result }
    problems.push(entry.problem('use', result.message, result.remedy))
  } catch (error) {
    problems.push(importProblem(entry, error))
  }
  return undefined
}

function importProblem(entry: InstanceConfiguration, error: unknown): ConfigurationProblem {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ERR_MODULE_NOT_FOUND' && String(message).includes(`'${entry.use}'`)) {
    const remedy = `Check the name, or install it beside the gateway: pnpm add ${entry.use}`
    return entry.problem('use', `The package ${entry.use} is not installed.`, remedy)
  }
  return entry.problem(
    'use',
    `The package ${entry.use} cannot be loaded: ${message ?? error}`,
    'Install it anew, or tell its author.',
  )
}

function configure(
  { entry, module }: LoadedInstance,
  logger: Logger,
  problems: ConfigurationProblem[],
): PlannedInstance {
  const result = entry.readConfig(module.configSchema, module.deprecations)
  problems.push(...result.problems)
  for (const warning of result.warnings) logger.warn({ instance: entry.id }, `Configuration: ${warning}`)
  return { id: entry.id, optional: entry.optional, module, config: result.value, entry }
}

/** What no plugin could still bring. Which services a plugin provides is known only when it has been created. */
function missingServices(
  planned: readonly PlannedInstance[],
  serviceIds: ReadonlySet<string>,
): readonly ConfigurationProblem[] {
  return planned.flatMap((instance) => {
    const others = planned.filter((other) => other !== instance && other.module.kind === 'plugin')
    if (others.length > 0) return []
    return depsOf(instance.module)
      .filter((token) => !serviceIds.has(token.id))
      .map((token) => {
        const near = nearest(token.id, serviceIds)
        const remedy =
          near === undefined ? 'Add a plugin that provides it.' : `Add a plugin that provides it. (There is '${near}'.)`
        return instance.entry.problem('', `It needs the service '${token.id}', which nothing provides.`, remedy)
      })
  })
}

/** The tokens a module lists in `deps`. */
export function depsOf(module: GatewayModule): readonly ServiceToken<unknown>[] {
  return Object.values(module.deps)
}
