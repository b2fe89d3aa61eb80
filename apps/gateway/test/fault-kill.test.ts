import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { openEmbeddedPostgres } from '@heliograph/postgres'
import { makeAccount } from './support/account.ts'
import { sendBurst } from './support/burst.ts'
import { cleanups } from './support/cleanup.ts'
import { makeUsedDataDir, startGateway, until } from './support/gateway-process.ts'
import { countOutcome, openDatabase, recordedMessages, takenByNetwork } from './support/outcome.ts'

const SENDS = 10_000
const KILL_AFTER = 3_000
const CONNECTIONS = 64

for (const server of ['uws', 'node']) {
  describe(`kill -9 in a burst of ${SENDS} sends, on the ${server} server`, () => {
    test('every accepted message reaches a final state; only those of unknown outcome went twice', async (t) => {
      const onEnd = cleanups(t)
      const folder = await makeUsedDataDir()
      onEnd(() => folder.remove())
      const journal = join(folder.path, 'network.csv')
      const args = ['--set', `http.server=${server}`, '--set', `instances.simulator.config.journal=${journal}`]
      const first = await startGateway({ dataDir: folder.path, args })
      onEnd(() => first.kill().catch(() => {}))
      const { key } = await makeAccount(['--data-dir', folder.path])

      let killed: Promise<void> | undefined
      const messageIds = Array.from({ length: SENDS }, (_, index) => `kill-${index}`)
      const burst = await sendBurst({
        http: first.http,
        key,
        messageIds,
        connections: CONNECTIONS,
        onAccepted(count) {
          if (count === KILL_AFTER) killed = first.kill()
        },
      })
      await killed
      assert.ok(burst.accepted.length >= KILL_AFTER, `${burst.accepted.length} accepted`)
      assert.ok(burst.accepted.length < SENDS, 'the kill came too late to prove anything')

      const postgres = await openEmbeddedPostgres({ dataDir: folder.path })
      const sql = openDatabase(postgres.url)
      onEnd(async () => {
        await sql.end()
        await postgres.stop()
      })
      const recorded = await recordedMessages(sql)
      const second = await startGateway({ dataDir: folder.path, args })
      onEnd(() => second.kill().catch(() => {}))
      const outcome = await until(
        () => countOutcome(sql, burst.accepted),
        ({ final }) => final === burst.accepted.length,
        120_000,
      )
      assert.equal(outcome.stored, burst.accepted.length)

      const taken = await takenByNetwork(journal)
      const twice = [...taken].filter(([, times]) => times > 1).map(([smsId]) => smsId)
      const provedTwice = twice.filter((smsId) => recorded.has(smsId))
      assert.deepEqual(provedTwice, [], 'went twice although the answer of the network was recorded')
      t.diagnostic(
        `accepted ${burst.accepted.length}, recorded before the kill ${recorded.size}, sent twice with unknown outcome ${twice.length}`,
      )
      assert.ok(
        twice.length <= 4 * CONNECTIONS + 1_000,
        `${twice.length} went twice: more than can have been under way`,
      )
      const stopped = await second.stop()
      assert.equal(stopped.code, 0, stopped.stderr)
    })
  })
}
