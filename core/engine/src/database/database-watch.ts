import { type PoolCount, statementErrorOf } from './pool-count.ts'

/**
 * While the database is known to be away, a statement that a client waits for gets this long: a client is told within a
 * second even when its statement had to wait for one that was under way.
 */
const AWAY_MS = 450

/** SQLSTATE read_only_sql_transaction: this session leads to a database that is not the primary, or not any more. */
const READ_ONLY = '25006'

/**
 * Whether the database answers this node at all. It counts as away once a deadline has passed without an answer to any
 * statement of any pool, until the next answer: one that is merely slow, or one connection of many that went dead, does
 * not count.
 */
export class DatabaseSilence {
  answers = 0
  #isAway = false

  get isAway(): boolean {
    return this.#isAway
  }

  answered(): void {
    this.answers += 1
    this.#isAway = false
  }

  /** Call when a statement has had no answer in time, with the number of answers when it was sent. */
  missed(answers: number): void {
    if (answers === this.answers) this.#isAway = true
  }
}

export interface DatabaseWatchOptions {
  readonly silence: DatabaseSilence
  /** How long a statement is waited for. */
  readonly deadlineMs: number
  /** How long a transaction is waited for as a whole. */
  readonly transactionMs: number
  /** Whether clients wait for these statements: while the database is away they do so for a moment only. */
  readonly isForClients: boolean
  /** What the pool's statements came to. */
  readonly count: PoolCount
}

/** What the driver asks and tells about the statements of one pool. */
export function createDatabaseWatch({ silence, deadlineMs, transactionMs, isForClients, count }: DatabaseWatchOptions) {
  const awayMs = isForClients ? Math.min(AWAY_MS, deadlineMs) : deadlineMs
  return {
    get answers() {
      return silence.answers
    },
    deadline: () => (silence.isAway ? awayMs : deadlineMs),
    transactionDeadline: () => transactionMs,
    answered: () => {
      count.answers += 1
      silence.answered()
    },
    missed: (answers: number) => {
      count.errors.deadline += 1
      silence.missed(answers)
    },
    /** Called with each error that the server answers with. */
    endsConnection: ({ code }: { readonly code: string }) => {
      count.errors[statementErrorOf(code)] += 1
      return code === READ_ONLY
    },
  }
}
