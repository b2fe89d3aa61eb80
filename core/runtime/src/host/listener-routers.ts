import type { ConfigPath } from '@heliograph/config'
import { ConfigurationError, type ConfigurationProblem } from '@heliograph/config'
import { createRouter, type Router, type RouterMount, type RouterOptions } from '@heliograph/http'
import type { Configuration } from '../config/load.ts'
import { planListeners } from '../listeners/listener-plan.ts'
import type { Instance } from './instance.ts'
import { instanceMounts } from './instance-mounts.ts'
import type { RequestWatch } from './request-watch.ts'

/** What one listener will serve. */
interface RouterPlan {
  readonly name: string
  readonly path: ConfigPath
  readonly mounts: readonly RouterMount[]
}

/**
 * Creates a router for each listener for clients, over the instances it serves, and one for the admin server. Throws
 * `ConfigurationError` with what cannot be served together.
 */
export function createListenerRouters(
  configuration: Pick<Configuration, 'http' | 'listeners' | 'problem'>,
  instances: readonly Instance[],
  adminMounts: readonly RouterMount[],
  options: RouterOptions,
  watch: RequestWatch,
): ReadonlyMap<string, Router> {
  const problems: ConfigurationProblem[] = []
  const routers = new Map<string, Router>()
  const forClients = planListeners(configuration).map(({ name, path, settings }): RouterPlan => {
    const served = instances.filter(({ id }) => settings.instances?.includes(id) ?? true)
    return { name, path, mounts: instanceMounts(served, watch) }
  })
  for (const { name, path, mounts } of [...forClients, { name: 'admin', path: ['admin'], mounts: adminMounts }]) {
    try {
      routers.set(name, createRouter(mounts, options))
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      const remedy = 'Name the instances of each listener by its key `instances`, so that no two share a path.'
      problems.push(configuration.problem(path, `${message}.`, remedy))
    }
  }
  if (problems.length > 0) throw new ConfigurationError(problems)
  return routers
}
