import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { openEmbeddedPostgres } from '@heliograph/postgres'
import { makeAccount } from './support/account.ts'
import { sendBurst } from './support/burst.ts'
import { cleanups } from './support/cleanup.ts'
import { makeDataDir, makeUsedDataDir, startGateway, until } from './support/gateway-process.ts'
import { countOutcome, openDatabase } from './support/outcome.ts'

const SENDS = 300
/**
 * Slow enough that the killed node still holds most of the work, even on a machine where submitting all of it takes
 * three seconds.
 */
const PARTS_PER_SECOND = 40

test('two nodes on one database, one killed: the other finishes its work within 60 s', async (t) => {
  const onEnd = cleanups(t)
  const folders = [await makeDataDir(), await makeDataDir(), await makeUsedDataDir()] as const
  onEnd(() => Promise.all(folders.map((folder) => folder.remove())))
  const postgres = await openEmbeddedPostgres({ dataDir: folders[2].path })
  onEnd(() => postgres.stop())
  const shared = [
    '--set',
    `database.url=${postgres.url}`,
    '--set',
    `security.masterKey=${randomBytes(32).toString('hex')}`,
  ]
  const slow = ['--set', `instances.simulator.config.rate=${PARTS_PER_SECOND}`]
  const doomed = await startGateway({ dataDir: folders[0].path, args: [...shared, ...slow] })
  onEnd(() => doomed.kill().catch(() => {}))
  const other = await startGateway({ dataDir: folders[1].path, args: [...shared, ...slow] })
  onEnd(() => other.kill().catch(() => {}))
  const { key } = await makeAccount(['--data-dir', folders[0].path, ...shared])

  const messageIds = Array.from({ length: SENDS }, (_, index) => `node-${index}`)
  const burst = await sendBurst({ http: doomed.http, key, messageIds, connections: 16 })
  assert.equal(burst.accepted.length, SENDS)
  await doomed.kill()
  const killedAt = Date.now()

  const sql = openDatabase(postgres.url)
  onEnd(() => sql.end())
  const before = await countOutcome(sql, messageIds)
  assert.ok(before.final < SENDS, 'everything was done before the kill')
  await until(
    () => countOutcome(sql, messageIds),
    ({ final }) => final === SENDS,
    60_000,
  )
  t.diagnostic(`${SENDS - before.final} messages were open at the kill; all final after ${Date.now() - killedAt} ms`)
  assert.equal((await other.stop()).code, 0)
})
