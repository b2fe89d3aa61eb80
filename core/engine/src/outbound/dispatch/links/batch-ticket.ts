import type { BatchPlace } from '../../batches/batch.ts'

/** What a ticket keeps of its batch; what is left of it goes back with the same time and so keeps its place. */
export interface TicketBatch extends BatchPlace {
  readonly batchId: number
}

/**
 * A batch under way: it is done when each of its messages is settled, that is, when the outcome of each is in the
 * database.
 */
export class BatchTicket {
  readonly batch: TicketBatch
  readonly #open = new Set<number>()
  readonly #waiting = new Map<number, (() => void)[]>()
  #finish: (() => void) | undefined

  constructor(batch: TicketBatch) {
    this.batch = batch
  }

  /** Messages not settled yet. */
  get open(): readonly number[] {
    return [...this.#open]
  }

  has(smsId: number): boolean {
    return this.#open.has(smsId)
  }

  add(smsId: number): void {
    this.#open.add(smsId)
  }

  /** Call when the outcome of a message is in the database, or when it is in another batch now. */
  settle(smsId: number): void {
    this.#open.delete(smsId)
    for (const resolve of this.#waiting.get(smsId) ?? []) resolve()
    this.#waiting.delete(smsId)
    if (this.#open.size === 0) this.#finish?.()
  }

  /** Resolves when an open message is settled. */
  settled(smsId: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.set(smsId, [...(this.#waiting.get(smsId) ?? []), resolve])
    })
  }

  /** Resolves when all messages are settled. Call it once, after the last `add`. */
  finished(): Promise<void> {
    if (this.#open.size === 0) return Promise.resolve()
    return new Promise((resolve) => {
      this.#finish = resolve
    })
  }
}
