import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openEmbeddedPostgres } from '@heliograph/postgres'
import { makeAccount } from './support/account.ts'
import { sendBurst } from './support/burst.ts'
import { cleanups } from './support/cleanup.ts'
import { makeUsedDataDir, startGateway, until } from './support/gateway-process.ts'
import { countOutcome, openDatabase } from './support/outcome.ts'

test('an embedded Postgres that is killed under a gateway comes back by itself, and nothing accepted is lost', async (t) => {
  const onEnd = cleanups(t)
  const folder = await makeUsedDataDir()
  onEnd(() => folder.remove())
  const gateway = await startGateway({ dataDir: folder.path })
  onEnd(() => gateway.kill().catch(() => {}))
  const { key } = await makeAccount(['--data-dir', folder.path])

  const messageIds = Array.from({ length: 100_000 }, (_, index) => `embedded-${index}`)
  let killing: Promise<void> | undefined
  let acceptedAfter = 0
  const burst = await sendBurst({
    http: gateway.http,
    key,
    messageIds,
    connections: 16,
    persistent: true,
    onAccepted(count) {
      if (count === 500) killing = killPostmaster(folder.path)
      if (gateway.output.stderr.includes('embedded Postgres is running again')) acceptedAfter += 1
      // Enough to see that service has resumed.
      if (acceptedAfter === 500) messageIds.length = 0
    },
  })
  await killing
  assert.ok(acceptedAfter >= 500, 'service resumes by itself')
  assert.match(gateway.output.stderr, /embedded Postgres exited.*embedded Postgres is running again/s)

  const postgres = await openEmbeddedPostgres({ dataDir: folder.path })
  assert.equal(postgres.startedHere, false)
  const sql = openDatabase(postgres.url)
  onEnd(async () => {
    await sql.end()
    await postgres.stop()
  })
  const outcome = await until(
    () => countOutcome(sql, burst.accepted),
    ({ final }) => final === burst.accepted.length,
    90_000,
  )
  assert.equal(outcome.stored, burst.accepted.length)
  const stopped = await gateway.stop()
  assert.equal(stopped.code, 0, stopped.stderr)
})

async function killPostmaster(dataDir: string): Promise<void> {
  const [pid] = (await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
}
