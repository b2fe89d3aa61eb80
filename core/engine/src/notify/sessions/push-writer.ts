import { GatheredWrites } from '../../database/gathered-writes.ts'
import { retryForever } from '../../database/retry-forever.ts'
import { type GivenBack, giveBack } from '../../ownership/owned-rows.ts'
import type { OwnerTools } from '../../ownership/owner-tools.ts'
import { PUSHES, removePushes } from './push-statements.ts'

/**
 * How long the answers of clients are gathered. Nothing waits for them, and the fewer and fuller the statements, the
 * cheaper each push; a crash within this time only makes pushes come twice.
 */
const GATHER_MS = 40

/** The most pushes that one statement takes. */
const BATCH = 2_000

export interface PushWriterOptions extends OwnerTools {
  /** Called with pushes that this node no longer has. */
  readonly onGone: (pushIds: readonly number[]) => void
}

/** Records what became of pushes, in gathered writes that are retried through any absence of the database. */
export class PushWriter {
  readonly #options: PushWriterOptions
  readonly #writes: GatheredWrites
  #ended: number[] = []
  #released: GivenBack[] = []

  constructor(options: PushWriterOptions) {
    this.#options = options
    this.#writes = new GatheredWrites({
      clock: options.clock,
      gatherMs: GATHER_MS,
      isWaiting: () => this.#ended.length + this.#released.length > 0,
      write: (signal) => this.#write(signal),
    })
  }

  /** Removes a push that is done. */
  end(pushId: number): void {
    this.#ended.push(pushId)
    this.#writes.plan()
  }

  /** Gives the push back to any node. */
  release(release: GivenBack): void {
    this.#released.push(release)
    this.#writes.plan()
  }

  /** Writes what is left at once; gives up when the database is away. */
  stop(): Promise<void> {
    return this.#writes.stop()
  }

  async #write(signal: AbortSignal): Promise<void> {
    const { sql, leaseNumber } = this.#options
    while (this.#ended.length > 0) {
      const ids = this.#ended.splice(0, BATCH)
      await this.#run(ids, 'removing pushes', signal, () => removePushes(sql, ids))
    }
    while (this.#released.length > 0) {
      const releases = this.#released.splice(0, BATCH)
      const ids = releases.map(({ key }) => key)
      await this.#run(ids, 'releasing pushes', signal, () => giveBack(sql, PUSHES, leaseNumber(), releases))
    }
  }

  /** What cannot be written stays claimed until a sweep finds that no node has it. */
  async #run(pushIds: readonly number[], what: string, signal: AbortSignal, write: () => Promise<void>): Promise<void> {
    const { clock, logger, onGone } = this.#options
    try {
      await retryForever({ clock, logger, what, signal }, write)
    } catch (error) {
      logger.warn({ err: error, pushes: pushIds.length }, `${what} failed`)
    }
    onGone(pushIds)
  }
}
