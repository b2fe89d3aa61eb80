/**
 * Runs the Postgres server of a test run: prints its address on standard output, and when standard input closes stops it and removes its directory.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedPostgres } from '@heliograph/runtime'

const dataDir = await mkdtemp(join(tmpdir(), 'heliograph-test-'))
// The server may run as another user, who has to get into it.
await chmod(dataDir, 0o755)

async function removeDirectory(): Promise<void> {
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
}

try {
  const server = await openEmbeddedPostgres({ dataDir, durable: false })
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
