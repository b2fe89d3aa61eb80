/** A request the gateway makes to another server. @stability stable */
export interface OutboundRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** http or https, without credentials. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | Uint8Array | undefined
  /** The most octets of the reply to keep; the rest is not read. Default 64 KiB. */
  readonly replyLimit?: number | undefined
  /**
   * Time from the call to the end of the reply, in milliseconds. Default 10 s. Connecting may take at most 5 s of it.
   */
  readonly timeoutMs?: number | undefined
  /** Ends the request when aborted; whether the other server has acted on it is then unknown. */
  readonly signal?: AbortSignal | undefined
}

/** @stability stable */
export interface OutboundReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The reply as text, cut at `replyLimit`. */
  readonly body: string
  /** The same as raw octets, as they arrived. */
  readonly octets: Uint8Array
  readonly elapsedMs: number
}

/**
 * Why no reply came. `blocked`: the gateway must not call the address. `invalid-url`: not http(s), unparsable or with
 * credentials. `aborted`: by the signal of the request.
 * @stability stable
 */
export type OutboundFailure = 'blocked' | 'invalid-url' | 'dns' | 'connect' | 'timeout' | 'network' | 'aborted'

/** A failed outbound request; `isOutboundError` recognises it. @stability stable */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly failure: OutboundFailure
  constructor(failure: OutboundFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.failure = failure
  }
}

/**
 * Recognises an `OutboundError` of any installed copy of this package, which `instanceof` would not.
 * @stability stable
 */
export function isOutboundError(value: unknown): value is OutboundError {
  return value instanceof Error && value.name === 'OutboundError'
}

/**
 * The only way out over HTTP. It applies time-outs, the limit on replies and the guard against calls into the
 * operator's own network, so no module can forget them: every resolved address is checked, and the checked address is
 * the one connected to; redirects are not followed.
 *
 * An instance may call public addresses, and those of the networks that its operator has opened to it with
 * `instances.<id>.allowNetworks`: a peer in a private network is the operator's decision, never the module's. What is
 * open to one instance is open to no other, and not to webhooks. The same goes for the certificate that an instance
 * shows and for the authorities that it trusts (`instances.<id>.outgoingTls`).
 * @stability stable
 */
export interface HttpClient {
  /** Resolves for every HTTP reply, of any status. Throws `OutboundError`. */
  request(request: OutboundRequest): Promise<OutboundReply>
}
