import type { Clock } from '@heliograph/contracts'

export interface GatheredWritesOptions {
  readonly clock: Clock
  /** How long things to write are gathered. */
  readonly gatherMs: number
  /** Whether there is anything to write. */
  readonly isWaiting: () => boolean
  /** Writes what there is. It must not reject, and has to end when `signal` aborts. */
  readonly write: (signal: AbortSignal) => Promise<void>
}

/** When to write what nothing waits for: a while after the first of it has come, one write at a time. */
export class GatheredWrites {
  readonly #options: GatheredWritesOptions
  readonly #stopping = new AbortController()
  #isPlanned = false
  #running: Promise<void> | undefined

  constructor(options: GatheredWritesOptions) {
    this.#options = options
  }

  /** Something to write has come. */
  plan(): void {
    if (this.#isPlanned || this.#running !== undefined) return
    this.#isPlanned = true
    this.#options.clock.after(this.#options.gatherMs, () => {
      this.#isPlanned = false
      if (this.#running !== undefined) return
      this.#running = this.#options.write(this.#stopping.signal).finally(() => {
        this.#running = undefined
        if (this.#options.isWaiting()) this.plan()
      })
    })
  }

  /** Writes what there is at once; what is being written is given up when the database is away. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
    await this.#options.write(this.#stopping.signal)
  }
}
