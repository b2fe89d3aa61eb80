import { ConfigurationError, type ConfigurationProblem } from '@heliograph/config'
import type { Engine } from '@heliograph/engine'
import type { Shared } from '../compose.ts'
import { type PlannedHost, planHost } from '../plan-host.ts'
import type { Settings } from '../settings.ts'
import { bad, type Finding, good } from './finding.ts'

export interface InstancesReport {
  readonly findings: readonly Finding[]
  /** Undefined when something is wrong with the instances. */
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
    const findings = planned.plan.map(({ id, module }) =>
      good(`instance ${id}`, `${module.kind} ${module.id} ${module.version}`),
    )
    return { findings, planned }
  } catch (error) {
    return { findings: problemsOf(error), planned: undefined }
  }
}

/** A configuration error as findings. Throws everything else. */
export function problemsOf(error: unknown): readonly Finding[] {
  if (error instanceof ConfigurationError) return error.problems.map(toFinding)
  throw error
}

function toFinding({ file, line, path, message, remedy }: ConfigurationProblem): Finding {
  const place = line === undefined ? file : `${file}:${line}`
  return bad(path === '' ? place : `${path} (${place})`, message, remedy)
}
