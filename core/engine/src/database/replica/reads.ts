import { type Clock, settleWithin } from '@heliograph/contracts'
import { isDatabaseAway, type Sql } from '../database.ts'
import type { ReplicaWatch } from './replica-watch.ts'
import { judgePosition, readReplayed, type WalPosition } from './wal-position.ts'

/**
 * What became of the steps of reads that the replica could have answered. `replica`: it did. `not-near`: the primary
 * answered, because the replica was away or had not come far enough. `given-up`: the replica gave it up, for a conflict
 * with what it replays or as its connection broke, and the primary did it again.
 */
export const READ_OUTCOMES = ['replica', 'not-near', 'given-up'] as const
export type ReadOutcome = (typeof READ_OUTCOMES)[number]

export type ReadCounts = Record<ReadOutcome, number>

/** One read, of several steps perhaps. */
export interface Reader {
  /**
   * Runs a step, which must change nothing. What it gets is the replica's connection, or the pool of the primary that
   * is given; it may be run a second time, with the latter.
   */
  step<T>(primary: Sql, work: (sql: Sql) => Promise<T>): Promise<T>
}

/** Decides which server answers reads. Each of them sees all that was acknowledged before it began, by any node. */
export interface Reads {
  /** Call when the read has come. */
  begin(): Promise<Reader>
}

const ON_PRIMARY: Reader = { step: (primary, work) => work(primary) }

/** Where there is no replica. */
export const PRIMARY_ONLY: Reads = { begin: async () => ON_PRIMARY }

/** How long a connection to the replica, and its place, may take. */
const CONNECTION_MS = 500

export interface ReplicaReadsOptions {
  readonly watch: Pick<ReplicaWatch, 'follow'>
  /** The pool of the replica. */
  readonly replica: Sql
  readonly steady: Clock
  readonly counts: ReadCounts
}

export function createReplicaReads(options: ReplicaReadsOptions): Reads {
  const { watch, counts } = options
  const notNear: Reader = {
    step(primary, work) {
      counts['not-near'] += 1
      return work(primary)
    },
  }
  return {
    async begin() {
      const wanted = await watch.follow()
      return wanted === undefined ? notNear : new ReplicaReader(options, wanted)
    },
  }
}

/** Once the replica has failed it, the primary answers the rest of a read. */
class ReplicaReader implements Reader {
  readonly #options: ReplicaReadsOptions
  readonly #wanted: WalPosition
  #isGivenUp = false

  constructor(options: ReplicaReadsOptions, wanted: WalPosition) {
    this.#options = options
    this.#wanted = wanted
  }

  async step<T>(primary: Sql, work: (sql: Sql) => Promise<T>): Promise<T> {
    const { counts } = this.#options
    const connection = this.#isGivenUp ? undefined : await this.#connection()
    if (connection === undefined) {
      this.#isGivenUp = true
      counts['not-near'] += 1
      return work(primary)
    }
    try {
      const result = await work(connection)
      counts.replica += 1
      return result
    } catch (error) {
      if (!isWorthAnother(error)) throw error
      this.#isGivenUp = true
    } finally {
      connection.release()
    }
    counts['given-up'] += 1
    return work(primary)
  }

  /**
   * A connection whose server has come far enough. It is asked over the connection itself: several may lead to several
   * servers, by a list of hosts or a proxy. Undefined: there is none in time.
   */
  async #connection() {
    const { replica, steady } = this.#options
    const asked = askedConnection(replica)
    try {
      const { connection, found } = await settleWithin(steady, CONNECTION_MS, asked, () => new Error('too late'))
      if (judgePosition(this.#wanted, found) === 'reached') return connection
      connection.release()
    } catch {
      // One that comes later is given back.
      asked.then(
        ({ connection }) => connection.release(),
        () => {},
      )
    }
    return undefined
  }
}

async function askedConnection(replica: Sql) {
  const connection = await replica.reserve()
  try {
    return { connection, found: await readReplayed(connection) }
  } catch (error) {
    connection.release()
    throw error
  }
}

/**
 * Whether another server may answer what this one has not: it gave way to what it replays (SQLSTATE 40001, 40P01), or
 * its connection broke. After silence nothing is tried again: the caller has waited for as long as it may.
 */
function isWorthAnother(error: unknown): boolean {
  return isDatabaseAway(error) && (error as { readonly code?: unknown }).code !== 'DEADLINE_EXCEEDED'
}
