import type { Sql, Transaction } from './database.ts'
import { retryRolledBack } from './retry-rolled-back.ts'

/**
 * Runs a transaction, and again when it lost to another one. `run` must have no effect outside the transaction, since
 * it may run several times.
 *
 * A transaction that is not done by the pool's deadline is undone with its connection, because the caller has been told
 * that it failed and may have tried again. Only a commit that was on its way by then may still happen.
 */
export async function inTransaction<T>(sql: Sql, run: (tx: Transaction) => Promise<T>): Promise<T> {
  return (await retryRolledBack(() => sql.begin(run))) as T
}
