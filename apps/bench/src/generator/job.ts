/** The kinds of requests. */
export type RequestKind =
  /** POST of one message to one recipient, with a different number and text each time. */
  | { readonly kind: 'single' }
  /** POST of one text to `destinations` recipients, with different numbers each time. */
  | { readonly kind: 'batch'; readonly destinations: number }
  /**
   * A complete request as sent over the wire, whose `PLACES` get different numbers and texts each time. Each `mark` in
   * an answer is an accepted message.
   */
  | { readonly kind: 'text'; readonly request: string; readonly mark: string }
  /** GET of the report of one message, cycling through all ids. */
  | { readonly kind: 'report'; readonly messageIds: readonly string[] }
  /** GET of a page of matching logs. */
  | { readonly kind: 'logs'; readonly query: Readonly<Record<string, string>> }

/** When requests go out. */
export type Pace =
  /** Every connection sends its next request after the last one was answered and a pause of `thinkMs`. */
  | { readonly kind: 'closed'; readonly thinkMs: number }
  /**
   * Requests fall due at a constant rate whatever the server does, and their latency counts from that moment, so a
   * server that stalls cannot hide the delay of the requests that waited behind the stall ("coordinated omission").
   */
  | { readonly kind: 'open'; readonly requestsPerSecond: number }

/** Load for the generator process. */
export interface LoadJob {
  readonly host: string
  readonly port: number
  /** Ports of further nodes: the connections are spread over all of them evenly. */
  readonly otherPorts?: readonly number[]
  readonly apiKey: string
  readonly request: RequestKind
  readonly pace: Pace
  /** Keep-alive connections, all open before the first request. */
  readonly clients: number
  /** Maximum number of requests. */
  readonly requests: number
  /** Seconds after which no request begins; undefined for no limit. */
  readonly seconds: number | undefined
  /** Counting begins here, to distinguish the numbers and texts of one job from those of others. */
  readonly firstNumber: number
  /** Return the start and latency of every single request. */
  readonly keepTimes: boolean
}

export interface LatencySummary {
  readonly meanMs: number
  readonly p50Ms: number
  readonly p90Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

export interface LoadResult {
  /** Requests made. */
  readonly requests: number
  /** Requests answered with a status of 2xx. */
  readonly succeeded: number
  /** Messages accepted according to the answers (or reports contained in them). */
  readonly accepted: number
  /** Answers by HTTP status. */
  readonly statuses: Readonly<Record<string, number>>
  /** The beginning of the first answer that was not a success. */
  readonly firstError: string | null
  /** Times of the first request and the last answer, milliseconds since the epoch with a fraction. */
  readonly firstAtMs: number
  readonly lastAtMs: number
  readonly latency: LatencySummary
  /** User and system time of the generator while the load ran, seconds. */
  readonly cpuSeconds: number
  /** The time of each request in order of start; only with `keepTimes`. */
  readonly times: readonly { readonly sequence: number; readonly startedAtMs: number; readonly latencyMs: number }[]
}
