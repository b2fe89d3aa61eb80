import { systemClock } from '@heliograph/contracts'
import type { Engine } from '@heliograph/engine'
import { createHost, type Host, type PlannedInstance } from '@heliograph/runtime'
import type { Shared } from './compose.ts'
import { createModuleLoader } from './import-module.ts'
import type { Settings } from './settings.ts'

/** The instances of a configuration, not started. */
export interface PlannedHost {
  readonly host: Host
  readonly plan: readonly PlannedInstance[]
  /** Folders that the packages were loaded from, by the name given under `use`. */
  readonly folders: ReadonlyMap<string, string>
}

/**
 * Loads the packages that the configuration names and creates their instances. Throws `ConfigurationError` with all
 * problems.
 *
 * @param only as `HostOptions.only`
 */
export async function planHost(
  settings: Settings,
  shared: Shared,
  services: Engine['services'],
  only?: string,
): Promise<PlannedHost> {
  const planned = await planInstances(settings, shared, services, only)
  planned.host.create()
  return planned
}

/** Loads the packages that the configuration names. Throws `ConfigurationError` with all problems. */
export async function planInstances(
  { configuration }: Settings,
  shared: Shared,
  services: Engine['services'],
  only?: string,
): Promise<PlannedHost> {
  const { importModule, folders, contracts } = createModuleLoader(configuration.baseDir)
  const host = createHost({
    configuration,
    services,
    logger: shared.logger,
    clock: systemClock,
    httpClients: shared.httpClients,
    metrics: shared.metrics,
    importModule,
    contracts,
    only,
  })
  return { host, plan: await host.plan(), folders }
}
