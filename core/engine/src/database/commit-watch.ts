import type { Clock } from '@heliograph/contracts'
import { isDatabaseAway } from './database.ts'

/**
 * Commits hang when one has had no answer for this long and no other has ended meanwhile. A node's heartbeats are
 * commits too, and one ends within this time unless something holds it up; clients wait a second longer.
 */
const HANG_MS = 3_500

/**
 * They count as hanging until one ends, or until this long after the last sign of it: where nothing else commits, a
 * client has to be the one that tries.
 */
const TRUST_MS = 6_000

/**
 * Whether commits come to an end. A database whose synchronous standby is gone answers every question and refuses
 * nothing, but no commit of it ends, and each that is tried keeps one of its processes until the standby is back.
 */
export class CommitWatch {
  readonly #clock: Clock
  #ended = 0
  #endedAt = Number.NEGATIVE_INFINITY
  #hangsUntil = Number.NEGATIVE_INFINITY

  /** The clock measures how long something takes, and is never set. */
  constructor(clock: Clock) {
    this.#clock = clock
  }

  get isHanging(): boolean {
    return this.#clock.now() < this.#hangsUntil
  }

  /** How long ago the last commit ended; infinite when none has. */
  get agoMs(): number {
    return this.#clock.now() - this.#endedAt
  }

  /** Follows a statement to the end of its commit. `hasWritten`: whether there was something to commit. */
  async follow<T>(run: () => PromiseLike<T>, hasWritten: (result: T) => boolean = () => true): Promise<T> {
    const before = this.#ended
    const cancel = this.#clock.after(HANG_MS, () => this.#missed(before))
    try {
      const result = await run()
      if (hasWritten(result)) this.#end()
      return result
    } catch (error) {
      // It may have waited for the lock of one that hangs.
      if (this.isHanging && isDatabaseAway(error)) this.#missed(before)
      throw error
    } finally {
      cancel()
    }
  }

  #end(): void {
    this.#ended += 1
    this.#endedAt = this.#clock.now()
    this.#hangsUntil = Number.NEGATIVE_INFINITY
  }

  #missed(before: number): void {
    if (before === this.#ended) this.#hangsUntil = this.#clock.now() + TRUST_MS
  }
}
