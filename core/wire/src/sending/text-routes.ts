import type { HttpHandler, RouteSpec } from '@heliograph/contracts'
import { textResponse } from '../answers/responses.ts'
import type { StrangerLimit } from '../credentials/stranger-limit.ts'

/** Maximum body of a request to a text interface in octets; more are answered with 413. */
export const MAX_BODY_OCTETS = 4 * 1024 * 1024

/**
 * The routes of a text interface, which has one path in any letter case. Where GET is allowed, it sends a text, so HEAD
 * gets a route of its own that does nothing: merely checking whether an address exists must not send a text.
 *
 * @param strangers - keeps large bodies of senders without a valid key away from the handler. Only a handler that looks
 *   at the key before anything else does without.
 */
export function textRoutes(
  path: string,
  methods: readonly ('GET' | 'POST')[],
  handler: HttpHandler,
  strangers?: StrangerLimit,
): readonly RouteSpec[] {
  const guarded: HttpHandler = (request) => {
    const checked = strangers?.check(request)
    return checked === undefined ? handler(request) : checked.then(() => handler(request))
  }
  const routes = methods.map((method): RouteSpec => {
    return { method, path, ignoreCase: true, bodyLimit: MAX_BODY_OCTETS, admit: strangers?.admit, handler: guarded }
  })
  if (!methods.includes('GET')) return routes
  return [...routes, { method: 'HEAD', path, ignoreCase: true, handler: () => textResponse(200, '') }]
}
