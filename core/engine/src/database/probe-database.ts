import { type Clock, type Health, waitAtMost } from '@heliograph/contracts'
import type { Sql } from './database.ts'

/** Leaves time for the answer within the second that readiness may take. */
export const PROBE_MS = 800

/** SQLSTATE read_only_sql_transaction. */
const READ_ONLY = '25006'

/**
 * Asks whether the database takes writes, and answers in time. All who ask at once share one statement, so that they
 * take no more than one connection, however many they are.
 */
export function createProbe(sql: Sql, clock: Clock): () => Promise<Health> {
  let asking: Promise<Health> | undefined
  return async () => {
    asking ??= ask(sql).finally(() => {
      asking = undefined
    })
    let health: Health = { status: 'down', reason: 'database does not answer' }
    const answered = asking.then((answer) => {
      health = answer
    })
    await waitAtMost(clock, PROBE_MS, answered)
    return health
  }
}

/**
 * The statement changes no row, but it is refused like one that would; its connection ends then, so that the next one
 * reaches whichever server has become the primary.
 */
function ask(sql: Sql): Promise<Health> {
  return sql`update deployment set only_row = only_row where false`.then(
    (): Health => ({ status: 'ok' }),
    (error: { readonly code?: unknown }): Health => ({
      status: 'down',
      reason: error.code === READ_ONLY ? 'database is read-only' : 'database cannot be reached',
    }),
  )
}
