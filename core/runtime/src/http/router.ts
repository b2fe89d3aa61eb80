import { randomUUID } from 'node:crypto'
import { GatewayError, type HttpRequest, type HttpResponse, type Logger, toGatewayError } from '@heliograph/contracts'
import { neutralResponse } from './neutral-response.ts'
import { responseFault } from './response-fault.ts'
import { type RouteMatch, type RouterMount, refusal } from './route-match.ts'
import { RouteTable } from './route-table.ts'

/**
 * Told of every response, for metrics. `instanceId` and `pattern` are empty for a path that no instance has; `method` is `OTHER` for one outside
 * `HttpMethod`. Must not throw.
 */
export type ResponseObserver = (
  instanceId: string,
  pattern: string,
  method: string,
  status: number,
  seconds: number,
) => void

export interface RouterOptions {
  /** Where errors of category `internal` go; no others are logged. */
  readonly logger?: Logger | undefined
  readonly onResponse?: ResponseObserver | undefined
}

/** Finds the route of a request and runs it. Knows no sockets: the servers and `inject` bring requests in and carry responses out. */
export interface Router {
  /** Never fails: what cannot be routed gets a match that refuses. */
  find(method: string, path: string): RouteMatch
  /**
   * Runs the handler of a match; never throws or rejects. A response that is there at once is returned without a promise. The response to HEAD
   * still has its body.
   */
  handle(match: RouteMatch, request: HttpRequest): HttpResponse | Promise<HttpResponse>
  /** The response to a request whose handler is not to run, in the form of the match's instance. */
  refuse(match: RouteMatch, request: HttpRequest, error: GatewayError): HttpResponse
}

const NO_MOUNT: RouterMount = { instanceId: '', routes: [], formatError: neutralResponse }

/** Throws an `Error` for a malformed route and for two that take the same method and path. */
export function createRouter(mounts: readonly RouterMount[], options: RouterOptions = {}): Router {
  const table = new RouteTable(mounts)
  const { onResponse } = options

  function find(method: string, path: string): RouteMatch {
    const found = table.find(path)
    if (found === undefined) return notFound
    const { group, values } = found
    const match = group.matches[method] ?? group.otherMethod
    return values.length === 0 || match.ignoresBody ? match : withParams(match, group.namesOf.get(match) ?? [], values)
  }

  function handle(match: RouteMatch, request: HttpRequest): HttpResponse | Promise<HttpResponse> {
    const startedAt = onResponse === undefined ? 0 : performance.now()
    try {
      const result = match.handler(request)
      if (!isPromiseLike(result)) return finish(match, request, result, startedAt)
      return Promise.resolve(result).then(
        (response) => finish(match, request, response, startedAt),
        (error: unknown) => finish(match, request, failed(match, request, error), startedAt),
      )
    } catch (error) {
      return finish(match, request, failed(match, request, error), startedAt)
    }
  }

  function refuse(match: RouteMatch, request: HttpRequest, error: GatewayError): HttpResponse {
    return finish(match, request, failed(match, request, error), performance.now())
  }

  function finish(match: RouteMatch, request: HttpRequest, response: HttpResponse, startedAt: number): HttpResponse {
    const fault = responseFault(response)
    const sent = fault === undefined ? response : failed(match, request, new Error(fault))
    onResponse?.(match.instanceId, match.pattern, match.method, sent.status, (performance.now() - startedAt) / 1000)
    return sent
  }

  function failed(match: RouteMatch, request: HttpRequest, thrown: unknown): HttpResponse {
    const error = toGatewayError(thrown)
    const requestId = error.category === 'internal' ? logInternal(match, error) : undefined
    const response = formatted(match, request, error)
    return requestId === undefined
      ? response
      : { ...response, headers: { ...response.headers, 'x-request-id': requestId } }
  }

  function formatted(match: RouteMatch, request: HttpRequest, error: GatewayError): HttpResponse {
    try {
      const response = match.formatError(error, request)
      const fault = responseFault(response)
      if (fault === undefined) return response
      throw new Error(fault)
    } catch (cause) {
      logInternal(match, new GatewayError('internal', 'internal', 'formatError failed', { cause }))
      return neutralResponse(error)
    }
  }

  function logInternal(match: RouteMatch, error: GatewayError): string {
    const requestId = randomUUID()
    const { instanceId, pattern, method } = match
    options.logger?.error(
      { instanceId, method, route: pattern, requestId, err: error.cause ?? error },
      'request failed',
    )
    return requestId
  }

  return { find, handle, refuse }
}

const notFound = refusal(NO_MOUNT, '', 'OTHER', new GatewayError('not-found', 'not-found', 'Not found'))

function withParams(match: RouteMatch, names: readonly string[], values: readonly string[]): RouteMatch {
  const params: Record<string, string> = Object.create(null)
  try {
    values.forEach((value, index) => {
      params[names[index] ?? '*'] = decodeURIComponent(value)
    })
  } catch (cause) {
    const error = new GatewayError('invalid', 'broken-escape', 'The path has a broken percent escape', { cause })
    return {
      ...match,
      ignoresBody: true,
      handler: () => {
        throw error
      },
    }
  }
  return { ...match, params }
}

function isPromiseLike(result: HttpResponse | Promise<HttpResponse>): result is Promise<HttpResponse> {
  return typeof (result as { then?: unknown } | undefined)?.then === 'function'
}
