import type { LatencySummary } from '../generator/job.ts'

/** A load over SMPP: transceiver sessions of one user that submit messages and take the receipts. */
export interface SmppJob {
  readonly host: string
  readonly port: number
  readonly systemId: string
  readonly password: string
  readonly sessions: number
  /** Unanswered submits allowed on each session. */
  readonly window: number
  /** Maximum number of messages. */
  readonly messages: number
  /** Seconds after which no submit begins; undefined for no limit. */
  readonly seconds: number | undefined
  /** Messages that fall due each second whatever the server does; undefined for as many as the windows allow. */
  readonly messagesPerSecond: number | undefined
  /** Whether every message requests a receipt; the load then ends when all have arrived. */
  readonly receipts: boolean
  /** Counting begins here, to distinguish the numbers and texts of one job from those of others. */
  readonly firstNumber: number
  /** Whether lost sessions are bound again and the load goes on. */
  readonly reconnect: boolean
  /** The load ends when nothing has arrived for this long. */
  readonly patienceMs: number
  /** Return the ids of all accepted messages. */
  readonly keepIds: boolean
}

/**
 * The result of a load. A receipt that matches no accepted message can only belong to a message whose answer was lost.
 */
export interface SmppResult {
  /** Submits begun. */
  readonly submitted: number
  /** Submits answered with status 0. */
  readonly accepted: number
  /** Answers with another status, by its number in hexadecimal. */
  readonly refused: Readonly<Record<string, number>>
  /** Submits without an answer: `expired`, `lost` with their session, `not-sent` at all. */
  readonly unanswered: Readonly<Record<string, number>>
  /** Number of times that a session was bound again. */
  readonly rebinds: number
  /** Times of the first submit and the last answer, milliseconds since the epoch with a fraction. */
  readonly firstAtMs: number
  readonly lastAnswerAtMs: number
  /** Latency from submit to answer. */
  readonly latency: LatencySummary
  readonly receipts: ReceiptCounts
  /** Answers and receipts in each second. */
  readonly course: { readonly accepted: readonly number[]; readonly receipts: readonly number[] }
  /** User and system time of the generator while the load ran, seconds. */
  readonly cpuSeconds: number
  /** Only with `keepIds`. */
  readonly acceptedIds: Float64Array
}

export interface ReceiptCounts {
  /** Accepted messages with at least one receipt. */
  readonly messages: number
  /** Receipts beyond the first of each message. */
  readonly duplicates: number
  /** Receipts that match no accepted message. */
  readonly strangers: number
  /** Receipts with a state other than delivered. */
  readonly failures: number
  readonly lastAtMs: number
  /** Latency from submit to receipt. */
  readonly latency: LatencySummary
}
