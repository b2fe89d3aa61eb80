import type { Sql, Transaction } from './database.ts'
import { DeadlineError, withDeadline } from './deadline.ts'
import { retryRolledBack } from './retry-rolled-back.ts'

/**
 * Runs a transaction within the deadline, and again when it lost to another one. `run` must have no effect outside the
 * transaction, since it may run several times.
 *
 * A transaction that comes to its end after the deadline is undone, because the caller has been told that it failed and
 * may have tried again. Only a commit that was on its way by then may still happen.
 */
export async function inTransaction<T>(
  sql: Sql,
  run: (tx: Transaction) => Promise<T>,
  deadlineMs?: number,
): Promise<T> {
  return (await retryRolledBack(() => attempt(sql, run, deadlineMs))) as T
}

async function attempt<T>(sql: Sql, run: (tx: Transaction) => Promise<T>, deadlineMs?: number) {
  let isLate = false
  const running = sql.begin(async (tx) => {
    const result = await run(tx)
    if (isLate) throw new DeadlineError(deadlineMs)
    return result
  })
  try {
    return await withDeadline(running, deadlineMs)
  } finally {
    isLate = true
  }
}
