import type { HttpResponse, RouteSpec } from '@heliograph/contracts'
import type { RouterMount } from '@heliograph/http'
import { formatAdminError } from '@heliograph/http'
import type { MetricsRegistry } from '../metrics.ts'
import { type AdminGuardOptions, guardRoutes } from './admin-guard.ts'
import type { HostHealth } from './health.ts'
import type { Instance } from './instance.ts'
import type { RequestWatch } from './request-watch.ts'

/**
 * The routes of the admin port: health, metrics, those of the gateway (`further`), and those of plugins, each below
 * `/instances/<instanceId>`. All of them are guarded.
 */
export function adminMounts(
  instances: readonly Instance[],
  health: () => Promise<HostHealth>,
  metrics: MetricsRegistry,
  guard: AdminGuardOptions,
  watch: RequestWatch,
  further: readonly RouteSpec[] = [],
): readonly RouterMount[] {
  const own: readonly RouteSpec[] = [
    ...further,
    // Answers as long as the process can: /readyz says whether it should get requests.
    { method: 'GET', path: '/healthz', handler: () => json(200, { status: 'ok' }) },
    { method: 'GET', path: '/readyz', handler: async () => readiness(await health()) },
    {
      method: 'GET',
      path: '/metrics',
      handler: async () => ({
        status: 200,
        headers: { 'content-type': metrics.contentType, 'cache-control': 'no-store' },
        body: await metrics.render(),
      }),
    },
  ]
  const mounts = [
    { instanceId: 'admin', routes: own, formatError: formatAdminError },
    ...instances.flatMap((instance) => pluginMount(instance, watch)),
  ]
  return mounts.map((mount) => ({ ...mount, routes: guardRoutes(mount.routes, guard) }))
}

function pluginMount({ id, part, guard }: Instance, watch: RequestWatch): readonly RouterMount[] {
  if (part.kind !== 'plugin' || !part.plugin.adminRoutes) return []
  const routes = part.plugin.adminRoutes.map((route) => ({
    ...route,
    path: `/instances/${id}${route.path === '/' ? '' : route.path}`,
  }))
  return [watch.mount({ instanceId: id, routes, formatError: formatAdminError }, { guard, routes })]
}

function readiness(health: HostHealth): HttpResponse {
  return json(health.status === 'down' ? 503 : 200, health)
}

function json(status: number, body: object): HttpResponse {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  return { status, headers, body: `${JSON.stringify(body)}\n` }
}
