import type { Clock, Health } from '@heliograph/contracts'
import type { Sql } from './database.ts'

const PATIENCE_MS = 2_000

/** SQLSTATE read_only_sql_transaction. */
const READ_ONLY = '25006'

/**
 * Whether the database takes writes, and answers in time. The statement changes no row, but it is refused like one that
 * would; its connection ends then, so that the next probe reaches whichever server has become the primary.
 */
export function probeDatabase(sql: Sql, clock: Clock): Promise<Health> {
  const timeout = new Promise<Health>((resolve) =>
    clock.after(PATIENCE_MS, () => resolve({ status: 'down', reason: 'database does not answer' })),
  )
  const probe = sql`update deployment set only_row = only_row where false`.then(
    (): Health => ({ status: 'ok' }),
    (error: { readonly code?: unknown }): Health => ({
      status: 'down',
      reason: error.code === READ_ONLY ? 'database is read-only' : 'database cannot be reached',
    }),
  )
  return Promise.race([probe, timeout])
}
