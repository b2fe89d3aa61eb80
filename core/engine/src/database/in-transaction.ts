import type { Sql, Transaction } from './database.ts'
import { withDeadline } from './deadline.ts'
import { retryRolledBack } from './retry-rolled-back.ts'

/** Runs a transaction within the deadline, again when it lost to another one. For what has no effect beside it, since it may run several times. */
export async function inTransaction<T>(sql: Sql, run: (tx: Transaction) => Promise<T>): Promise<T> {
  return (await retryRolledBack(() => withDeadline(sql.begin(run)))) as T
}
