/**
 * Runs the Postgres server of a test run: prints its address on standard output and, when standard input closes, stops
 * it and removes its directory.
 */
import { chmod, rm } from 'node:fs/promises'
import postgres from '@heliograph/postgres-driver'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../index.ts'
import { keepCluster, restoreCluster } from './kept-clusters.ts'
import { dropAllBut, listKeptTemplates } from './kept-templates.ts'
import { createThrowAwayFolder } from './throw-away-folder.ts'

/** Several test processes, with several nodes each, whose pools open more than one gateway ever does. */
const MAX_CONNECTIONS = 1_000

/** Of kept clusters: those of test runs. */
const KIND = 'run'

const dataDir = await createThrowAwayFolder('heliograph-test-')
// The server may run as another user, who must be able to enter.
await chmod(dataDir, 0o755)

try {
  const isRestored = await restoreCluster(dataDir, KIND)
  const server = await openRoomyServer()
  const kept = isRestored ? await listKeptTemplates(server.url) : []
  process.stdout.write(`${server.url}\n`)
  process.stdin.resume()
  process.stdin.on('end', async () => {
    const isWorthKeeping = await leaveNewTemplates(server.url, kept)
    await server.stop()
    if (isWorthKeeping) await keepCluster(dataDir, KIND)
    await removeDirectory()
  })
} catch (error) {
  await removeDirectory()
  throw error
}

/** The number of connections is read only when the server starts, so that of a new cluster is started twice. */
async function openRoomyServer(): Promise<EmbeddedPostgres> {
  const options = { dataDir, durable: false }
  const first = await openEmbeddedPostgres(options)
  if (await makeRoom(first.url)) return first
  await first.stop()
  return openEmbeddedPostgres(options)
}

/** Resolves with true when there is room already. */
async function makeRoom(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1 })
  try {
    const [found] = await sql<{ setting: string }[]>`
      select setting from pg_settings where name = 'max_connections'`
    if (found?.setting === String(MAX_CONNECTIONS)) return true
    await sql.unsafe(`alter system set max_connections = ${MAX_CONNECTIONS}`)
    return false
  } finally {
    await sql.end()
  }
}

/**
 * Leaves the databases that later runs may use, if there are any that were not there before. Those from before are not
 * among them: what they were made of has changed.
 */
async function leaveNewTemplates(url: string, before: readonly string[]): Promise<boolean> {
  try {
    const made = (await listKeptTemplates(url)).filter((name) => !before.includes(name))
    if (made.length > 0) await dropAllBut(url, made)
    return made.length > 0
  } catch {
    // A test may have ended the server.
    return false
  }
}

async function removeDirectory(): Promise<void> {
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
}
