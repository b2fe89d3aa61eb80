import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { openEmbeddedPostgres } from '@heliograph/postgres'
import { startTcpProxy } from '@heliograph/testkit'
import { makeAccount } from './support/account.ts'
import { sendBurst } from './support/burst.ts'
import { cleanups } from './support/cleanup.ts'
import { makeDataDir, makeUsedDataDir, startGateway, until } from './support/gateway-process.ts'
import { countOutcome, openDatabase } from './support/outcome.ts'

const AWAY_MS = 20_000

for (const server of ['uws', 'node']) {
  test(`Postgres stopped for 20 s in the middle of a burst, on the ${server} server`, async (t) => {
    const onEnd = cleanups(t)
    const folders = [await makeDataDir(), await makeUsedDataDir()] as const
    onEnd(() => Promise.all(folders.map((folder) => folder.remove())))
    let postgres = await openEmbeddedPostgres({ dataDir: folders[1].path })
    onEnd(() => postgres.stop())
    const proxy = await startTcpProxy(Number(new URL(postgres.url).port))
    onEnd(() => proxy.close())
    const url = new URL(postgres.url)
    url.port = String(proxy.port)
    const shared = ['--set', `database.url=${url}`, '--set', `security.masterKey=${randomBytes(32).toString('hex')}`]
    const args = [...shared, '--set', `http.server=${server}`]
    const gateway = await startGateway({ dataDir: folders[0].path, args })
    onEnd(() => gateway.kill().catch(() => {}))
    const { key } = await makeAccount(['--data-dir', folders[0].path, ...shared])

    // More than can be sent before the database stops, so that the burst spans the outage.
    const messageIds = Array.from({ length: 200_000 }, (_, index) => `away-${index}`)
    let stopping: Promise<void> | undefined
    let back = 0
    let acceptedAfter = 0
    async function interrupt(): Promise<void> {
      await postgres.stop()
      proxy.target = undefined
      await delay(AWAY_MS)
      postgres = await openEmbeddedPostgres({ dataDir: folders[1].path })
      proxy.target = Number(new URL(postgres.url).port)
      back = Date.now()
    }
    const burst = await sendBurst({
      http: gateway.http,
      key,
      messageIds,
      connections: 16,
      persistent: true,
      onAccepted(count) {
        if (count === 1_000) stopping = interrupt()
        if (back > 0) acceptedAfter += 1
        // Enough to see that service has resumed.
        if (acceptedAfter === 1_000) messageIds.length = 0
      },
    })
    await stopping
    assert.ok(acceptedAfter >= 1_000, 'service resumes by itself')
    for (const [status] of burst.refused) assert.ok([500, 503].includes(status), `answered ${status}`)
    for (const { body } of burst.samples) assert.ok(JSON.parse(body).requestError.serviceException.messageId, body)
    assert.ok(
      (burst.refused.get(503) ?? 0) + (burst.refused.get(500) ?? 0) > 0,
      'nobody was refused: the database was not away',
    )

    const sql = openDatabase(postgres.url)
    onEnd(() => sql.end())
    const outcome = await until(
      () => countOutcome(sql, burst.accepted),
      ({ final }) => final === burst.accepted.length,
      90_000,
    )
    assert.equal(outcome.stored, burst.accepted.length)
    t.diagnostic(`accepted ${burst.accepted.length}, refused ${JSON.stringify([...burst.refused])}`)
    assert.equal((await gateway.stop()).code, 0)
  })
}
