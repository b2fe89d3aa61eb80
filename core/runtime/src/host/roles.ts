import type { NodeRole } from '../config/sections/node.ts'
import { type Instance, routedOf } from './instance.ts'
import { pagesOf } from './portal-pages.ts'

/**
 * Whether an instance is started on a node with these roles. That follows from what the instance has, not from the
 * protocol it speaks.
 *
 * Adapters with routes need `http`. Adapters with listeners of their own, and those that have neither and only wait for
 * their own connections, need `sockets`. An adapter that has both needs both roles, because its start opens both.
 * Carriers start with `dispatch`, which uses their links, and with `http` when they have routes that their network
 * calls, or pages in the portal; where a node has only that role, their links stay closed. Other plugins serve any part
 * that needs them and start everywhere.
 */
export function startsWith(part: Instance['part'], roles: readonly NodeRole[]): boolean {
  const hasRoutes = (routedOf(part).routes?.length ?? 0) > 0
  if (part.kind === 'adapter') {
    const hasListeners = (part.adapter.listeners?.length ?? 0) > 0
    const needed: readonly NodeRole[] = [
      ...(hasRoutes ? (['http'] as const) : []),
      ...(hasListeners || !hasRoutes ? (['sockets'] as const) : []),
    ]
    return needed.every((role) => roles.includes(role))
  }
  const wanted: readonly NodeRole[] = [
    ...(part.plugin.carrier ? (['dispatch'] as const) : []),
    ...(hasRoutes || pagesOf({ part }).length > 0 ? (['http'] as const) : []),
  ]
  return wanted.length === 0 || wanted.some((role) => roles.includes(role))
}
