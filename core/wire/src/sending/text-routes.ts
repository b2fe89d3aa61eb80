import {
  type AuthenticatedRoute,
  authenticatedRoute,
  type RequestIdentity,
  type RouteSpec,
} from '@heliograph/contracts'
import { textResponse } from '../answers/responses.ts'

/** Maximum body of a request to a text interface in octets; more are answered with 413. */
export const MAX_BODY_OCTETS = 4 * 1024 * 1024

/**
 * The routes of a text interface, which has one path in any letter case. Where GET is allowed, it sends a text, so HEAD
 * gets a route of its own that does nothing: merely checking whether an address exists must not send a text.
 */
export function textRoutes<I extends RequestIdentity>(
  path: string,
  methods: readonly ('GET' | 'POST')[],
  { admit, authenticate, handler }: Pick<AuthenticatedRoute<I>, 'admit' | 'authenticate' | 'handler'>,
): readonly RouteSpec[] {
  const bodyLimit = MAX_BODY_OCTETS
  const routes = methods.map((method) =>
    authenticatedRoute({ method, path, ignoreCase: true, bodyLimit, admit, authenticate, handler }),
  )
  if (!methods.includes('GET')) return routes
  return [...routes, { method: 'HEAD', path, ignoreCase: true, handler: () => textResponse(200, '') }]
}
