import type { HttpHandler, RouteSpec } from '@heliograph/contracts'
import { textResponse } from '../answers/responses.ts'

/** Octets of a request to a text interface; more are answered with 413. */
export const MAX_BODY_OCTETS = 4 * 1024 * 1024

/**
 * The routes of a text interface, which has one path in any letter case. Where it takes GET it sends by it, so HEAD has a route of its own that does nothing: what
 * merely looks whether an address is there must not send a text.
 */
export function textRoutes(
  path: string,
  methods: readonly ('GET' | 'POST')[],
  handler: HttpHandler,
): readonly RouteSpec[] {
  const routes = methods.map((method): RouteSpec => {
    return { method, path, ignoreCase: true, bodyLimit: MAX_BODY_OCTETS, handler }
  })
  if (!methods.includes('GET')) return routes
  return [...routes, { method: 'HEAD', path, ignoreCase: true, handler: () => textResponse(200, '') }]
}
