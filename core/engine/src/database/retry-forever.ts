import type { Clock, Logger } from '@heliograph/contracts'
import { isDatabaseAway, isOutOfTime, isStatementFault } from './database.ts'

const FIRST_WAIT_MS = 50
const LONGEST_WAIT_MS = 2_000
/** How much longer a statement may take once it is to be given up. */
const LAST_MS = 500

/** How often a statement that ran out of time is tried; it may have waited for a lock. */
const MOST_OUT_OF_TIME = 3

/** How long a statement that is refused whatever it writes is repeated: an operator's mistake may be mended by then. */
const REFUSED_MS = 30_000

export interface RetryOptions {
  readonly clock: Clock
  readonly logger: Logger
  /** What is being done, for the log. */
  readonly what: string
  /** Gives up when aborted, within half a second, rejecting with the last error. */
  readonly signal: AbortSignal
  /** Whether the same has failed already as part of something larger. */
  readonly isPart?: boolean
}

/**
 * Runs a statement until it succeeds, however long the database is away.
 *
 * For facts that exist only in memory, such as the answer of a network: losing one would mean sending again or never
 * reporting it. What is not the database's absence is repeated for a bounded time, if at all, since what is written for
 * one must not hold up what is written for others.
 */
export async function retryForever<T>(options: RetryOptions, run: () => PromiseLike<T>): Promise<T> {
  let waitMs = FIRST_WAIT_MS
  let waitedMs = 0
  const mayPass = boundsOf(options)
  for (;;) {
    try {
      return await beforeTheEnd(options, Promise.resolve(run()))
    } catch (error) {
      if (options.signal.aborted || !mayPass(error, waitedMs)) throw error
      options.logger.warn({ err: error, waitMs }, `${options.what}: the database failed; retrying`)
      await waitOrEnd(options, waitMs)
      waitedMs += waitMs
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
    }
  }
}

/** Whether a statement may succeed yet that has failed now, after these waits. */
function boundsOf({ isPart = false }: RetryOptions): (error: unknown, waitedMs: number) => boolean {
  let outOfTime = 0
  return (error, waitedMs) => {
    if (isStatementFault(error)) return !isPart && waitedMs < REFUSED_MS
    if (!isOutOfTime(error)) return isDatabaseAway(error)
    outOfTime += 1
    return outOfTime < MOST_OUT_OF_TIME
  }
}

/** Rejects when the statement has not ended soon after the signal. */
async function beforeTheEnd<T>({ clock, signal }: RetryOptions, statement: Promise<T>): Promise<T> {
  let cancel = () => {}
  const end = new Promise<never>((_, reject) => {
    const hurry = () => {
      cancel = clock.after(LAST_MS, () => reject(late()))
    }
    if (signal.aborted) hurry()
    else {
      signal.addEventListener('abort', hurry, { once: true })
      cancel = () => signal.removeEventListener('abort', hurry)
    }
  })
  try {
    return await Promise.race([statement, end])
  } finally {
    cancel()
    statement.catch(() => {})
  }
}

/** As the driver has it when a deadline passes. */
function late(): Error {
  return Object.assign(new Error(`No answer from the database within ${LAST_MS} ms`), { code: 'DEADLINE_EXCEEDED' })
}

function waitOrEnd({ clock, signal }: RetryOptions, waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      cancel()
      signal.removeEventListener('abort', wake)
      resolve()
    }
    const cancel = clock.after(waitMs, wake)
    signal.addEventListener('abort', wake, { once: true })
  })
}
