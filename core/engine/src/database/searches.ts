import type { Clock } from '@heliograph/contracts'
import { GatewayError } from '@heliograph/contracts'
import { CancellableStatements, type RunStatement } from './cancellable-statements.ts'
import { isOutOfTime, type Sql } from './database.ts'
import { toServiceError } from './database-errors.ts'
import { createBusyQuestion } from './node-load.ts'
import { NO_OUTAGE, type Outage } from './outage.ts'
import { ClientQueue } from './queues/client-queue.ts'
import { PRIMARY_ONLY, type Reads } from './replica/reads.ts'

/** Searches of one client at once, including waiting ones. */
const SEARCHES_PER_CLIENT = 50

/** What a step of a search works with. */
export interface SearchStep {
  /** The connections of the server that answers it. */
  readonly sql: Sql
  /** Runs a statement that ends when no caller waits for it any more. */
  readonly run: RunStatement
}

/** What a search works with. */
export interface SearchTools {
  /**
   * Waits until the client may have a step run, and runs it. The step must change nothing: where the replica gives it
   * up, the primary runs it again.
   */
  readonly take: <T>(step: (on: SearchStep) => Promise<T>) => Promise<T>
}

/** The searches of all clients on a node, which share one pool. */
export interface Searches {
  /** The pool of the primary. All of its connections are used, at most half of them for one client. */
  readonly sql: Sql
  /**
   * Runs a search of a client. Throws `throttled` when the client has too many under way, `unavailable` when it was
   * given up (`client-gone`), took too long (`query-too-slow`) or the database is away.
   */
  run<T>(clientId: number, signal: AbortSignal | undefined, search: (tools: SearchTools) => Promise<T>): Promise<T>
  /**
   * Runs a read that is quick and waits for no other. Rejects with the error of its statement.
   *
   * @param primary the pool that is used where the replica does not answer
   */
  once<T>(primary: Sql, step: (on: SearchStep) => Promise<T>): Promise<T>
}

export function createSearches(
  sql: Sql,
  clock: Clock,
  outage: Outage = NO_OUTAGE,
  reads: Reads = PRIMARY_ONLY,
): Searches {
  const { max } = sql.options
  const perClient = Math.max(1, Math.floor(max / 2))
  const monotonic = () => performance.now()
  const queue = new ClientQueue({
    atOnce: max,
    perClient,
    tasksPerClient: SEARCHES_PER_CLIENT,
    clock,
    outage,
    monotonic,
    isBusy: createBusyQuestion(monotonic),
    refusal: tooMany,
  })
  const statements = new CancellableStatements()
  return {
    sql,
    async run(clientId, signal, search) {
      const run: RunStatement = (statement) => statements.run(statement, signal)
      try {
        return await queue.run(clientId, signal, async (runStep) => {
          const reader = await reads.begin()
          return search({ take: (step) => runStep(() => reader.step(sql, (on) => step({ sql: on, run }))) })
        })
      } catch (error) {
        throw toSearchError(error, signal)
      }
    },
    async once(primary, step) {
      const reader = await reads.begin()
      const run: RunStatement = (statement) => statements.run(statement, undefined)
      return reader.step(primary, (on) => step({ sql: on, run }))
    },
  }
}

function toSearchError(error: unknown, signal: AbortSignal | undefined): GatewayError {
  if (signal?.aborted)
    return new GatewayError('unavailable', 'client-gone', 'The request was cancelled', { cause: error })
  if (!isOutOfTime(error)) return toServiceError(error)
  const text = 'The search takes too long: narrow the filter, for example to a shorter period'
  return new GatewayError('unavailable', 'query-too-slow', text, { cause: error })
}

function tooMany(): GatewayError {
  const text = 'Too many searches of this account are running'
  return new GatewayError('throttled', 'too-many-searches', text, { retryAfterSeconds: 1 })
}
