/** A request the gateway makes to another server. */
export interface OutboundRequest {
  readonly method: 'GET' | 'POST'
  /** http or https, without credentials. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | Uint8Array | undefined
  /** Octets of the reply kept; the rest is read no further. Default 64 KiB. */
  readonly replyLimit?: number | undefined
}

export interface OutboundReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The reply as text, cut at `replyLimit`. */
  readonly body: string
  readonly elapsedMs: number
}

/** Why no reply came. `blocked`: the address is one the gateway must not call. `invalid-url`: not http(s), unparsable or with credentials. */
export type OutboundFailure = 'blocked' | 'invalid-url' | 'dns' | 'connect' | 'timeout' | 'network'

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
 */
export interface HttpClient {
  /** Resolves for every HTTP reply, of any status. Throws `OutboundError`. */
  request(request: OutboundRequest): Promise<OutboundReply>
}
