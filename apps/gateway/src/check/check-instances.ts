import { ConfigurationError, type ConfigurationProblem } from '@heliograph/config'
import type { Engine } from '@heliograph/engine'
import type { PlannedInstance } from '@heliograph/runtime'
import type { Shared } from '../compose.ts'
import { OWN_COMMANDS } from '../instance-commands/command-names.ts'
import { type PlannedHost, planHost } from '../plan-host.ts'
import type { Settings } from '../settings.ts'
import { bad, type Finding, good } from './finding.ts'

export interface InstancesReport {
  readonly findings: readonly Finding[]
  /** Undefined when the instances have problems. */
  readonly planned: PlannedHost | undefined
}

/** Loads the packages that the configuration names, and creates their instances without starting them. */
export async function checkInstances(
  settings: Settings,
  shared: Shared,
  services: Engine['services'],
): Promise<InstancesReport> {
  try {
    const planned = await planHost(settings, shared, services)
    return {
      findings: [
        ...planned.plan.flatMap((instance) => described(instance, planned)),
        ...leftOut(planned),
        ...planned.plan.flatMap((instance) => hiddenCommands(instance, planned)),
      ],
      planned,
    }
  } catch (error) {
    return { findings: problemsOf(error), planned: undefined }
  }
}

function described({ id, module, entry }: PlannedInstance, { host, folders }: PlannedHost): readonly Finding[] {
  if (host.failures.some((failure) => failure.id === id)) return []
  const { kind, version, apiVersion } = module
  const folder = folders.get(entry.use) ?? 'unknown'
  const details = { package: entry.use, version, folder, contract: apiVersion }
  return [good(`instance ${id}`, `${kind} ${module.id} ${version}`, details)]
}

/** Optional instances that failed and that the gateway would run without. */
function leftOut({ host }: PlannedHost): readonly Finding[] {
  return host.failures.map(({ problem }) => ({ ...toFinding(problem), ok: true, warning: true }))
}

/** Commands that cannot be typed, because the name of their instance means a command of the program. */
function hiddenCommands({ id, entry }: PlannedInstance, { host }: PlannedHost): readonly Finding[] {
  const commands = host.commands.get(id) ?? []
  if (commands.length === 0 || !OWN_COMMANDS.includes(id)) return []
  const names = commands.map(({ name }) => name).join(', ')
  const message = `'${id}' is a command of heliograph itself, so the commands of this instance (${names}) are out of reach.`
  return [toFinding(entry.problem('', message, 'Give the instance another name.'))]
}

/** A configuration error as findings. Throws everything else. */
export function problemsOf(error: unknown): readonly Finding[] {
  if (error instanceof ConfigurationError) return error.problems.map(toFinding)
  throw error
}

function toFinding({ file, line, path, message, remedy, stack }: ConfigurationProblem): Finding {
  const place = line === undefined ? file : `${file}:${line}`
  const finding = bad(path === '' ? place : `${path} (${place})`, message, remedy)
  return stack === undefined ? finding : { ...finding, stack }
}
