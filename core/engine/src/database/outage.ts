import { type Clock, GatewayError, settleWithin } from '@heliograph/contracts'
import type { CommitWatch } from './commit-watch.ts'
import type { DatabaseSilence } from './database-watch.ts'

/** How long an answer is waited for while no commit ends: one that needs none has come by then. */
const HANGING_MS = 450

/** What a node knows of its database, whichever of its pools or loops has found it out. */
export interface Outage {
  /** It is known to be away: it does not answer, or no commit ends. */
  readonly isKnown: boolean
  /** No commit ends; questions may be answered. */
  readonly isHanging: boolean
  /**
   * Waits for a statement of a service that may have something to commit, but only a moment while no commit ends. The
   * statement itself goes on: ending it would leave another process of the database to wait.
   */
  answerOf<T>(statement: PromiseLike<T>): PromiseLike<T>
}

/** For services that are used without a node's knowledge. */
export const NO_OUTAGE: Outage = {
  isKnown: false,
  isHanging: false,
  answerOf: (statement) => statement,
}

export function createOutage(
  silence: Pick<DatabaseSilence, 'isAway'>,
  commits: Pick<CommitWatch, 'isHanging'>,
  clock: Clock,
): Outage {
  return {
    get isKnown() {
      return silence.isAway || commits.isHanging
    },
    get isHanging() {
      return commits.isHanging
    },
    answerOf: (statement) =>
      commits.isHanging ? settleWithin(clock, HANGING_MS, statement, () => databaseAway()) : statement,
  }
}

/** Nothing was done: it was never asked. */
export function databaseAway(cause?: unknown): GatewayError {
  const options = cause === undefined ? {} : { cause }
  return new GatewayError('unavailable', 'database-away', 'The service is temporarily unavailable', options)
}
