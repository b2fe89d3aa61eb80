/** A request the gateway makes to another server. */
export interface OutboundRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** http or https, without credentials. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | Uint8Array | undefined
  /** Octets of the reply kept; the rest is read no further. Default 64 KiB. */
  readonly replyLimit?: number | undefined
  /** Time from the call to the end of the reply, in milliseconds. Default 10 s. To connect there are 5 s of it at most. */
  readonly timeoutMs?: number | undefined
  /** Ends the request when it is aborted; whether the other server has acted on it is then not known. */
  readonly signal?: AbortSignal | undefined
}

export interface OutboundReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The reply as text, cut at `replyLimit`. */
  readonly body: string
  /** The same as it came. */
  readonly octets: Uint8Array
  readonly elapsedMs: number
}

/**
 * Why no reply came. `blocked`: the address is one the gateway must not call. `invalid-url`: not http(s), unparsable or with credentials. `aborted`: by the signal
 * of the request.
 */
export type OutboundFailure = 'blocked' | 'invalid-url' | 'dns' | 'connect' | 'timeout' | 'network' | 'aborted'

/** A failed outbound request; recognised by `name`, as errors of several installed copies must be. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly failure: OutboundFailure
  constructor(failure: OutboundFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.failure = failure
  }
}

/**
 * The only way out over HTTP. Time-outs, reply size and the guard against calls into the operator's own network sit in here, so no
 * module can forget them: every resolved address is checked and the checked address is the one connected to; redirects are not followed.
 *
 * An instance may call public addresses, and those of the networks its operator has opened to it with `instances.<id>.allowNetworks`: a peer in a private
 * network is the operator's decision, never the module's. What is open to one instance is open to no other, and not to webhooks.
 */
export interface HttpClient {
  /** Resolves for every HTTP reply, of any status. Throws `OutboundError`. */
  request(request: OutboundRequest): Promise<OutboundReply>
}
