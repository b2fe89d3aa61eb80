import { setTimeout as delay } from 'node:timers/promises'
import { openEmbeddedPostgres } from '@heliograph/postgres'
import postgres from '@heliograph/postgres-driver'
import { findPostmaster, type Sql } from '../gateway/database.ts'
import { openSlowStandby, STANDBY_NAME } from './slow-standby.ts'

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
  /** The sessions that are open now can only read for the rest of their lives; so can new ones until `promote`. */
  demote(): Promise<void>
  promote(): Promise<void>
  /** Makes the server forget the demotion at its next start. */
  forgetDemotion(): Promise<void>
  /** Makes every stored heartbeat older, as a step of the server's clock does. */
  stepClock(stepMs: number): Promise<void>
  /** For this time every commit waits for a standby that confirms it after `commitMs`. */
  slowCommits(commitMs: number, forMs: number): Promise<void>
  /** Restarts the server; resolves when it takes connections again. */
  restart(mode: 'fast' | 'immediate'): Promise<void>
  /** Resolves when the server takes writes, which it may have to be started again for. */
  untilWritable(): Promise<void>
  stop(): Promise<void>
}

const OWN_NAME = 'chaos'
const POLL_MS = 100
const RECONNECT_S = 0.1
const RESTART_LIMIT_MS = 90_000
/** The signals to the postmaster for the ways to stop a server (pg_ctl's modes). */
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const
/** Commit times are for the books; replication is for the standby; the log has to fit on a small disk. */
const SETTINGS = { track_commit_timestamp: 'on', wal_level: 'replica', max_wal_senders: '2', max_wal_size: '256MB' }

export async function openCluster(dataDir: string): Promise<Cluster> {
  await configure(dataDir)
  // The watch that a gateway keeps over its own server starts it again at the same address.
  const server = await openEmbeddedPostgres({ dataDir, keepRunning: true })
  const sql = openConnection(server.url)
  /** Resolves with the server processes of all other sessions, or of those whose names begin with one of `names`. */
  async function findSessions(names: readonly string[] = ['']): Promise<readonly number[]> {
    const patterns = names.map((name) => `${name}%`)
    const rows = await sql<{ pid: number }[]>`
      select pid from pg_stat_activity
      where datname = current_database() and application_name <> ${OWN_NAME} and application_name like any(${patterns})`
    return rows.map(({ pid }) => pid)
  }
  async function terminate(names: readonly string[] | undefined): Promise<void> {
    await sql`select pg_terminate_backend(pid) from unnest(${await findSessions(names)}::int[]) as given (pid)`
  }
  const setForNewSessions = (isReadOnly: boolean) =>
    sql.unsafe(`alter database heliograph set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
  return {
    url: server.url,
    sql,
    terminate,
    async setReadOnly(isReadOnly) {
      await setForNewSessions(isReadOnly)
      // Open connections keep their old setting, so cut them.
      await terminate(undefined)
    },
    async demote() {
      await setForNewSessions(true)
      await sql`alter system set default_transaction_read_only = on`
      // Only open sessions read the file again, each before its next statement, and not the postmaster: `promote` must
      // not reach them.
      for (const pid of await findSessions()) signal(pid, 'SIGHUP')
    },
    async promote() {
      await setForNewSessions(false)
    },
    async forgetDemotion() {
      await sql`alter system reset default_transaction_read_only`
    },
    async stepClock(stepMs) {
      await sql`update heliograph.node set beat_at = beat_at - ${stepMs}::integer * interval '1 millisecond'`
    },
    async slowCommits(commitMs, forMs) {
      const standby = await openSlowStandby(server.url, commitMs)
      await change(`set synchronous_standby_names = '${STANDBY_NAME}'`)
      await delay(forMs)
      // This lets go of commits that still wait.
      await change('reset synchronous_standby_names')
      await standby.close()
    },
    async restart(mode) {
      const before = await findPostmaster(sql)
      if (before === undefined) throw new Error('There is no postmaster to end')
      process.kill(before, SIGNALS[mode])
      await until('Postgres did not come back', async () => {
        const now = await findPostmaster(sql)
        return now !== undefined && now !== before
      })
    },
    untilWritable: () =>
      until('Postgres takes no writes', async () => (await sql`select pg_current_xact_id()`).length > 0),
    async stop() {
      await sql.end({ timeout: 1 })
      await server.stop()
    },
  }

  async function change(setting: string): Promise<void> {
    await sql.unsafe(`alter system ${setting}`)
    await sql`select pg_reload_conf()`
  }
}

/** Changes settings of the server that need a start to take effect. */
async function configure(dataDir: string): Promise<void> {
  const server = await openEmbeddedPostgres({ dataDir })
  const sql = openConnection(server.url)
  for (const [name, value] of Object.entries(SETTINGS)) await sql.unsafe(`alter system set ${name} = '${value}'`)
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

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has just ended.
  }
}

/** Tries until `isSo` resolves with true; rejects with `failure` when that takes too long. */
async function until(failure: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + RESTART_LIMIT_MS
  for (;;) {
    if (await isSo().catch(() => false)) return
    if (Date.now() > deadline) throw new Error(failure)
    await delay(POLL_MS)
  }
}
