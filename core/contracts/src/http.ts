import type { RequestIdentity } from './authenticated-route.ts'

/**
 * HTTP as modules see it: plain values, no server objects. The same handler runs behind either HTTP server, or without
 * any.
 * @stability stable
 */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'HEAD' | 'OPTIONS'

/** Request headers by lower-case name. A header sent several times is one value, joined by `, `. @stability stable */
export type HttpHeaders = Readonly<Record<string, string | undefined>>

/** The certificate by which a client has shown who it is (mutual TLS). @stability experimental */
export interface ClientCertificate {
  /** The holder, as RFC 4514 writes it: `CN=acme-1,O=Acme,C=ZA`. */
  readonly subject: string
  /** Further names, each with its kind: `DNS:acme.example`, `URI:spiffe://acme.example`, `email:ops@acme.example`. */
  readonly subjectAltNames: readonly string[]
  /** SHA-256 of the certificate, 64 hexadecimal digits in lower case. */
  readonly fingerprint: string
  readonly validUntil: Date
}

/** @stability stable */
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
  /** Address of the peer, or of the client when the connection came through a trusted proxy. */
  readonly remoteAddress: string
  /**
   * Whether the client's request was encrypted: the listener speaks TLS, or a trusted proxy says so
   * (`X-Forwarded-Proto: https`). What depends on it, such as `Secure` on a cookie, follows this; the deployment's
   * `publicUrl` may name another way in.
   */
  readonly isSecure: boolean
  /**
   * The certificate that the client has shown, on a listener that asks for one (`tls.clientCertificates`). It is valid
   * and was issued by one of the authorities of that listener; which client it stands for is for the interface to know.
   * Absent without one, on other listeners, and for requests through a trusted proxy, which has seen the client itself.
   */
  readonly clientCertificate?: ClientCertificate | undefined
  /**
   * Names the request in the logs, in its messages' history, in their webhooks and in the response (`X-Request-Id`,
   * which the host sends): a trusted proxy's, or made by the host. See `isRequestId`.
   */
  readonly requestId: string
  /**
   * Aborted when the client goes away before it has all of its response, when the handler has passed its deadline, and
   * when the host ends the response's stream. Costs nothing unless it is read.
   */
  readonly signal: AbortSignal
}

/** A request before its body has arrived. @stability stable */
export type HttpRequestHead = Omit<HttpRequest, 'body' | 'signal'>

/** @stability stable */
export interface HttpResponse {
  readonly status: number
  /**
   * A header with several values is sent once for each, in order, which `Set-Cookie` needs (RFC 6265 section 3) and
   * hardly anything else.
   */
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | undefined
  readonly body?: string | Uint8Array | undefined
  /** A body sent piece by piece; a response has either this or `body`. */
  readonly stream?: HttpStream | undefined
  /**
   * Called once when the response has ended. `isSent`: all of it has been handed to the connection, which does not mean
   * that the client has read it. Otherwise the client had gone, the deadline had passed, or the response was invalid
   * and an error was sent instead. What it throws or rejects with is logged and has no other effect.
   */
  readonly ended?: ((isSent: boolean) => void | Promise<void>) | undefined
}

/**
 * A body whose length is not known beforehand: an export, or events as they happen. Text is sent as UTF-8, every piece
 * as soon as it comes, and the next is requested when the client has room for it, so a slow reader costs the gateway no
 * more than one piece. The head may wait for the first piece, so a stream of events should begin with a piece that
 * contains no event.
 *
 * The handler's deadline ends with the head; the stream may take as long as it likes. When the client goes away, or
 * leaves data unread for 10 s (a setting of the listener), the request's `signal` is aborted and the iterator's
 * `return` is called. `return` is also called for a response to HEAD, for which no piece is requested. When a stream
 * throws, the error is logged and the connection is cut, so that the client sees that something is missing. Errors that
 * can be found before the first piece are better thrown by the handler.
 * @stability stable
 */
export interface HttpStream {
  readonly pieces: AsyncIterable<string | Uint8Array>
  /**
   * True for a stream without an end of its own. When the gateway stops, the host ends such a stream in good order; any
   * other may finish within the time given to running requests.
   */
  readonly isEndless?: boolean | undefined
}

/**
 * A route is declared, not mounted: the host puts it on every listener that serves the instance.
 *
 * `path` is literal, with `:name` for one segment and a final `/*` for the rest (which also matches nothing). A literal
 * path wins over one with names, and that over a wildcard, even when they belong to different instances. A trailing
 * slash is ignored. A GET route also answers HEAD, without the body and after running the handler, unless the same path
 * has a HEAD route. For a path that has routes but none for the method, the host makes the error `method-not-allowed`,
 * with `allow`.
 * @stability stable
 */
export interface RouteSpec {
  /** `ANY` takes every method for which the path has no route of its own. */
  readonly method: HttpMethod | 'ANY'
  readonly path: string
  /** True: letters of the path match in any case, as old clients of `.ashx` pages expect. */
  readonly ignoreCase?: boolean | undefined
  /** The most octets of body accepted; more gives the error `too-large`. Default 1 MiB. */
  readonly bodyLimit?: number | undefined
  /**
   * True: neither query nor body nor answer of its requests are kept in the `RequestLog`, because they may have secrets
   * of any kind. Default: kept, with what names or looks say is a secret blanked.
   */
  readonly hasSecrets?: boolean | undefined
  /**
   * Decides by the head alone whether a body is worth gathering, and throws a `GatewayError` when it is not, so that
   * the gateway keeps nothing for a client without a valid key. The error goes through `formatError` like one of the
   * handler.
   *
   * Called at most once for a request, and only when there is something to gather: not for a request without a body,
   * and not when the whole body has arrived with its first octets, as small ones do. So it saves memory but protects
   * nothing: `authenticate` and `handler` must still check everything, and what must happen once for each request
   * (counting it against a rate) belongs there. While a returned promise is pending, the body is gathered; a handler
   * whose body is complete by then does not wait for it.
   */
  readonly admit?: ((head: HttpRequestHead) => void | Promise<void>) | undefined
  /**
   * Finds out who sends a request. The host calls it once for each, before `handler`, which gets what it returns (see
   * `authenticatedRoute`), and the `RequestLog` has the request as one of that user. What it throws goes through
   * `formatError` like an error of the handler, which is then not called, and such a request is in no log: so a limit
   * that a user has exceeded is for the handler to refuse. Absent: the route is open to anyone, or its peer has a
   * secret that is not a user's, which the handler checks.
   */
  readonly authenticate?: ((request: HttpRequest) => RequestIdentity | Promise<RequestIdentity>) | undefined
  readonly handler: HttpHandler
}

/**
 * Answers one request. `identity` is what the route's `authenticate` returned; absent where it has none. A thrown or
 * rejected error goes through the instance's `formatError`. The host sets `Content-Length` and `Date`. An aborted
 * request still runs to its end, unless the handler heeds `signal`; its response is discarded.
 *
 * A handler has a deadline, 30 s unless the listener's settings say otherwise. When it passes, `signal` is aborted and
 * the client gets `unavailable` with the code `outcome-unknown`, because it is not known what the handler has done by
 * then.
 *
 * An error that nothing catches (in a promise that is not awaited, a timer, a socket) ends the request that it belongs
 * to: the client gets `internal` with the code `request-fault`. A third one within a minute takes the whole instance
 * out of service until an operator puts it back: its routes answer `unavailable`, it is stopped, and its timers, links
 * and subscriptions are ended.
 * @stability stable
 */
export type HttpHandler = (request: HttpRequest, identity?: RequestIdentity) => HttpResponse | Promise<HttpResponse>
