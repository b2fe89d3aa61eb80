import type { Sql } from '../../src/database/database.ts'

/** Ends so many connections of an application while their statements wait for a lock. */
export async function endWaitingConnections(sql: Sql, applicationName: string, count: number): Promise<void> {
  for (let ended = 0; ended < count; ) {
    const [row] = await sql<{ ended: number }[]>`
      select count(pg_terminate_backend(pid)) as ended from pg_stat_activity
      where application_name = ${applicationName} and wait_event_type = 'Lock'`
    ended += Number(row?.ended)
  }
}
