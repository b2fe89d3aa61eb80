import type { Clock } from '@heliograph/contracts'

export interface LookLoopOptions {
  readonly clock: Clock
  /** How often is looked without being asked. */
  readonly everyMs: number
  /** Must not reject. */
  readonly look: () => Promise<void>
}

/** Looks at something when asked and every so often: one look at a time, and another one when it was asked for meanwhile. */
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

  /** Looks from now on by itself; the first look is after the usual time. */
  start(): void {
    this.#cancel = this.#options.clock.after(this.#options.everyMs, () => {
      if (this.#isStopped) return
      void this.look()
      this.start()
    })
  }

  /** Looks no more. Resolves when a look that is under way has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancel?.()
    await this.#looking
  }

  /** Something may have changed. Resolves when it has been looked at. */
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
