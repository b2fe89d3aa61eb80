/**
 * What a listener grants a client before it cuts the client off. The native server (`uws`) has fixed values for some
 * limits, as noted there.
 */
export interface HttpLimits {
  /**
   * Header lines of a request. More: 431 on `node`; `uws` takes at most 47 and closes the connection without an answer.
   */
  readonly headerCount: number
  /**
   * Octets of a request head. More: 431 on `node`. `uws` allows 4 KiB for a head that arrives in several reads and
   * closes the connection beyond that.
   */
  readonly headerOctets: number
  /** Time for the whole head. `node` answers 408; `uws` closes after 10 s and ignores this setting. */
  readonly headersTimeoutMs: number
  /** Time for head and body together. `uws` also demands 16 KB/s on average. */
  readonly requestTimeoutMs: number
  /** Time for a handler. Then the client gets `unavailable`, and the handler's own answer is dropped. */
  readonly handlerTimeoutMs: number
  /** How long an idle connection is kept for another request; always 10 s on `uws`. */
  readonly keepAliveMs: number
  /** How long a client may leave a response unread; at most 10 s on `uws`. */
  readonly responseTimeoutMs: number
  /**
   * Octets a second that a client must read while more of a response waits for it, measured over `responseTimeoutMs`.
   */
  readonly responseOctetsPerSecond: number
  /** Time to read a whole response. */
  readonly responseTotalMs: number
  /**
   * Memory in octets for all bodies together, from their arrival until their response has been sent and their handler
   * has ended. A body that does not fit gets `unavailable`. One of at most 1024 octets that arrives in one piece always
   * fits.
   */
  readonly bodyOctets: number
  /** The part of it that the bodies of one client address (one /64 of IPv6) may take, trusted proxies excepted. */
  readonly bodyOctetsPerAddress: number
  /**
   * Connections of one client address (one /64 of IPv6), trusted proxies excepted; 0 for any number. Further ones are
   * closed. `uws` does not report connections, so it counts only those that are sending a body or reading a response.
   */
  readonly connectionsPerAddress: number
  /** Octets of an unwanted body that are read and dropped to keep the connection; beyond that it is closed. */
  readonly drainOctets: number
}

export const DEFAULT_HTTP_LIMITS: HttpLimits = {
  headerCount: 100,
  headerOctets: 32_768,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 60_000,
  handlerTimeoutMs: 30_000,
  keepAliveMs: 10_000,
  responseTimeoutMs: 10_000,
  responseOctetsPerSecond: 4_096,
  responseTotalMs: 300_000,
  bodyOctets: 67_108_864,
  bodyOctetsPerAddress: 16_777_216,
  connectionsPerAddress: 1_000,
  drainOctets: 4_194_304,
}
