import type { Clock, Logger } from '@heliograph/contracts'
import { isDatabaseAway, reasonOf } from '@heliograph/engine'
import { waitAlive } from './time-limit.ts'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 10_000

export interface WaitOptions {
  readonly clock: Clock
  readonly logger: Logger
  /** Ends the wait; `work` itself is not interrupted. */
  readonly signal: AbortSignal
  /** Called before each wait with the reason, for people. */
  readonly onWait: (reason: string) => void
}

/**
 * Does something with the database as soon as it can be used, however long that takes: machines start in any order, and
 * a primary that has failed has a successor only after a while. What waiting cannot mend (a password that is refused, a
 * database that does not exist) rejects at once.
 */
export async function whenDatabaseAnswers<T>(options: WaitOptions, work: () => Promise<T>): Promise<T> {
  const { clock, logger, signal, onWait } = options
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      if (!isDatabaseAway(error)) throw error
      const reason = reasonOf(error)
      logger.warn({ reason, waitMs }, 'the database is not available yet; waiting for it')
      onWait(reason)
      await waitAlive(clock, waitMs, signal)
      signal.throwIfAborted()
    }
  }
}
