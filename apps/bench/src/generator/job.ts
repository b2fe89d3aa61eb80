/** What a request asks for. */
export type RequestKind =
  /** POST of one message to one recipient, another number and text each time. */
  | { readonly kind: 'single' }
  /** POST of one text to `destinations` recipients, other numbers each time. */
  | { readonly kind: 'batch'; readonly destinations: number }
  /**
   * A request as it goes over the wire, which has to be there in one piece: `PLACES` in it become other numbers and texts each time. Each `mark` in an answer is an
   * accepted message.
   */
  | { readonly kind: 'text'; readonly request: string; readonly mark: string }
  /** GET of the report of one message, through all ids in turn. */
  | { readonly kind: 'report'; readonly messageIds: readonly string[] }
  /** GET of a page of the logs that match. */
  | { readonly kind: 'logs'; readonly query: Readonly<Record<string, string>> }

/** When requests go out. */
export type Pace =
  /** Every connection sends its next request when the last one was answered, after a pause of `thinkMs`. */
  | { readonly kind: 'closed'; readonly thinkMs: number }
  /**
   * Requests fall due at a constant rate whatever the server does, and their latency counts from that moment: a server that stalls cannot hide what the
   * requests that waited behind the stall went through ("coordinated omission").
   */
  | { readonly kind: 'open'; readonly requestsPerSecond: number }

/** Load for the generator process. */
export interface LoadJob {
  readonly host: string
  readonly port: number
  readonly apiKey: string
  readonly request: RequestKind
  readonly pace: Pace
  /** Keep-alive connections, all open before the first request. */
  readonly clients: number
  /** At most so many. */
  readonly requests: number
  /** No request begins after so long; undefined for no such limit. */
  readonly seconds: number | undefined
  /** Distinguishes the numbers and texts of one job from those of others: counting begins here. */
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
  /** Messages that the answers said were accepted (or reports they held). */
  readonly accepted: number
  /** Answers by HTTP status. */
  readonly statuses: Readonly<Record<string, number>>
  /** The beginning of the first answer that was not a success. */
  readonly firstError: string | null
  /** First request and last answer, milliseconds since the epoch with a fraction. */
  readonly firstAtMs: number
  readonly lastAtMs: number
  readonly latency: LatencySummary
  /** User and system time of the generator while the load ran, seconds. */
  readonly cpuSeconds: number
  /** By request in order of their start, with `keepTimes`. */
  readonly times: readonly { readonly sequence: number; readonly startedAtMs: number; readonly latencyMs: number }[]
}
