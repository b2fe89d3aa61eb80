import type { LatencySummary } from '../generator/job.ts'

/** Load over SMPP: transceiver sessions of one user that submit, and take the receipts. */
export interface SmppJob {
  readonly host: string
  readonly port: number
  readonly systemId: string
  readonly password: string
  readonly sessions: number
  /** Submits that may be unanswered on each session. */
  readonly window: number
  /** At most so many messages. */
  readonly messages: number
  /** No submit begins after so long; undefined for no such limit. */
  readonly seconds: number | undefined
  /** Messages that fall due each second whatever the server does; undefined: as many as the windows let through. */
  readonly messagesPerSecond: number | undefined
  /** Every message asks for a receipt, and the load ends when all have come. */
  readonly receipts: boolean
  /** Distinguishes the numbers and texts of one job from those of others: counting begins here. */
  readonly firstNumber: number
  /** Sessions that are lost are bound again, and the load goes on. */
  readonly reconnect: boolean
  /** The load ends when nothing has come for so long. */
  readonly patienceMs: number
  /** Return the ids of all accepted messages. */
  readonly keepIds: boolean
}

/** What became of a load. A receipt that is none of an accepted message can only be of one whose answer was lost. */
export interface SmppResult {
  /** Submits begun. */
  readonly submitted: number
  /** Answered with status 0. */
  readonly accepted: number
  /** Answers with another status, by its number in hexadecimal. */
  readonly refused: Readonly<Record<string, number>>
  /** Submits without an answer: `expired`, `lost` with their session, `not-sent` at all. */
  readonly unanswered: Readonly<Record<string, number>>
  /** Times a session was bound again. */
  readonly rebinds: number
  /** First submit and last answer, milliseconds since the epoch with a fraction. */
  readonly firstAtMs: number
  readonly lastAnswerAtMs: number
  /** From submit to answer. */
  readonly latency: LatencySummary
  readonly receipts: ReceiptCounts
  /** Answers and receipts in each second. */
  readonly course: { readonly accepted: readonly number[]; readonly receipts: readonly number[] }
  /** User and system time of the generator while the load ran, seconds. */
  readonly cpuSeconds: number
  /** With `keepIds`. */
  readonly acceptedIds: Float64Array
}

export interface ReceiptCounts {
  /** Accepted messages with at least one. */
  readonly messages: number
  /** Beyond the first of each message. */
  readonly duplicates: number
  /** Of no accepted message. */
  readonly strangers: number
  /** That said something else than delivered. */
  readonly failures: number
  readonly lastAtMs: number
  /** From submit to receipt. */
  readonly latency: LatencySummary
}
