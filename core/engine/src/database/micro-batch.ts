import { Linger } from './linger.ts'

export interface MicroBatchOptions<T, R> {
  /**
   * Handles a batch; resolves with one result for each item, in order. A rejection rejects every item of the batch.
   * `isPart`: a batch with these items has failed already.
   */
  readonly run: (items: readonly T[], isPart: boolean) => Promise<readonly R[]>
  /** A batch takes this many at most. */
  readonly maxItems: number
  /** Batches under way at once. */
  readonly lanes: number
  /**
   * Under load, how long to wait at most after a batch until as many items have arrived as it answered; see `Linger`. A
   * batch that follows a small one never waits.
   */
  readonly lingerMs?: number
  /**
   * Whether an error may be caused by a single item. The batch is then halved and run again until only the culprit is
   * rejected; a run that rejects must have had no effect. Absent: never.
   */
  readonly isolate?: (error: unknown) => boolean
}

interface Waiting<T, R> {
  readonly item: T
  readonly resolve: (result: R) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Lets items that arrive while a batch is under way share the next one.
 *
 * There is no timer: an item that arrives while a lane is free starts a batch at the end of the current turn of the
 * event loop (together with whatever else arrived in that turn), so a lone item waits for nothing and the batches grow
 * on their own under load.
 */
export class MicroBatch<T, R> {
  readonly #options: MicroBatchOptions<T, R>
  #waiting: Waiting<T, R>[] = []
  #scheduled = false
  readonly #batches = new Set<Promise<void>>()
  /** Callbacks that wait for the batch with the last item there is now. */
  #followers: (() => void)[] = []
  readonly #linger = new Linger(() => this.#startBatches())

  constructor(options: MicroBatchOptions<T, R>) {
    this.#options = options
  }

  add(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      this.#linger.arrived(this.#waiting.length)
      this.#schedule()
    })
  }

  /** Resolves once every item added so far is done, successfully or not. Does not wait for items added later. */
  async settled(): Promise<void> {
    const waits: Promise<void>[] = [...this.#batches]
    if (this.#waiting.length > 0) waits.push(new Promise((resolve) => this.#followers.push(resolve)))
    if (waits.length > 0) await Promise.all(waits)
  }

  /** Resolves once nothing waits and nothing is under way. */
  async drained(): Promise<void> {
    while (this.#waiting.length > 0 || this.#batches.size > 0) await this.settled()
  }

  #schedule(): void {
    if (this.#scheduled || this.#linger.isOn || this.#waiting.length === 0 || this.#batches.size >= this.#options.lanes)
      return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#startBatches()
    })
  }

  #startBatches(): void {
    while (this.#waiting.length > 0 && this.#batches.size < this.#options.lanes) this.#start(this.#takeBatch())
  }

  #takeBatch(): Waiting<T, R>[] {
    const { maxItems } = this.#options
    if (this.#waiting.length > maxItems) return this.#waiting.splice(0, maxItems)
    const all = this.#waiting
    this.#waiting = []
    return all
  }

  #start(batch: Waiting<T, R>[]): void {
    const run: Promise<void> = this.#settle(batch).then(() => {
      this.#batches.delete(run)
      this.#goOn(batch.length)
    })
    this.#batches.add(run)
    if (this.#waiting.length > 0 || this.#followers.length === 0) return
    // Other lanes may still have items that were added before.
    const followers = this.#followers.splice(0)
    void Promise.all(this.#batches).then(() => {
      for (const resolve of followers) resolve()
    })
  }

  #goOn(answered: number): void {
    const { lingerMs = 0 } = this.#options
    const isBusy = this.#scheduled || this.#linger.isOn
    if (isBusy || !this.#linger.begin(lingerMs, answered, this.#waiting.length)) this.#schedule()
  }

  async #settle(batch: readonly Waiting<T, R>[], isPart = false): Promise<void> {
    try {
      const results = await this.#options.run(
        batch.map((entry) => entry.item),
        isPart,
      )
      for (let index = 0; index < batch.length; index += 1) batch[index]?.resolve(results[index] as R)
    } catch (error) {
      if (batch.length > 1 && this.#options.isolate?.(error)) {
        const middle = Math.ceil(batch.length / 2)
        await this.#settle(batch.slice(0, middle), true)
        await this.#settle(batch.slice(middle), true)
      } else for (const entry of batch) entry.reject(error)
    }
  }
}
