import { pageMount, type RouterMount } from '@heliograph/http'
import { type Instance, routedOf } from './instance.ts'
import { pagesOf } from './portal-pages.ts'
import type { RequestWatch } from './request-watch.ts'

/**
 * The routes of the instances for clients and peers, and the files of their pages in the portal. Instances that failed
 * or do not run on this node are left out, so that their paths are unknown instead of broken. Requests to the routes
 * are watched.
 */
export function instanceMounts(instances: readonly Instance[], watch: RequestWatch): readonly RouterMount[] {
  return instances.flatMap((instance) => {
    const { id, part, state } = instance
    if (state === 'failed' || state === 'idle') return []
    const pages = pageMount(id, pagesOf(instance))
    const ofPages = pages === undefined ? [] : [watch.mount(pages, { guard: instance.guard, routes: pages.routes })]
    const { routes, formatError } = routedOf(part)
    if (!routes || !formatError) return ofPages
    const mount: RouterMount = {
      instanceId: id,
      routes,
      formatError: (error, request) => routedOf(instance.part).formatError?.(error, request) ?? { status: 500 },
    }
    return [watch.mount(mount, instance), ...ofPages]
  })
}
