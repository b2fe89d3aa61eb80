import type { Clock, Logger } from '@heliograph/contracts'
import { isDatabaseAway, isOutOfTime } from './database.ts'
import { withDeadline } from './deadline.ts'

const FIRST_WAIT_MS = 50
const LONGEST_WAIT_MS = 2_000

/** How often a statement that ran out of time is tried; it may have waited for a lock. */
const MOST_OUT_OF_TIME = 3

export interface RetryOptions {
  readonly clock: Clock
  readonly logger: Logger
  /** What is being done, for the log. */
  readonly what: string
  /** Gives up when aborted, rejecting with the last error. */
  readonly signal: AbortSignal
}

/**
 * Runs a statement until it succeeds, however long the database is away.
 *
 * For facts that exist only in memory, such as the answer of a network: losing one would mean sending again or never
 * reporting it. An error that is not the database's absence is rejected at once, since it would not go away, and so is
 * running out of time for the third time: what is written for one must not hold up what is written for others.
 */
export async function retryForever<T>(options: RetryOptions, run: () => PromiseLike<T>): Promise<T> {
  let waitMs = FIRST_WAIT_MS
  for (let outOfTime = 0; ; ) {
    try {
      return await withDeadline(run())
    } catch (error) {
      const isOver = isOutOfTime(error) ? ++outOfTime === MOST_OUT_OF_TIME : !isDatabaseAway(error)
      if (options.signal.aborted || isOver) throw error
      options.logger.warn({ error, waitMs }, `${options.what}: the database does not do it now, trying again`)
      await new Promise<void>((resolve) => options.clock.after(waitMs, resolve))
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
    }
  }
}
