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
  /**
   * Aborted when the client goes away before it has all of its response, when the handler has passed its deadline, and when the host ends the response's
   * stream. Costs something only when it is read.
   */
  readonly signal: AbortSignal
}

/** What is known of a request before its body has come. */
export type HttpRequestHead = Omit<HttpRequest, 'body' | 'signal'>

export interface HttpResponse {
  readonly status: number
  /** A header with several values is sent once for each, in order: what `Set-Cookie` needs (RFC 6265 section 3) and hardly anything else. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | undefined
  readonly body?: string | Uint8Array | undefined
  /** A body that comes piece by piece; a response has this or `body`. */
  readonly stream?: HttpStream | undefined
  /**
   * Called once when the whole response has been handed to the connection, which is not to say that the client has read it. Never called for a response
   * that went nowhere: the client had gone, the deadline had passed, or the response was unfit and an error went out in its place. What it throws or
   * rejects with is logged and changes nothing.
   */
  readonly afterSent?: (() => void | Promise<void>) | undefined
}

/**
 * A body whose length nobody knows beforehand: an export, or events as they happen. Text is sent as UTF-8, every piece as soon as it comes, and the next is
 * asked for when the client has room for it, so that a slow reader costs the gateway no more than a piece. The head may wait for the first piece: a
 * stream of events begins with one that says nothing.
 *
 * The handler's deadline ends with the head; the stream may take as long as it likes. When the client goes, or leaves what waits for it unread for 10 s
 * (a setting of the listener), `signal` of the request is aborted and the iterator's `return` is called, as it is for a response to HEAD, of which no
 * piece is asked for. A stream that throws is logged, and its connection cut, so that the client sees that something is missing: what can be found out
 * before the first piece is better thrown by the handler.
 */
export interface HttpStream {
  readonly pieces: AsyncIterable<string | Uint8Array>
  /**
   * True for a stream without an end of its own. When the gateway stops, the host ends it in good order; any other has the time given to running
   * requests to come to its end.
   */
  readonly isEndless?: boolean | undefined
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
  /**
   * Decides by the head alone whether a body is worth gathering, and throws a `GatewayError` when it is not: a client without a good key then makes the
   * gateway keep nothing. It goes through `formatError` like one of the handler.
   *
   * Asked at most once for a request, and only when there is something to gather: not for a request without a body, and not when the whole body was there
   * as soon as its first octets were looked at, as small ones are. So it spares memory and guards nothing: `handler` still checks all that must hold, and
   * what must happen once for each request (counting it against a rate) belongs there. While a returned promise is pending the body is gathered; a handler
   * whose body is complete by then does not wait for it.
   */
  readonly admit?: ((head: HttpRequestHead) => void | Promise<void>) | undefined
  readonly handler: HttpHandler
}

/**
 * Answers one request. A thrown or rejected error goes through the instance's `formatError`. The host sets `Content-Length` and `Date`. An aborted
 * request still runs to its end, unless the handler heeds `signal`; its response goes nowhere.
 *
 * A handler has a deadline, 30 s unless the listener's settings say otherwise. When it passes, `signal` is aborted and the client gets `unavailable` with
 * the code `outcome-unknown`, because what the handler has done by then is not known.
 */
export type HttpHandler = (request: HttpRequest) => HttpResponse | Promise<HttpResponse>
