/**
 * Messages one batch holds: small enough to be loaded and recorded at once, large enough that its own cost vanishes.
 */
export const MESSAGES_PER_BATCH = 250

/** Messages of one route and priority to be dispatched at one time. */
export interface NewBatch {
  readonly route: string
  readonly priority: number
  /** When they are due; among batches of one priority the earlier goes first. */
  readonly dueAt: Date
  readonly smsIds: readonly number[]
}

/** A batch that this node owns. */
export interface OwnedBatch extends NewBatch {
  readonly batchId: number
}
