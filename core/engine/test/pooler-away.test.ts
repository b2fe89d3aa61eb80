import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '../src/database/database.ts'
import { createEngineDatabase } from './support/engine-database.ts'
import { startEngine } from './support/engine-harness.ts'
import { carrierOf, FakeLink } from './support/fake-carrier.ts'
import { keepsStatements, openPgBouncer, type PgBouncer } from './support/pgbouncer.ts'
import { setUpRole } from './support/pooled-role.ts'
import { startSteadyLoad } from './support/steady-load.ts'

// The pooler is taken away under load and given back, while Postgres itself stays there.

/** No request waits longer for a commit; the rest is the machine's. */
const LONGEST_WAIT_MS = 5_000 + 1_500
/** Longer than any statement of a client or of the node's own work is waited for. */
const FROZEN_MS = 10_000
const GOOD = { status: 'ok' }

interface Fault {
  readonly name: string
  take(pooler: PgBouncer): Promise<void>
  giveBack(pooler: PgBouncer): Promise<void>
  /** How long it lasts once the node has noticed it. */
  readonly lastsMs: number
}

const FAULTS: readonly Fault[] = [
  { name: 'is killed and comes back', take: (each) => each.kill(), giveBack: (each) => each.start(), lastsMs: 0 },
  {
    name: 'stands still for ten seconds',
    take: async (each) => each.freeze(),
    giveBack: async (each) => each.thaw(),
    lastsMs: FROZEN_MS,
  },
]

/** A node behind a pooler with a link, under load. */
async function startLoadedNode(t: TestContext) {
  const { url: direct, close } = await createEngineDatabase()
  t.after(close)
  await setUpRole(direct)
  const prepare = keepsStatements() === true
  const settings = { default_pool_size: 8, ...(prepare && { max_prepared_statements: 500 }) }
  const pooler = await openPgBouncer(t, direct, 'transaction', [], settings)
  if (pooler === undefined) return undefined
  const link = new FakeLink()
  const deaths: string[] = []
  const harness = await startEngine({
    url: pooler.url,
    settings: { database: { directUrl: direct, pooler: 'transaction', prepare } },
    carriers: new Map([['net', carrierOf(link)]]),
    onFatal: (reason) => void deaths.push(reason),
  })
  t.after(() => harness.close())
  const sql = openDatabase({ url: direct, max: 1, applicationName: 'test' })
  t.after(() => sql.end({ timeout: 5 }))
  return { pooler, link, harness, sql, deaths }
}

for (const { name, take, giveBack, lastsMs } of FAULTS)
  test(`when the pooler ${name}, readiness says so, and nothing accepted is lost or sent twice`, async (t) => {
    const node = await startLoadedNode(t)
    if (node === undefined) return
    const { pooler, link, harness, sql, deaths } = node
    const load = startSteadyLoad(harness)
    const untilMore = async (more: number) => {
      const enough = load.acknowledged.size + more
      await harness.until(() => load.acknowledged.size >= enough, `${more} more are acknowledged`)
    }
    await untilMore(100)
    for (let round = 1; round <= 2; round += 1) {
      const refusals = load.refusals
      await take(pooler)
      await harness.until(async () => (await harness.engine.health()).status === 'down', 'readiness says so')
      await harness.until(() => load.refusals > refusals, 'requests are refused')
      await delay(lastsMs)
      assert.equal((await harness.engine.health()).status, 'down')
      await giveBack(pooler)
      await harness.until(async () => (await harness.engine.health()).status === 'ok', 'it is ready again')
      await untilMore(100)
    }
    await load.stop()
    assert.deepEqual(await harness.engine.health(), GOOD)
    assert.deepEqual(deaths, [], 'the node lived on')
    assert.ok(load.longestMs < LONGEST_WAIT_MS, `a request took ${load.longestMs} ms`)

    const sent = load.acknowledged.size
    await harness.until(async () => (await harness.states()).submitted === sent, 'all are submitted')
    assert.deepEqual(await harness.states(), { submitted: sent }, 'each is stored once')
    assert.equal(link.submitted.length, sent, 'each is sent once')
    await harness.until(async () => (await sql`select from batch`).length === 0, 'nothing is left to send')
  })

test('a pooler that restarts between two looks at readiness loses nothing either', async (t) => {
  const node = await startLoadedNode(t)
  if (node === undefined) return
  const { pooler, link, harness } = node
  const load = startSteadyLoad(harness)
  for (let restart = 1; restart <= 5; restart += 1) {
    const enough = load.acknowledged.size + 50
    await harness.until(() => load.acknowledged.size >= enough, 'more are acknowledged')
    await pooler.kill()
    await pooler.start()
  }
  await load.stop()
  const sent = load.acknowledged.size
  await harness.until(async () => (await harness.states()).submitted === sent, 'all are submitted')
  assert.equal(link.submitted.length, sent, 'each is sent once')
})
