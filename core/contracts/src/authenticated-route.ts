import type { HttpHandler, HttpRequest, HttpResponse, RouteSpec } from './http.ts'
import type { Principal } from './principal.ts'

/** Who sends a request, as its route found out. @stability stable */
export interface RequestIdentity {
  /**
   * The user on whose behalf the request runs. Undefined: there is none, and it is left to the handler to answer that,
   * for an interface that names the error for each recipient, say.
   */
  readonly principal: Principal | undefined
  /**
   * The key, token or password that proved it, which is blanked wherever the request is kept. Undefined: something else
   * did, such as the session of a page, whose requests are not in the `RequestLog`.
   */
  readonly secret: string | undefined
}

/** One that is proven: what a route finds that refuses everyone else itself. @stability stable */
export interface KnownIdentity extends RequestIdentity {
  readonly principal: Principal
  readonly secret: string
}

/**
 * A route for users that are known. `I` may have more than the identity: what had to be read to find it, so that
 * nothing is read twice.
 * @stability stable
 */
export interface AuthenticatedRoute<I extends RequestIdentity> extends Omit<RouteSpec, 'authenticate' | 'handler'> {
  /** As `RouteSpec.authenticate`. */
  authenticate(request: HttpRequest): I | Promise<I>
  /** As `RouteSpec.handler`, with what `authenticate` returned. */
  handler(request: HttpRequest, identity: I): HttpResponse | Promise<HttpResponse>
}

/**
 * Types a route for users that are known, so that its handler sees what its `authenticate` returns.
 * @stability stable
 */
export function authenticatedRoute<I extends RequestIdentity>(route: AuthenticatedRoute<I>): RouteSpec {
  return { ...route, handler: route.handler as HttpHandler }
}

/**
 * Runs a route as the host does: finds out who sends the request, where the route says how, and then answers it. Throws
 * or rejects as its two functions do. What is there at once is returned without a promise.
 *
 * @param noteIdentity gets what was found, before the request is answered
 * @stability stable
 */
export function runRoute(
  { authenticate, handler }: Pick<RouteSpec, 'authenticate' | 'handler'>,
  request: HttpRequest,
  noteIdentity?: (identity: RequestIdentity) => void,
): HttpResponse | Promise<HttpResponse> {
  if (authenticate === undefined) return handler(request)
  const answer = (identity: RequestIdentity) => {
    noteIdentity?.(identity)
    return handler(request, identity)
  }
  const found = authenticate(request)
  return isPromise(found) ? found.then(answer) : answer(found)
}

function isPromise<T>(result: T | Promise<T>): result is Promise<T> {
  return typeof (result as { then?: unknown } | undefined)?.then === 'function'
}
