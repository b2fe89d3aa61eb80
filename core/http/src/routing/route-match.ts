import type { GatewayError, HttpHandler, HttpRequest, HttpResponse, RouteSpec } from '@heliograph/contracts'

/** The routes of one instance, and the form its errors take. */
export interface RouterMount {
  readonly instanceId: string
  readonly routes: readonly RouteSpec[]
  formatError(error: GatewayError, request: HttpRequest): HttpResponse
}

/** What the router found for a method and a path, before any body is read. A path that is not served has a match, too: one that refuses. */
export interface RouteMatch {
  /** Empty when no instance has the path. */
  readonly instanceId: string
  /** The route's path as declared, of a closed set and so fit for a metric's label; empty when no instance has the path. */
  readonly pattern: string
  /** `OTHER` for a method outside `HttpMethod`. */
  readonly method: string
  /** Octets of body the route takes. */
  readonly bodyLimit: number
  /** True: the answer does not depend on the body, so do not wait for one. */
  readonly ignoresBody: boolean
  readonly params: Readonly<Record<string, string>>
  readonly admit: RouteSpec['admit']
  readonly handler: HttpHandler
  readonly formatError: (error: GatewayError, request: HttpRequest) => HttpResponse
}

export const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({})

/** A match that answers with `error` in the form of `mount`. */
export function refusal(mount: RouterMount, pattern: string, method: string, error: GatewayError): RouteMatch {
  return {
    instanceId: mount.instanceId,
    pattern,
    method,
    bodyLimit: 0,
    ignoresBody: true,
    params: NO_PARAMS,
    admit: undefined,
    handler: () => {
      throw error
    },
    formatError: (failure, request) => mount.formatError(failure, request),
  }
}
