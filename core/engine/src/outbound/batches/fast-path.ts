import type { Priority } from '@heliograph/contracts'
import type { BatchPlace } from './batch.ts'
import type { BatchClaims, IsAhead } from './batch-claims.ts'

/** A batch of messages that were just accepted and that this node owns. */
export interface FastBatch<Row> extends BatchPlace {
  readonly batchId: number
  readonly rows: readonly Row[]
}

/**
 * The fast path for messages that the same process accepts and dispatches: their batch is stored as owned by it, and
 * its messages are queued from memory right after the commit.
 */
export interface FastPath<Row> {
  /** What to wait for before a transaction, so that its batches need not wait in the table; undefined: nothing. */
  caughtUp(isAhead: IsAhead): Promise<void> | undefined
  /** Call when a transaction that stores batches begins. */
  storing(): Storing
  /** Call when a batch that was not claimed has been committed. */
  batchQueued(route: string): void
  /** Call when a batch that waits for a time has been committed. */
  batchScheduled(dueAt: Date): void
  /** Call when a batch that was claimed has been committed. */
  run(batch: FastBatch<Row>): void
  /** Call when the outcome of a commit that stored claimed batches is unknown. */
  outcomeUnknown(): void
}

/** Batches of one transaction. */
export interface Storing {
  /**
   * Returns the lease under which to store a batch, or null when it has to wait in the table; then those after it have
   * to wait as well.
   */
  claim(route: string, priority: Priority): number | null
  /** Call when the outcome of the transaction is known, or never will be; after `batchQueued` and `run`. */
  end(): void
}

export interface FastPathOptions<Row> {
  readonly claims: BatchClaims
  readonly lease: () => number | null
  /** Whether a message accepted now may go at once: its route is open and there is room in memory. */
  readonly hasRoom: (route: string, priority: Priority) => boolean
  readonly run: (batch: FastBatch<Row>) => void
  /** Announces a waiting batch that another node may be able to send. */
  readonly announce: (route: string) => void
  /** Has batches that wait for a time claimed then. */
  readonly messagesDue: (at: Date) => void
}

/**
 * Creates the fast path. It is open only while nothing in the table goes first; otherwise the table keeps the order.
 */
export function createFastPath<Row>(options: FastPathOptions<Row>): FastPath<Row> {
  const { claims, hasRoom, run, announce, messagesDue } = options
  return {
    caughtUp: (isAhead) => claims.caughtUp(isAhead),
    storing() {
      const held: (readonly [string, Priority])[] = []
      return {
        claim(route, priority) {
          const lease = options.lease()
          if (lease !== null && !claims.backlog.isBefore(route, priority) && hasRoom(route, priority)) return lease
          claims.backlog.hold(route, priority)
          held.push([route, priority])
          return null
        },
        end() {
          if (held.length === 0) return
          for (const [route, priority] of held.splice(0)) claims.backlog.release(route, priority)
          claims.look()
        },
      }
    },
    batchQueued(route) {
      claims.look()
      announce(route)
    },
    batchScheduled: messagesDue,
    run,
    outcomeUnknown: () => claims.outcomeUnknown(),
  }
}

/** The fast path of a node that dispatches nothing: all batches wait and are announced to the other nodes. */
export function createQueueOnly<Row>({
  announce,
  messagesDue,
}: Pick<FastPathOptions<Row>, 'announce' | 'messagesDue'>): FastPath<Row> {
  return {
    caughtUp: () => undefined,
    storing: () => ({ claim: () => null, end: () => {} }),
    batchQueued: announce,
    batchScheduled: messagesDue,
    run: () => {},
    outcomeUnknown: () => {},
  }
}
