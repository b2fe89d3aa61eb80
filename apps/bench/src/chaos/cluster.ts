import { setTimeout as delay } from 'node:timers/promises'
import { openEmbeddedPostgres } from '@heliograph/postgres'
import postgres from '@heliograph/postgres-driver'
import { findPostmaster, type Sql } from '../gateway/database.ts'

/** The Postgres of a round, with the faults that it can suffer. */
export interface Cluster {
  readonly url: string
  /**
   * A connection that faults do not cut and that may write in a read-only spell. It breaks when the server is
   * restarted, and is then made anew.
   */
  readonly sql: Sql
  /** Cuts connections whose application names begin with one of `names`; undefined cuts all. */
  terminate(names: readonly string[] | undefined): Promise<void>
  setReadOnly(isReadOnly: boolean): Promise<void>
  /** Restarts the server; resolves when it takes connections again. */
  restart(mode: 'fast' | 'immediate'): Promise<void>
  stop(): Promise<void>
}

const OWN_NAME = 'chaos'
const POLL_MS = 100
const RECONNECT_S = 0.1
const RESTART_LIMIT_MS = 90_000
/** The signals to the postmaster for the ways to stop a server (pg_ctl's modes). */
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

export async function openCluster(dataDir: string): Promise<Cluster> {
  await allowCommitTimes(dataDir)
  // The watch that a gateway keeps over its own server starts it again at the same address.
  const server = await openEmbeddedPostgres({ dataDir, keepRunning: true })
  const sql = openConnection(server.url)
  async function terminate(names: readonly string[] | undefined): Promise<void> {
    const patterns = (names ?? ['']).map((name) => `${name}%`)
    await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name <> ${OWN_NAME} and application_name like any(${patterns})`
  }
  return {
    url: server.url,
    sql,
    terminate,
    async setReadOnly(isReadOnly) {
      await sql`alter database heliograph set default_transaction_read_only = ${sql.unsafe(isReadOnly ? 'on' : 'off')}`
      // Open connections keep their old setting, so cut them.
      await terminate(undefined)
    },
    async restart(mode) {
      const before = await findPostmaster(sql)
      if (before === undefined) throw new Error('There is no postmaster to end')
      process.kill(before, SIGNALS[mode])
      await untilAnother(sql, before)
    },
    async stop() {
      await sql.end({ timeout: 1 })
      await server.stop()
    },
  }
}

/** Makes the server record commit times, from its next start on. */
async function allowCommitTimes(dataDir: string): Promise<void> {
  const server = await openEmbeddedPostgres({ dataDir })
  const sql = openConnection(server.url)
  await sql`alter system set track_commit_timestamp = on`
  await sql.end()
  await server.stop()
}

function openConnection(url: string): Sql {
  return postgres(url, {
    max: 1,
    idle_timeout: 0,
    backoff: () => RECONNECT_S,
    onnotice: () => {},
    connection: { application_name: OWN_NAME, default_transaction_read_only: false },
  })
}

async function untilAnother(sql: Sql, before: number): Promise<void> {
  const deadline = Date.now() + RESTART_LIMIT_MS
  for (;;) {
    const now = await findPostmaster(sql).catch(() => undefined)
    if (now !== undefined && now !== before) return
    if (Date.now() > deadline) throw new Error('Postgres did not come back')
    await delay(POLL_MS)
  }
}
