import type { GatewayError, HttpHandler, HttpRequest, HttpResponse, RouteSpec } from '@heliograph/contracts'

/** The routes of one instance, and the format of its errors. */
export interface RouterMount {
  readonly instanceId: string
  readonly routes: readonly RouteSpec[]
  formatError(error: GatewayError, request: HttpRequest): HttpResponse
}

/**
 * The router's result for a method and a path, before any body is read. A path that is not served also gets a match,
 * one that refuses.
 */
export interface RouteMatch {
  /** Empty when no instance has the path. */
  readonly instanceId: string
  /**
   * The route's path as declared; there are finitely many, so it can be a metric's label. Empty when no instance has
   * the path.
   */
  readonly pattern: string
  /** `OTHER` for a method outside `HttpMethod`. */
  readonly method: string
  /** Largest body that the route takes, in octets. */
  readonly bodyLimit: number
  /** True: the answer does not depend on the body, so do not wait for it. */
  readonly ignoresBody: boolean
  readonly params: Readonly<Record<string, string>>
  readonly admit: RouteSpec['admit']
  /** Finds out who sends the request, where the route says how, and answers it. */
  readonly handler: HttpHandler
  readonly formatError: (error: GatewayError, request: HttpRequest) => HttpResponse
}

export const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({})

/** A match that answers with the error in the form of `mount`. */
export function refusal(mount: RouterMount, pattern: string, method: string, error: () => GatewayError): RouteMatch {
  return {
    instanceId: mount.instanceId,
    pattern,
    method,
    bodyLimit: 0,
    ignoresBody: true,
    params: NO_PARAMS,
    admit: undefined,
    handler: () => {
      throw error()
    },
    formatError: (failure, request) => mount.formatError(failure, request),
  }
}
