export interface MicroBatchOptions<T, R> {
  /** Handles a batch; resolves with one result for each item, in order. A rejection rejects every item of the batch. */
  readonly run: (items: readonly T[]) => Promise<readonly R[]>
  /** What an item weighs against `maxWeight`. Default 1. */
  readonly weigh?: (item: T) => number
  /** A batch takes items until it weighs this much; a single heavier item goes alone. */
  readonly maxWeight: number
  /** Batches under way at once. */
  readonly lanes: number
}

interface Waiting<T, R> {
  readonly item: T
  readonly resolve: (result: R) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Lets items that arrive while a batch is under way share the next one.
 *
 * There is no timer: an item that comes while a lane is free starts a batch at the end of the current turn of the event loop (together with
 * whatever else arrived in that turn), so a lone item waits for nothing and the batches grow by themselves under load.
 */
export class MicroBatch<T, R> {
  readonly #options: MicroBatchOptions<T, R>
  #waiting: Waiting<T, R>[] = []
  #running = 0
  #scheduled = false
  #idle: (() => void)[] = []

  constructor(options: MicroBatchOptions<T, R>) {
    this.#options = options
  }

  add(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      this.#schedule()
    })
  }

  /** Resolves once nothing waits and nothing is under way. */
  drained(): Promise<void> {
    if (this.#waiting.length === 0 && this.#running === 0) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }

  #schedule(): void {
    if (this.#scheduled || this.#running >= this.#options.lanes) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#startBatches()
    })
  }

  #startBatches(): void {
    while (this.#waiting.length > 0 && this.#running < this.#options.lanes) void this.#runBatch(this.#takeBatch())
  }

  #takeBatch(): Waiting<T, R>[] {
    const weigh = this.#options.weigh
    let count = 0
    if (weigh === undefined) count = Math.min(this.#waiting.length, this.#options.maxWeight)
    else {
      let weight = 0
      for (const { item } of this.#waiting) {
        weight += weigh(item)
        if (count > 0 && weight > this.#options.maxWeight) break
        count += 1
      }
    }
    if (count === this.#waiting.length) {
      const all = this.#waiting
      this.#waiting = []
      return all
    }
    return this.#waiting.splice(0, count)
  }

  async #runBatch(batch: Waiting<T, R>[]): Promise<void> {
    this.#running += 1
    try {
      const results = await this.#options.run(batch.map((entry) => entry.item))
      for (let index = 0; index < batch.length; index += 1) batch[index]?.resolve(results[index] as R)
    } catch (error) {
      for (const entry of batch) entry.reject(error)
    } finally {
      this.#running -= 1
      if (this.#waiting.length > 0) this.#schedule()
      else if (this.#running === 0) this.#announceIdle()
    }
  }

  #announceIdle(): void {
    const waiting = this.#idle
    this.#idle = []
    for (const resolve of waiting) resolve()
  }
}
