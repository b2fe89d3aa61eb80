/**
 * HTTP as modules see it: plain values, no server objects. The same handler runs behind either HTTP server and without any.
 */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'HEAD' | 'OPTIONS'

/** Request headers by lower-case name. A header sent several times is one value, joined by `, `. */
export type HttpHeaders = Readonly<Record<string, string | undefined>>

export interface HttpRequest {
  readonly method: HttpMethod
  /** The path as sent, without query and not decoded. */
  readonly path: string
  /** What follows `?`, as sent; empty when there is none. */
  readonly query: string
  readonly headers: HttpHeaders
  /** Values of the `:names` in the route's path, percent-decoded, and of a trailing `/*` under `*`. */
  readonly params: Readonly<Record<string, string>>
  /** The whole body, at most the route's `bodyLimit` octets; empty when there is none. */
  readonly body: Buffer
  /** Address of the peer, of the client when the connection came through a trusted proxy. */
  readonly remoteAddress: string
  /** Aborted when the client goes away before it has its response. Costs something only when it is read. */
  readonly signal: AbortSignal
}

export interface HttpResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | Uint8Array | undefined
}

/**
 * A route is declared, not mounted: the host puts it on every listener that serves the instance.
 *
 * `path` is literal, with `:name` for one segment and a final `/*` for the rest (which also matches nothing). A literal path wins over one with names,
 * that over a wildcard, whichever instance they belong to. A trailing slash is ignored. A GET route also answers HEAD, without the body and after
 * running the handler, unless the same path has a HEAD route. For a path that has routes but none for the method the host makes the
 * error `method-not-allowed`, with `allow`.
 */
export interface RouteSpec {
  /** `ANY` takes every method for which the path has no route of its own. */
  readonly method: HttpMethod | 'ANY'
  readonly path: string
  /** True: letters of the path match in any case, as old clients of `.ashx` pages expect. */
  readonly ignoreCase?: boolean | undefined
  /** Octets of body accepted; more gives the error `too-large`. Default 1 MiB. */
  readonly bodyLimit?: number | undefined
  readonly handler: HttpHandler
}

/**
 * Answers one request. A thrown or rejected error goes through the instance's `formatError`. The host sets `Content-Length` and `Date`. An aborted
 * request still runs to its end, unless the handler heeds `signal`; its response goes nowhere.
 */
export type HttpHandler = (request: HttpRequest) => HttpResponse | Promise<HttpResponse>
