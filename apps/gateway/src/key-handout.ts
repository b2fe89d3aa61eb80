import { KeyHandout, type ServiceTokens, systemClock } from '@heliograph/contracts'
import type { Engine } from '@heliograph/engine'
import { createHost, createLogger, type PlannedInstance } from '@heliograph/runtime'
import { createShared } from './compose.ts'
import { createModuleLoader } from './import-module.ts'
import type { Settings } from './settings.ts'

/** The instances that hand out API keys: without one, no sealed copies of keys are kept. */
export function handingOutKeys(plan: readonly PlannedInstance[]): readonly string[] {
  const asks = ({ module }: PlannedInstance) =>
    Object.values(module.deps as ServiceTokens).some(({ id }) => id === KeyHandout.id)
  return plan.filter(asks).map(({ id }) => id)
}

/** The same for a short command. Throws `ConfigurationError` when a package does not load. */
export async function findHandingOutKeys(settings: Settings, engine: Engine): Promise<readonly string[]> {
  const { configuration } = settings
  const logger = createLogger({ level: 'silent' })
  const { httpClients, metrics } = createShared(settings, logger)
  const { importModule } = createModuleLoader(configuration.baseDir)
  const parts = { services: engine.services, logger, clock: systemClock, httpClients, metrics, importModule }
  try {
    return handingOutKeys(await createHost({ configuration, ...parts }).plan())
  } finally {
    await httpClients.close()
  }
}
