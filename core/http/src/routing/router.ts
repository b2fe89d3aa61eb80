import { GatewayError, type HttpRequest, type HttpResponse, type Logger, toGatewayError } from '@heliograph/contracts'
import { handlerTooLate } from '../requests/request-errors.ts'
import { neutralResponse } from './neutral-response.ts'
import { responseFault } from './response-fault.ts'
import { discardStream } from './response-stream.ts'
import { type RouteMatch, type RouterMount, refusal } from './route-match.ts'
import { RouteTable } from './route-table.ts'

/**
 * Called for every response, for metrics. `instanceId` and `pattern` are empty for a path that no instance has;
 * `method` is `OTHER` for a method outside `HttpMethod`. Must not throw.
 */
export type ResponseObserver = (
  instanceId: string,
  pattern: string,
  method: string,
  status: number,
  seconds: number,
  request: HttpRequest,
) => void

export interface RouterOptions {
  /** Gets errors of category `internal`, and warnings about handlers that are too late; other errors are not logged. */
  readonly logger?: Logger | undefined
  readonly onResponse?: ResponseObserver | undefined
}

/** A request on its way through the router. */
export interface RoutedRequest extends HttpRequest {
  /** True once `expire` has answered it; the handler's own response is then dropped. */
  readonly isAnswered?: boolean
}

/**
 * Finds the route of a request and runs it. Has no sockets: the servers and `inject` pass it requests and send its
 * responses.
 */
export interface Router {
  /** Never fails: a request that cannot be routed gets a match that refuses. */
  find(method: string, path: string): RouteMatch
  /**
   * Runs the handler of a match; never throws or rejects. A response that is available at once is returned without a
   * promise. The response to HEAD still has its body.
   */
  handle(match: RouteMatch, request: RoutedRequest): HttpResponse | Promise<HttpResponse>
  /**
   * Asks the route of a match whether it wants the request's body. Returns the refusal, or undefined when it does;
   * never throws or rejects.
   */
  admit(match: RouteMatch, request: HttpRequest): HttpResponse | undefined | Promise<HttpResponse | undefined>
  /** The response to a request whose handler does not run, in the form of the match's instance. */
  refuse(match: RouteMatch, request: HttpRequest, error: GatewayError): HttpResponse
  /**
   * The response to a request whose handler is past its deadline. `startedAt`: when the handler began, by the monotonic
   * clock. Logs a warning.
   */
  expire(match: RouteMatch, request: HttpRequest, startedAt: number): HttpResponse
  /** Logs that a stream has thrown after the response's head was sent. */
  streamFailed(match: RouteMatch, request: HttpRequest, thrown: unknown): void
  /** Tells a handler that its response has ended, sent in full or not. Never throws or rejects. */
  ended(match: RouteMatch, request: HttpRequest, response: HttpResponse, isSent: boolean): void | Promise<void>
}

const NO_MOUNT: RouterMount = { instanceId: '', routes: [], formatError: neutralResponse }

/** Throws an `Error` for a malformed route and for two routes with the same method and path. */
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

  function handle(match: RouteMatch, request: RoutedRequest): HttpResponse | Promise<HttpResponse> {
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

  function admit(
    match: RouteMatch,
    request: HttpRequest,
  ): HttpResponse | undefined | Promise<HttpResponse | undefined> {
    try {
      const result = match.admit?.(request)
      if (!isPromiseLike(result)) return undefined
      return Promise.resolve(result).then(
        () => undefined,
        (error: unknown) => refuse(match, request, error),
      )
    } catch (error) {
      return refuse(match, request, error)
    }
  }

  function refuse(match: RouteMatch, request: HttpRequest, error: unknown): HttpResponse {
    return observed(match, request, failed(match, request, error), performance.now())
  }

  function expire(match: RouteMatch, request: HttpRequest, startedAt: number): HttpResponse {
    options.logger?.warn(namesOf(match, request), 'handler exceeded its deadline')
    return observed(match, request, failed(match, request, handlerTooLate()), startedAt)
  }

  function finish(match: RouteMatch, request: RoutedRequest, response: HttpResponse, startedAt: number): HttpResponse {
    const fault = responseFault(response)
    const fit = fault === undefined ? response : failed(match, request, new Error(fault))
    if (fit !== response) {
      discardStream(response)
      ended(match, request, response, false)
    }
    return request.isAnswered === true ? fit : observed(match, request, fit, startedAt)
  }

  function observed(
    { instanceId, pattern, method }: RouteMatch,
    request: HttpRequest,
    response: HttpResponse,
    startedAt: number,
  ): HttpResponse {
    const seconds = (performance.now() - startedAt) / 1000
    onResponse?.(instanceId, pattern, method, response.status, seconds, request)
    return response
  }

  function ended(
    match: RouteMatch,
    request: HttpRequest,
    response: HttpResponse | undefined,
    isSent: boolean,
  ): void | Promise<void> {
    const fail = (thrown: unknown) => {
      options.logger?.error({ ...namesOf(match, request), err: thrown }, 'work after a response failed')
    }
    try {
      return response?.ended?.(isSent)?.then(undefined, fail)
    } catch (error) {
      fail(error)
    }
  }

  function streamFailed(match: RouteMatch, request: HttpRequest, thrown: unknown): void {
    options.logger?.error({ ...namesOf(match, request), err: thrown }, 'a response ended prematurely')
  }

  function failed(match: RouteMatch, request: HttpRequest, thrown: unknown): HttpResponse {
    const error = toGatewayError(thrown)
    if (error.category === 'internal') logInternal(match, request, error)
    return formatted(match, request, error)
  }

  function formatted(match: RouteMatch, request: HttpRequest, error: GatewayError): HttpResponse {
    try {
      const response = match.formatError(error, request)
      const fault = responseFault(response)
      if (fault === undefined) return response
      throw new Error(fault)
    } catch (cause) {
      logInternal(match, request, new GatewayError('internal', 'internal', 'formatError failed', { cause }))
      return neutralResponse(error)
    }
  }

  function logInternal(match: RouteMatch, request: HttpRequest, error: GatewayError): void {
    options.logger?.error({ ...namesOf(match, request), err: error.cause ?? error }, 'request failed')
  }

  return { find, handle, admit, refuse, expire, streamFailed, ended }
}

/** What names a request in the log. */
function namesOf({ instanceId, pattern, method }: RouteMatch, { requestId }: HttpRequest) {
  return { instanceId, method, route: pattern, requestId }
}

const NOT_FOUND = new GatewayError('not-found', 'not-found', 'Not found')
const notFound = refusal(NO_MOUNT, '', 'OTHER', () => NOT_FOUND)

function withParams(match: RouteMatch, names: readonly string[], values: readonly string[]): RouteMatch {
  const params: Record<string, string> = Object.create(null)
  try {
    for (let index = 0; index < values.length; index += 1)
      params[names[index] ?? '*'] = decodeSegment(values[index] as string)
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

/** Hardly any value has an escape, and looking for one costs less than decoding. */
function decodeSegment(value: string): string {
  return value.includes('%') ? decodeURIComponent(value) : value
}

function isPromiseLike<T>(result: T | Promise<T>): result is Promise<T> {
  return typeof (result as { then?: unknown } | undefined)?.then === 'function'
}
