import type { Sql } from '../../src/database/database.ts'

/**
 * Ends the connections of an application that wait for a lock, until `calls` have settled; the driver decides how many
 * connections there are.
 */
export async function endWaitingConnections<T>(sql: Sql, applicationName: string, calls: Promise<T>): Promise<T> {
  let isSettled = false
  const settled = calls.finally(() => {
    isSettled = true
  })
  while (!isSettled) {
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = ${applicationName} and wait_event_type = 'Lock'`
  }
  return settled
}
