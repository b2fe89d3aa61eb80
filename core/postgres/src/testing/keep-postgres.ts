/**
 * Runs the Postgres server of a test run: prints its address on standard output and, when standard input closes, stops
 * it and removes its directory.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from '@heliograph/postgres-driver'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../index.ts'

/** One test process per core, each with several pools: more than a gateway ever opens. */
const MAX_CONNECTIONS = 500

const dataDir = await mkdtemp(join(tmpdir(), 'heliograph-test-'))
// The server may run as another user, who must be able to enter.
await chmod(dataDir, 0o755)

try {
  const server = await openRoomyServer()
  process.stdout.write(`${server.url}\n`)
  process.stdin.resume()
  process.stdin.on('end', async () => {
    await server.stop()
    await removeDirectory()
  })
} catch (error) {
  await removeDirectory()
  throw error
}

/** The number of connections is read only when the server starts, so it is started twice. */
async function openRoomyServer(): Promise<EmbeddedPostgres> {
  const options = { dataDir, durable: false }
  const first = await openEmbeddedPostgres(options)
  try {
    const sql = postgres(first.url, { max: 1 })
    await sql.unsafe(`alter system set max_connections = ${MAX_CONNECTIONS}`)
    await sql.end()
  } finally {
    await first.stop()
  }
  return openEmbeddedPostgres(options)
}

async function removeDirectory(): Promise<void> {
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
}
