import type { ConfigurationProblem } from '@heliograph/config'
import type { Configuration } from '../config/load.ts'
import { planListeners } from '../listeners/listener-plan.ts'
import type { PlannedInstance } from './resolve.ts'

/** Listeners that name an instance without routes for clients or peers. */
export function checkListenerInstances(
  configuration: Pick<Configuration, 'http' | 'listeners' | 'problem'>,
  plan: readonly PlannedInstance[],
): readonly ConfigurationProblem[] {
  return planListeners(configuration).flatMap(({ path, settings }) =>
    (settings.instances ?? []).flatMap((id, index) => {
      const module = plan.find((planned) => planned.id === id)?.module
      if (!module || module.capabilities.http || (module.kind === 'plugin' && module.capabilities.pages)) return []
      const message = `The instance '${id}' (${module.kind} ${module.id}) has no HTTP interface.`
      return configuration.problem([...path, 'instances', index], message, 'Take it out of this list.')
    }),
  )
}
