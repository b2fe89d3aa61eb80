import type { Clock, Health } from '@heliograph/contracts'
import type { Sql } from './database.ts'

const PATIENCE_MS = 2_000

/** Whether the database answers in time. */
export function probeDatabase(sql: Sql, clock: Clock): Promise<Health> {
  const timeout = new Promise<Health>((resolve) =>
    clock.after(PATIENCE_MS, () => resolve({ status: 'down', reason: 'database does not answer' })),
  )
  const probe = sql`select 1`.then(
    (): Health => ({ status: 'ok' }),
    (): Health => ({ status: 'down', reason: 'database cannot be reached' }),
  )
  return Promise.race([probe, timeout])
}
