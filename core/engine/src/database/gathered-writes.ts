import type { Clock } from '@heliograph/contracts'

export interface GatheredWritesOptions {
  readonly clock: Clock
  /** How long to gather before a write. */
  readonly gatherMs: number
  /** Whether there is anything to write. */
  readonly isWaiting: () => boolean
  /** Writes what has been gathered. Must not reject, and has to end when `signal` aborts. */
  readonly write: (signal: AbortSignal) => Promise<void>
}

/** Schedules writes that nothing waits for: a while after the first item has arrived, one write at a time. */
export class GatheredWrites {
  readonly #options: GatheredWritesOptions
  readonly #stopping = new AbortController()
  #isPlanned = false
  #running: Promise<void> | undefined

  constructor(options: GatheredWritesOptions) {
    this.#options = options
  }

  /** Called when something to write has arrived. */
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

  /** Writes what has been gathered at once; a write under way is given up when the database is away. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
    await this.#options.write(this.#stopping.signal)
  }
}
