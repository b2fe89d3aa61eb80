/**
 * Messages one batch holds: small enough to be loaded and recorded at once, large enough that its own cost vanishes.
 */
export const MESSAGES_PER_BATCH = 250

/** Which messages of one route and priority go first: those that came first, or those of each client in turns. */
export type Fairness = 'order' | 'clients'

/** The line in which a client's messages wait; null: the one line of all. */
export function lineOf(fairness: Fairness, clientId: number): number | null {
  return fairness === 'clients' ? clientId : null
}

/** Where messages wait, and until when. */
export interface BatchPlace {
  readonly route: string
  readonly priority: number
  /** See `lineOf`. */
  readonly line: number | null
  /** When they are due; among batches of one priority the earlier goes first. */
  readonly dueAt: Date
  /** Names the speed limit of the bulk they belong to; null: it has none. */
  readonly speedId: number | null
}

/** A key for what is remembered by route and priority. */
export function placeKey(route: string, priority: number): string {
  return `${route} ${priority}`
}

/** Messages of one route, priority and line to be dispatched at one time. */
export interface NewBatch extends BatchPlace {
  readonly smsIds: readonly number[]
}

/**
 * A batch in the table. Its id comes from the same blocks as those of messages, and its messages know it:
 * `message.batch_id`, or `message_state.batch_id` for a repetition. One that was split off has an id of its own, and
 * `split_from` is what its messages know.
 */
export interface OwnedBatch extends NewBatch {
  readonly batchId: number
}
