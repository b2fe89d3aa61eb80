import type { HttpResponse, Plugin } from '@heliograph/contracts'
import { createRouter, formatAdminError, type InjectedResponse, inject, type Router } from '@heliograph/http'
import { within } from './deadline.ts'
import type { ModuleWorld } from './module-world.ts'
import { INSTANCE_ID } from './read-config.ts'
import { type TestRequest, toInjectedRequest } from './test-request.ts'
import { watchedRoute } from './watched-route.ts'

/**
 * Sends requests to the routes of a plugin, those of its peers and those on the admin port. A request that is not
 * answered within `patienceMs` of real time rejects.
 */
export function createPluginRequests(
  plugin: Plugin,
  world: Pick<ModuleWorld, 'conduct' | 'log'>,
  patienceMs: number,
): (request: TestRequest) => Promise<InjectedResponse> {
  const forPeers = routerOf(plugin, world)
  const forOperators = adminRouterOf(plugin, world)
  return async (request) => {
    const injected = toInjectedRequest(request)
    const { method = 'GET', path = '/' } = request
    const router = forPeers.find(method, path).instanceId === '' ? forOperators : forPeers
    return within(patienceMs, `${injected.method} ${injected.url} was not answered`, inject(router, injected))
  }
}

/** The router for the plugin's routes on the listeners. */
function routerOf(plugin: Plugin, { conduct, log }: Pick<ModuleWorld, 'conduct' | 'log'>): Router {
  const formatError: Required<Plugin>['formatError'] = (error, request) => {
    if (!plugin.formatError) throw new Error('The plugin has routes but no formatError')
    return conduct.run(() => plugin.formatError?.(error, request) as HttpResponse)
  }
  const routes = (plugin.routes ?? []).map((route) => watchedRoute(route, conduct))
  return createRouter([{ instanceId: INSTANCE_ID, routes, formatError }], { logger: log })
}

/** The router for its operator routes, with errors as on the admin port. */
function adminRouterOf({ adminRoutes = [] }: Plugin, { conduct, log }: Pick<ModuleWorld, 'conduct' | 'log'>): Router {
  const routes = adminRoutes.map((route) => watchedRoute(route, conduct))
  return createRouter([{ instanceId: INSTANCE_ID, routes, formatError: formatAdminError }], { logger: log })
}
