import { setTimeout as delay } from 'node:timers/promises'
import { openEmbeddedPostgres } from '@heliograph/postgres'
import { findPostmaster } from '../gateway/database.ts'
import { type Cluster, faultsOver, findSessions, openConnection } from './cluster.ts'
import { openSlowStandby, STANDBY_NAME } from './slow-standby.ts'
import { until } from './until.ts'

/** One Postgres of the round's own, with the faults that it alone can suffer. */
export interface EmbeddedCluster extends Cluster {
  setReadOnly(isReadOnly: boolean): Promise<void>
  /** The sessions that are open now can only read for the rest of their lives; so can new ones until `promote`. */
  demote(): Promise<void>
  promote(): Promise<void>
  /** Makes the server forget the demotion at its next start. */
  forgetDemotion(): Promise<void>
  /** For this time every commit waits for a standby that confirms it after `commitMs`. */
  slowCommits(commitMs: number, forMs: number): Promise<void>
  /** Restarts the server; resolves when it takes connections again. */
  restart(mode: 'fast' | 'immediate'): Promise<void>
  /** Resolves when the server takes writes, which it may have to be started again for. */
  untilWritable(): Promise<void>
}

/** The signals to the postmaster for the ways to stop a server (pg_ctl's modes). */
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const
/** Commit times are for the books; replication is for the standby; the log has to fit on a small disk. */
const SETTINGS = { track_commit_timestamp: 'on', wal_level: 'replica', max_wal_senders: '2', max_wal_size: '256MB' }

export async function openEmbeddedCluster(dataDir: string): Promise<EmbeddedCluster> {
  await configure(dataDir)
  // The watch that a gateway keeps over its own server starts it again at the same address.
  const server = await openEmbeddedPostgres({ dataDir, keepRunning: true })
  const sql = openConnection(server.url)
  const { terminate, stepClock } = faultsOver(sql)
  const setForNewSessions = (isReadOnly: boolean) =>
    sql.unsafe(`alter database heliograph set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
  return {
    url: server.url,
    sql,
    terminate,
    stepClock,
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
      for (const pid of await findSessions(sql)) signal(pid, 'SIGHUP')
    },
    async promote() {
      await setForNewSessions(false)
    },
    async forgetDemotion() {
      await sql`alter system reset default_transaction_read_only`
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

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has just ended.
  }
}
