import { GatewayError, type HttpMethod, type RouteSpec, runRoute } from '@heliograph/contracts'
import { NO_PARAMS, type RouteMatch, type RouterMount, refusal } from './route-match.ts'
import type { RoutePattern } from './route-pattern.ts'

export const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'] as const satisfies HttpMethod[]

/** Body limit in octets of a route that sets none. */
export const DEFAULT_BODY_LIMIT = 1_048_576

/** A declared route with its parsed path. */
export interface CompiledRoute {
  readonly mount: RouterMount
  readonly spec: RouteSpec
  readonly pattern: RoutePattern
}

/**
 * All routes of one path. `matches` holds a prepared match for every method, so that finding one is a single look-up.
 */
export interface RouteGroup {
  readonly pattern: RoutePattern
  readonly ignoreCase: boolean
  readonly matches: Readonly<Record<string, RouteMatch>>
  /** For methods outside `HttpMethod`. */
  readonly otherMethod: RouteMatch
  /** The names of each match's route, in the order of the path. */
  readonly namesOf: ReadonlyMap<RouteMatch, readonly string[]>
}

/**
 * `routes` has at most one route for each method; the first route's instance answers for methods that the path lacks.
 */
export function createRouteGroup(
  pattern: RoutePattern,
  ignoreCase: boolean,
  routes: readonly CompiledRoute[],
): RouteGroup {
  const byMethod = new Map<string, CompiledRoute>(routes.map((route) => [route.spec.method, route]))
  const namesOf = new Map<RouteMatch, readonly string[]>()
  const matches: Record<string, RouteMatch> = Object.create(null)
  const refuseMethod = createMethodRefusal(routes)
  for (const method of METHODS) {
    const route = byMethod.get(method) ?? (method === 'HEAD' ? byMethod.get('GET') : undefined) ?? byMethod.get('ANY')
    const match = route === undefined ? refuseMethod(method) : acceptMethod(route, method)
    matches[method] = match
    namesOf.set(match, route?.pattern.names ?? [])
  }
  const otherMethod = refuseMethod('OTHER')
  namesOf.set(otherMethod, [])
  return { pattern, ignoreCase, matches, otherMethod, namesOf }
}

function acceptMethod(route: CompiledRoute, method: HttpMethod): RouteMatch {
  const { mount, spec } = route
  return {
    instanceId: mount.instanceId,
    pattern: spec.path,
    method,
    bodyLimit: spec.bodyLimit ?? DEFAULT_BODY_LIMIT,
    ignoresBody: false,
    params: NO_PARAMS,
    admit: spec.admit,
    handler: spec.authenticate === undefined ? spec.handler : (request) => runRoute(spec, request),
    formatError: (error, request) => mount.formatError(error, request),
  }
}

/**
 * The answers for methods that a path lacks: one error for all of them, as errors are expensive to create, and none
 * before one is needed.
 */
function createMethodRefusal(routes: readonly CompiledRoute[]): (method: string) => RouteMatch {
  const first = routes[0] as CompiledRoute
  let created: GatewayError | undefined
  const error = () => {
    created ??= methodNotAllowed(allowedMethods(routes))
    return created
  }
  return (method) => refusal(first.mount, first.spec.path, method, error)
}

function methodNotAllowed(allow: readonly string[]): GatewayError {
  const message = `Method not allowed; this path accepts ${allow.join(', ')}`
  return new GatewayError('method-not-allowed', 'method-not-allowed', message, { allow })
}

function allowedMethods(routes: readonly CompiledRoute[]): readonly string[] {
  const declared = new Set<string>(routes.map((route) => route.spec.method))
  if (declared.has('ANY')) return METHODS
  if (declared.has('GET')) declared.add('HEAD')
  return METHODS.filter((method) => declared.has(method))
}
