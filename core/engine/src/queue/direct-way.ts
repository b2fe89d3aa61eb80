import type { Priority } from '@heliograph/contracts'
import type { BatchClaims } from './batch-claims.ts'

/** A batch of messages that were just accepted and that this node owns. */
export interface DirectBatch<Row> {
  readonly batchId: number
  readonly route: string
  readonly priority: number
  readonly dueAt: Date
  readonly rows: readonly Row[]
}

/**
 * The short way of messages that are accepted and dispatched by the same process: their batch is stored as owned by it, and its messages are put in line from memory
 * right after the commit.
 */
export interface DirectWay<Row> {
  /** A transaction begins that stores batches. */
  storing(): Storing
  /** A batch that was not claimed has been committed. */
  left(route: string): void
  /** A batch that was claimed has been committed. */
  run(batch: DirectBatch<Row>): void
  /** The outcome of a commit that stored claimed batches is not known. */
  doubt(): void
}

/** Batches of one transaction. */
export interface Storing {
  /** The lease under which a batch is stored, or null when it has to wait in the table like all others: then those after it have to wait as well. */
  claim(route: string, priority: Priority): number | null
  /** It is known what became of the transaction, or it will not be known. After `left` and `run`. */
  end(): void
}

export interface DirectWayOptions<Row> {
  readonly claims: BatchClaims
  readonly lease: () => number | null
  /** Whether a message accepted now may go at once: its route is open and there is room in memory. */
  readonly hasRoom: (route: string, priority: Priority) => boolean
  readonly run: (batch: DirectBatch<Row>) => void
  /** A batch waits that another node may be able to send. */
  readonly announce: (route: string) => void
}

/** Creates the short way. It is open only while nothing waits in the table that goes first; otherwise the table keeps the order. */
export function createDirectWay<Row>(options: DirectWayOptions<Row>): DirectWay<Row> {
  const { claims, hasRoom, run, announce } = options
  return {
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
          for (const [route, priority] of held.splice(0)) claims.backlog.release(route, priority)
        },
      }
    },
    left(route) {
      claims.look()
      announce(route)
    },
    run,
    doubt: () => claims.doubt(),
  }
}

/** The way on a node that dispatches nothing: all batches wait, and the others are told. */
export function createQueueOnly<Row>(announce: (route: string) => void): DirectWay<Row> {
  return { storing: () => ({ claim: () => null, end: () => {} }), left: announce, run: () => {}, doubt: () => {} }
}
