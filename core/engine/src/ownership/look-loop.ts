import type { Clock } from '@heliograph/contracts'

export interface LookLoopOptions {
  readonly clock: Clock
  /** How often it looks on its own. */
  readonly everyMs: number
  /** Must not reject. */
  readonly look: () => Promise<void>
}

/** Looks at something on request and at intervals: one look at a time, and another one if requested meanwhile. */
export class LookLoop {
  readonly #options: LookLoopOptions
  #looking: Promise<void> | undefined
  #isWanted = false
  #isStopped = false
  #cancel: (() => void) | undefined

  constructor(options: LookLoopOptions) {
    this.#options = options
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  /** Starts looking at intervals; the first look comes after one interval. */
  start(): void {
    this.#cancel = this.#options.clock.after(this.#options.everyMs, () => {
      if (this.#isStopped) return
      void this.look()
      this.start()
    })
  }

  /** Stops looking. Resolves when a look that is under way has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancel?.()
    await this.#looking
  }

  /** Requests a look because something may have changed. Resolves when it is done. */
  look(): Promise<void> {
    this.#isWanted = true
    this.#looking ??= this.#lookOn().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #lookOn(): Promise<void> {
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false
      await this.#options.look()
    }
  }
}
