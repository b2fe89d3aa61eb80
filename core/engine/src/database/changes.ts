import { type Clock, GatewayError, type Principal } from '@heliograph/contracts'
import type { Sql } from './database.ts'
import { databaseAway, NO_OUTAGE, type Outage } from './outage.ts'
import { ClientQueue } from './queues/client-queue.ts'

/** Changes of one client that are under way or wait; more are refused. */
const CHANGES_PER_CLIENT = 5_000

/** A change that has waited for this long is refused. */
const LONGEST_WAIT_MS = 12_000

/** Cancelling, replacing and rescheduling messages, and changing contacts and uploads. */
export interface Changes {
  /** The pool of these statements, which no accepting of messages and no look-up shares. */
  readonly sql: Sql
  /**
   * Runs a change of a client when it is next: others have theirs, however many changes one of them wants. Throws
   * `throttled`/`too-many-changes`, or `unavailable`: `overloaded` for one that has waited too long, `database-away`
   * for one that would have to wait while that is known, or when no commit ends.
   */
  run<T>(clientId: number, change: () => Promise<T>): Promise<T>
}

/** All but one of the pool's connections may be used by changes at once, half of those by one client. */
export function createChanges(sql: Sql, clock: Clock, outage: Outage = NO_OUTAGE): Changes {
  const atOnce = Math.max(1, sql.options.max - 1)
  const limits = { atOnce, perClient: Math.max(1, Math.floor(atOnce / 2)), tasksPerClient: CHANGES_PER_CLIENT }
  const queue = new ClientQueue({ ...limits, clock, outage, monotonic: () => 0, isBusy: () => false, refusal: tooMany })
  return {
    sql,
    async run(clientId, change) {
      if (outage.isHanging) throw databaseAway()
      const waiting = new AbortController()
      const cancel = clock.after(LONGEST_WAIT_MS, () => waiting.abort(overloaded()))
      try {
        return await queue.run(clientId, waiting.signal, (runStep) =>
          runStep(() => {
            cancel()
            return change()
          }),
        )
      } finally {
        cancel()
      }
    },
  }
}

/** What a method is called with whose caller is known. */
type OwnMethod = (principal: Principal, ...rest: never[]) => Promise<unknown>

type OwnMethods<S> = { [K in keyof S]: S[K] extends OwnMethod ? K : never }[keyof S]

/** The service with some of its methods run as changes. */
export function asChanges<S extends object>(service: S, changes: Changes, ...names: readonly OwnMethods<S>[]): S {
  const changing: Partial<Record<keyof S, unknown>> = {}
  for (const name of names) {
    const method = (service[name] as OwnMethod).bind(service)
    changing[name] = (...given: Parameters<OwnMethod>) => changes.run(given[0].clientId, () => method(...given))
  }
  return { ...service, ...changing }
}

function tooMany(): GatewayError {
  const text = 'Too many changes of this account are under way'
  return new GatewayError('throttled', 'too-many-changes', text, { retryAfterSeconds: 1 })
}

function overloaded(): GatewayError {
  return new GatewayError('unavailable', 'overloaded', 'The service is overloaded; nothing was changed')
}
