import { spawnSync } from 'node:child_process'
import { appendFile, chmod, chown, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '@heliograph/postgres'
import { createThrowAwayFolder, fillDataFolder } from '@heliograph/postgres/testing'
import { openDatabase, type Sql } from '../../src/database/database.ts'
import { ENGINE_TEMPLATE } from './engine-database.ts'
import { waitUntil } from './engine-harness.ts'

/** A migrated primary and a standby that streams from it. */
export interface PrimaryAndStandby {
  readonly primary: { readonly url: string; readonly sql: Sql }
  readonly standby: { readonly url: string; readonly sql: Sql }
  /** The standby goes on receiving, and shows nothing new. */
  pauseReplay(): Promise<void>
  resumeReplay(): Promise<void>
  /** The standby becomes a primary of its own. */
  promote(): Promise<void>
  /** Ends the standby for good. */
  stopStandby(): Promise<void>
  stop(): Promise<void>
}

/** Commits wait for the disk; on the standby, replay waits for no search. */
const SETTINGS = `
wal_level = replica
max_wal_senders = 4
synchronous_commit = on
hot_standby = on
hot_standby_feedback = on
max_standby_streaming_delay = 0
wal_receiver_status_interval = 1
wal_retrieve_retry_interval = 100
`

/** The embedded servers have no program for base backups, so the standby begins with a copy of the stopped primary. */
export async function startPrimaryAndStandby(): Promise<PrimaryAndStandby> {
  const [own, copy] = [await makeFolder(), await makeFolder()]
  await fillDataFolder(own, ENGINE_TEMPLATE)
  await appendFile(settingsOf(own), SETTINGS)
  // Its control file has the settings once it has run with them.
  await (await open(own)).stop()
  spawnSync('cp', ['-a', join(own, 'postgres'), copy])
  const first = await open(own)
  await followFrom(copy, new URL(first.url))
  const second = await open(copy)
  const [primary, standby] = [connect(first), connect(second)]
  const stopStandby = async () => {
    await standby.sql.end({ timeout: 1 })
    await second.stop()
  }
  return {
    primary,
    standby,
    stopStandby,
    async pauseReplay() {
      await standby.sql`select pg_wal_replay_pause()`
      await waitUntil(async () => {
        const [row] = await standby.sql<{ state: string }[]>`select pg_get_wal_replay_pause_state() as state`
        return row?.state === 'paused'
      }, 'the replay is paused')
    },
    async resumeReplay() {
      await standby.sql`select pg_wal_replay_resume()`
    },
    async promote() {
      await standby.sql`select pg_promote()`
    },
    async stop() {
      await stopStandby()
      await primary.sql.end({ timeout: 1 })
      await first.stop()
      for (const folder of [own, copy]) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The server may run as another user, who must be able to enter. */
async function makeFolder(): Promise<string> {
  const folder = await createThrowAwayFolder('heliograph-standby-')
  await chmod(folder, 0o711)
  return folder
}

function open(dataDir: string): Promise<EmbeddedPostgres> {
  return openEmbeddedPostgres({ dataDir, durable: false })
}

/** It is read after our settings. */
function settingsOf(dataDir: string): string {
  return join(dataDir, 'postgres', 'data', 'postgresql.auto.conf')
}

async function followFrom(dataDir: string, { hostname, port, username, password }: URL): Promise<void> {
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password}`
  await appendFile(settingsOf(dataDir), `primary_conninfo = '${conninfo}'\n`)
  const signal = join(dataDir, 'postgres', 'data', 'standby.signal')
  await writeFile(signal, '')
  const { uid, gid } = await stat(settingsOf(dataDir))
  await chown(signal, uid, gid)
}

function connect({ url }: EmbeddedPostgres): { readonly url: string; readonly sql: Sql } {
  return { url, sql: openDatabase({ url, max: 3, applicationName: 'test', isOccasional: true }) }
}
