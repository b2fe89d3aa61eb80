import type { Engine } from '@heliograph/engine'
import { ConfigurationError, type ConfigurationProblem, createHost, systemClock } from '@heliograph/runtime'
import type { Shared } from '../compose.ts'
import { createImportModule } from '../import-module.ts'
import type { Settings } from '../settings.ts'
import { bad, type Finding, good } from './finding.ts'

/** Loads the packages that the configuration names, and creates their instances without starting them. */
export async function checkInstances(
  { configuration }: Settings,
  shared: Shared,
  services: Engine['services'],
): Promise<readonly Finding[]> {
  const host = createHost({
    configuration,
    services,
    logger: shared.logger,
    clock: systemClock,
    httpClient: shared.http,
    metrics: shared.metrics,
    importModule: createImportModule(configuration.baseDir),
  })
  try {
    const plan = await host.plan()
    host.create()
    return plan.map(({ id, module }) => good(`instance ${id}`, `${module.kind} ${module.id} ${module.version}`))
  } catch (error) {
    return problemsOf(error)
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
