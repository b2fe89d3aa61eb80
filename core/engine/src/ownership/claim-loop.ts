import type { Clock, Logger } from '@heliograph/contracts'

/** How long to wait after a failed look. */
const RETRY_MS = 250
/** How often to look for what this node owns but does not hold, when nothing seems wrong. */
const LOST_MS = 15_000

export interface ClaimLoopOptions {
  readonly clock: Clock
  readonly logger: Logger
  /** The node's lease, null while it must not claim anything. */
  readonly lease: () => number | null
  /** How often it looks on its own. */
  readonly pollMs: number
  /** What is claimed, for the log: `batches`. */
  readonly what: string
  /** Called when a look begins that was not requested: anything may have fallen due. */
  readonly onPoll: () => void
  /** Takes what was stored or claimed for this node without its knowledge. */
  readonly takeLost: (lease: number) => Promise<void>
  /** Claims what is due and takes it. Resolves with whether there may be more. */
  readonly claim: (lease: number) => Promise<boolean>
}

/**
 * Looks in a table for what this node may claim: one look at a time, on request and at intervals, and again after a
 * failed one.
 */
export class ClaimLoop {
  readonly #options: ClaimLoopOptions
  #looking: Promise<void> | undefined
  #isWanted = false
  #isStopped = true
  #cancelPoll: (() => void) | undefined
  /** A commit may have happened whose answer was lost. */
  #isInDoubt = false
  #lookForLostAt = 0

  constructor(options: ClaimLoopOptions) {
    this.#options = options
  }

  start(): void {
    this.#isStopped = false
    this.#poll()
  }

  /** Stops claiming. Resolves when what was being claimed is taken. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancelPoll?.()
    await this.#looking
  }

  /** Requests a look: something waits, or there is room for more. Resolves when it is done. */
  look(): Promise<void> {
    if (this.#isStopped) return Promise.resolve()
    this.#isWanted = true
    this.#looking ??= this.#lookOn().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  /**
   * Call when the outcome of a commit that stored something for this node is unknown: the next look searches for it.
   */
  doubt(): void {
    this.#isInDoubt = true
  }

  /** The same, but with the first unrequested look that begins at least this much later. */
  doubtAfter(waitMs: number): void {
    this.#lookForLostAt = Math.min(this.#lookForLostAt, this.#options.clock.now() + waitMs)
  }

  #poll(): void {
    const { clock, pollMs, onPoll } = this.#options
    onPoll()
    if (clock.now() >= this.#lookForLostAt) this.#isInDoubt = true
    void this.look()
    this.#cancelPoll = clock.after(pollMs, () => this.#poll())
  }

  async #lookOn(): Promise<void> {
    const { clock, logger, what } = this.#options
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false
      // All requests in the same turn of the event loop share the look.
      await new Promise<void>((resolve) => setImmediate(resolve))
      try {
        if (await this.#lookOnce()) this.#isWanted = true
      } catch (error) {
        this.#isInDoubt = true
        logger.debug({ error }, `${what} could not be claimed, will be tried again`)
        await new Promise<void>((resolve) => clock.after(RETRY_MS, resolve))
        this.#isWanted = true
      }
    }
  }

  async #lookOnce(): Promise<boolean> {
    const { clock, claim, takeLost } = this.#options
    const lease = this.#options.lease()
    if (lease === null) return false
    if (this.#isInDoubt) {
      this.#isInDoubt = false
      this.#lookForLostAt = clock.now() + LOST_MS
      await takeLost(lease)
    }
    return claim(lease)
  }
}
