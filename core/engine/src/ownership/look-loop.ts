import type { Clock, Logger } from '@heliograph/contracts'

/** How long to wait after a failed look. */
const RETRY_MS = 250
/** How often to look for what this node owns but does not hold, when nothing seems wrong. */
const LOST_MS = 15_000

export interface LookLoopOptions {
  readonly clock: Clock
  readonly logger: Logger
  /** What is looked for, for the log: `batches`. */
  readonly what: string
  /** How often it looks on its own. */
  readonly everyMs: number
  /**
   * Looks once. `isPoll`: not only because it was requested, so anything may have changed or fallen due. True: there
   * may be more, so it looks again at once. It may reject: then it looks again a moment later.
   */
  readonly look: (isPoll: boolean) => Promise<unknown>
  /** Takes what was stored or claimed for this node without its knowledge: called before a look when that may be so. */
  readonly takeLost?: () => Promise<unknown>
}

/**
 * Looks in a table for what concerns this node: one look at a time, on request and at intervals, and again after a
 * failed one. Everything that goes by the database again and again does so with one of these.
 */
export class LookLoop {
  readonly #options: LookLoopOptions
  #looking: Promise<void> | undefined
  #isWanted = false
  #isPollDue = false
  #state: 'new' | 'running' | 'stopped' = 'new'
  #mayHaveLost = false
  #untilLostMs = 0
  #cancelPoll = () => {}
  #endPause = () => {}

  constructor(options: LookLoopOptions) {
    this.#options = options
  }

  /** Begins to look, unless it has begun or ended. Resolves when the first look is done. */
  start(): Promise<void> {
    if (this.#state !== 'new') return Promise.resolve()
    this.#state = 'running'
    return this.#poll()
  }

  /** Stops looking. Resolves when a look that is under way is done. */
  async stop(): Promise<void> {
    this.#state = 'stopped'
    this.#cancelPoll()
    this.#endPause()
    await this.#looking
  }

  /** Requests a look: something waits, or there is room for more. Resolves when it is done, or when the loop stops. */
  look(): Promise<void> {
    if (this.#state !== 'running') return Promise.resolve()
    this.#isWanted = true
    this.#looking ??= this.#lookOn().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  /**
   * Call when the outcome of a commit that stored or claimed something for this node is unknown: the first look that
   * begins about this much later searches for it.
   */
  outcomeUnknown(waitMs = 0): void {
    if (waitMs <= 0) this.#mayHaveLost = true
    else this.#untilLostMs = Math.min(this.#untilLostMs, waitMs)
  }

  get #isStopped(): boolean {
    return this.#state === 'stopped'
  }

  #poll(): Promise<void> {
    const { clock, everyMs } = this.#options
    this.#isPollDue = true
    this.#untilLostMs -= everyMs
    if (this.#untilLostMs < 0) this.#mayHaveLost = true
    this.#cancelPoll = clock.after(everyMs, () => void this.#poll())
    return this.look()
  }

  async #lookOn(): Promise<void> {
    while (this.#isWanted && this.#state === 'running') {
      // All requests in the same turn of the event loop share the look.
      await new Promise<void>((resolve) => setImmediate(resolve))
      if (this.#isStopped) return
      this.#isWanted = false
      const isPoll = this.#isPollDue
      this.#isPollDue = false
      try {
        if ((await this.#lookOnce(isPoll)) === true) this.#isWanted = true
      } catch (error) {
        await this.#failed(error, isPoll)
      }
    }
  }

  async #lookOnce(isPoll: boolean): Promise<unknown> {
    const { look, takeLost } = this.#options
    if (this.#mayHaveLost) {
      this.#mayHaveLost = false
      this.#untilLostMs = LOST_MS
      await takeLost?.()
    }
    return look(isPoll)
  }

  async #failed(error: unknown, isPoll: boolean): Promise<void> {
    const { clock, logger, what } = this.#options
    logger.debug({ err: error }, `${what} could not be looked for, will be tried again`)
    this.#mayHaveLost = true
    this.#isPollDue ||= isPoll
    this.#isWanted = true
    if (this.#isStopped) return
    await new Promise<void>((resolve) => {
      const cancel = clock.after(RETRY_MS, resolve)
      this.#endPause = () => {
        cancel()
        resolve()
      }
    })
  }
}
