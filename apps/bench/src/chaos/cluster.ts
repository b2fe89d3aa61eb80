import postgres from '@heliograph/postgres-driver'
import type { Sql } from '../gateway/database.ts'

/** The Postgres of a round, with the faults that every one can suffer. */
export interface Cluster {
  /** Where the nodes find it. */
  readonly url: string
  /**
   * A connection that faults do not cut and that may write even while the server is read-only. It breaks when the
   * server is restarted, and is then opened again.
   */
  readonly sql: Sql
  /** Cuts connections whose application names begin with one of `names`; undefined cuts all. */
  terminate(names: readonly string[] | undefined): Promise<void>
  /** Makes every stored heartbeat older, as a step of the server's clock does. */
  stepClock(stepMs: number): Promise<void>
  stop(): Promise<void>
}

const OWN_NAME = 'chaos'
const RECONNECT_S = 0.1

/** Opens a connection of the round itself, which is opened again when it breaks. */
export function openConnection(url: string): Sql {
  return postgres(url, {
    max: 1,
    idle_timeout: 0,
    backoff: () => RECONNECT_S,
    onnotice: () => {},
    connection: { application_name: OWN_NAME, default_transaction_read_only: false },
  })
}

/** Resolves with the server processes of all other sessions, or of those whose names begin with one of `names`. */
export async function findSessions(sql: Sql, names: readonly string[] = ['']): Promise<readonly number[]> {
  const patterns = names.map((name) => `${name}%`)
  const rows = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity
    where datname = current_database() and application_name <> ${OWN_NAME} and application_name like any(${patterns})`
  return rows.map(({ pid }) => pid)
}

/** The faults that need nothing but a connection. */
export function faultsOver(sql: Sql): Pick<Cluster, 'terminate' | 'stepClock'> {
  return {
    async terminate(names) {
      await sql`select pg_terminate_backend(pid) from unnest(${await findSessions(sql, names)}::int[]) as given (pid)`
    },
    async stepClock(stepMs) {
      await sql`update heliograph.node set beat_at = beat_at - ${stepMs}::integer * interval '1 millisecond'`
    },
  }
}
