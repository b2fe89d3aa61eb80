import type { Clock, Logger } from '@heliograph/contracts'

/** Waits after a look that failed. */
const RETRY_MS = 250
/** What this node owns and does not hold is looked for this often when nothing seems wrong. */
const LOST_MS = 15_000

export interface ClaimLoopOptions {
  readonly clock: Clock
  readonly logger: Logger
  /** The node's lease, null while it must not claim anything. */
  readonly lease: () => number | null
  /** How often is looked without being asked. */
  readonly pollMs: number
  /** What is claimed, for the log: `batches`. */
  readonly what: string
  /** A look begins that nobody asked for: anything may have fallen due. */
  readonly onPoll: () => void
  /** Takes what was stored or claimed for this node without its hearing of it. */
  readonly takeLost: (lease: number) => Promise<void>
  /** Claims what is due and takes it. True: there may be more. */
  readonly claim: (lease: number) => Promise<boolean>
}

/** Looks for what this node may claim in a table: one look at a time, when it is asked for and every so often, again when one failed. */
export class ClaimLoop {
  readonly #options: ClaimLoopOptions
  #looking: Promise<void> | undefined
  #isWanted = false
  #isStopped = true
  #cancelPoll: (() => void) | undefined
  /** A commit may have happened that was not heard of. */
  #isInDoubt = false
  #lookForLostAt = 0

  constructor(options: ClaimLoopOptions) {
    this.#options = options
  }

  start(): void {
    this.#isStopped = false
    this.#poll()
  }

  /** Claims nothing more. Resolves when what was being claimed is taken. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancelPoll?.()
    await this.#looking
  }

  /** Something waits, or there is room for more. Resolves when it has been looked for. */
  look(): Promise<void> {
    if (this.#isStopped) return Promise.resolve()
    this.#isWanted = true
    this.#looking ??= this.#lookOn().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  /** The outcome of a commit that stored something for this node is not known: it is looked for with the next look. */
  doubt(): void {
    this.#isInDoubt = true
  }

  /** The same, with the first look of its own accord that begins so much later. */
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
      // All that ask in the same turn of the event loop share the look.
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
