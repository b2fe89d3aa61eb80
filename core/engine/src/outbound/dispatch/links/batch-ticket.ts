/** What a ticket keeps of its batch. */
export interface TicketBatch {
  readonly batchId: number
  readonly route: string
  readonly priority: number
  readonly line: number | null
  /** When the batch was due; what is left of it goes back with the same time and so keeps its place. */
  readonly dueAt: Date
}

/**
 * A batch under way: it is done when each of its messages is settled, that is, when the outcome of each is in the
 * database.
 */
export class BatchTicket {
  readonly batch: TicketBatch
  readonly #open = new Set<number>()
  readonly #waiting = new Map<number, ((wasGivenBack: boolean) => void)[]>()
  #finished: Promise<void> | undefined
  #finish: (() => void) | undefined

  constructor(batch: TicketBatch) {
    this.batch = batch
  }

  /** Messages not settled yet. */
  get open(): readonly number[] {
    return [...this.#open]
  }

  /** How many are not settled yet. */
  get size(): number {
    return this.#open.size
  }

  has(smsId: number): boolean {
    return this.#open.has(smsId)
  }

  add(smsId: number): void {
    this.#open.add(smsId)
  }

  /** `wasGivenBack`: the message has no outcome; it is in another batch now. */
  settle(smsId: number, wasGivenBack = false): void {
    this.#open.delete(smsId)
    for (const resolve of this.#waiting.get(smsId) ?? []) resolve(wasGivenBack)
    this.#waiting.delete(smsId)
    if (this.#open.size === 0) this.#finish?.()
  }

  /** Resolves when an open message is settled, with whether it was given back. */
  settled(smsId: number): Promise<boolean> {
    return new Promise((resolve) => {
      this.#waiting.set(smsId, [...(this.#waiting.get(smsId) ?? []), resolve])
    })
  }

  /** Resolves when all messages are settled. Call it after the last `add`. */
  finished(): Promise<void> {
    if (this.#open.size === 0) return Promise.resolve()
    this.#finished ??= new Promise((resolve) => {
      this.#finish = resolve
    })
    return this.#finished
  }
}
