import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, it } from 'node:test'
import { captureLogger, createManualClock } from '@heliograph/testkit'
import { accessOf } from '../src/database/database-access.ts'
import { openPools, type Pools } from '../src/database/pools.ts'
import { OWNED_TABLES } from '../src/owned-tables.ts'
import { holdLease, LeaseLostError } from '../src/ownership/lease-lost.ts'
import { NodeWatch } from '../src/ownership/node-watch.ts'
import { useDatabase } from './support/database-fixture.ts'
import { startDatabaseProxy } from './support/database-proxy.ts'
import { testSettings, waitUntil } from './support/engine-harness.ts'

describe('the watch over other nodes', () => {
  const db = useDatabase()
  beforeEach(() => db.sql`delete from node`)

  async function addNode({ name = 'other', nodeId = randomUUID() as string } = {}): Promise<number> {
    const [row] = await db.sql<{ lease: number }[]>`
      insert into node (node_id, name, roles) values (${nodeId}, ${name}, '{dispatch}') returning lease`
    return row?.lease as number
  }

  const beat = (lease: number) => db.sql`update node set beat_at = clock_timestamp() where lease = ${lease}`
  const isThere = async (lease: number) => (await db.sql`select from node where lease = ${lease}`).length === 1

  /** A watch on a clock of its own, which looks once a second. */
  function watchOver({ vital, burial }: Pick<Pools, 'vital' | 'burial'> = { vital: db.sql, burial: db.sql }) {
    let now = 1_000
    const freed: number[] = []
    const logger = captureLogger()
    const watch = new NodeWatch({
      vital,
      burial,
      clock: createManualClock(),
      logger,
      owned: OWNED_TABLES,
      monotonic: () => now,
      lease: () => 0,
      name: 'this',
      onFreed: () => freed.push(now),
      onPoolsFreed: () => {},
    })
    return {
      freed,
      logger,
      watch,
      async lookAfter(ms: number) {
        now += ms
        await watch.look()
      },
      async lookFor(seconds: number) {
        for (let second = 0; second < seconds; second += 1) await this.lookAfter(1_000)
      },
    }
  }

  it('a node is dead after fifteen seconds in which no new heartbeat was seen, not before', async () => {
    const silent = await addNode()
    const watch = watchOver()
    await watch.lookFor(15)
    assert.ok(await isThere(silent))
    await watch.lookFor(1)
    assert.ok(!(await isThere(silent)))
    assert.equal(watch.freed.length, 1)
  })

  it('a node whose process has ended for certain is removed at once, and no other one', async () => {
    const nodeId = randomUUID()
    const [ended, other] = [await addNode({ nodeId }), await addNode()]
    const { watch, freed } = watchOver()
    await watch.nodesEnded([nodeId])
    assert.deepEqual([await isThere(ended), await isThere(other), freed.length], [false, true, 1])
  })

  it('another node of the same name is told of when it lives on, not while it stops', async () => {
    const [lives, stops] = [await addNode({ name: 'this' }), await addNode({ name: 'this' })]
    await addNode({ name: 'this' })
    const { watch, logger, lookAfter } = watchOver()
    const reported: boolean[] = []
    for (let second = 1; second <= 30; second += 1) {
      await beat(lives)
      if (second <= 10) await beat(stops)
      await lookAfter(1_000)
      reported.push(watch.hasNamesake)
    }
    assert.equal(reported.indexOf(true), 20)
    const [error, ...more] = logger.at('error')
    assert.deepEqual([error?.fields.name, more.length], ['this', 0])
    await db.sql`delete from node where lease = ${lives}`
    await lookAfter(1_000)
    assert.equal(watch.hasNamesake, false)
  })

  it('a step of the database’s clock kills no node', async () => {
    const nodes = [await addNode(), await addNode(), await addNode()]
    const watch = watchOver()
    for (const step of ['-20 seconds', '1 hour', '-1 day']) {
      for (const lease of nodes) await beat(lease)
      await watch.lookFor(14)
      await db.sql`update node set beat_at = beat_at + ${step}::interval`
      await watch.lookFor(2)
    }
    for (const lease of nodes) assert.ok(await isThere(lease))
    assert.deepEqual(watch.freed, [])
  })

  it('a node that beats at any time by the database’s clock lives', async () => {
    const lease = await addNode()
    const watch = watchOver()
    for (let minute = 0; minute < 5; minute += 1) {
      await watch.lookFor(14)
      await db.sql`update node set beat_at = beat_at - interval '1 minute' where lease = ${lease}`
    }
    assert.ok(await isThere(lease))
  })

  it('time in which the watch itself did not see the database does not count', async () => {
    const lease = await addNode()
    const watch = watchOver()
    await watch.lookFor(10)
    await watch.lookAfter(60_000)
    assert.ok(await isThere(lease), 'all may have been cut off')
    await beat(lease)
    await watch.lookFor(14)
    assert.ok(await isThere(lease))
  })

  it('a node that dies while connections of this one go silent costs one look, and is removed over a new connection', async () => {
    const proxy = await startDatabaseProxy(db.url)
    const pools = openPools({
      access: accessOf(proxy.url, testSettings().database),
      nodeName: 'cut',
      size: 4,
      reportSize: 1,
    })
    const connections = async (pool: string) =>
      (await db.sql`select from pg_stat_activity where application_name = ${`heliograph cut ${pool}`}`).length
    try {
      const dead = await addNode()
      const watch = watchOver(pools)
      // As after an earlier burial.
      await pools.burial`select 1`
      await waitUntil(async () => (await connections('burial')) === 0, 'the connection for burials is closed')
      await Promise.all([1, 2, 3].map(() => pools.vital`select pg_sleep(0.05)`))
      await watch.lookFor(3)
      proxy.silence()
      // By the timers of this process, which a busy machine holds up together with the deadline of four seconds.
      let isLate = false
      const limit = setTimeout(() => {
        isLate = true
      }, 15_000)
      await watch.lookFor(14)
      clearTimeout(limit)
      assert.equal(await isThere(dead), false)
      assert.equal(isLate, false)
      const failed = watch.logger.at('warn').filter(({ text }) => text.includes('could not be checked'))
      assert.ok(failed.length >= 1 && failed.length <= 2, `${failed.length} looks failed`)
    } finally {
      await pools.close()
      await proxy.close()
    }
  })

  it('a dead node whose last statement still runs keeps what it owns; another one that is dead does not wait', async () => {
    const [busy, silent] = [await addNode(), await addNode()]
    const watch = watchOver()
    await db.sql.begin(async (tx) => {
      await holdLease(tx, busy)
      await watch.lookFor(16)
      assert.deepEqual([await isThere(busy), await isThere(silent)], [true, false])
    })
    await watch.lookFor(1)
    assert.ok(!(await isThere(busy)))
    await assert.rejects(
      db.sql.begin((tx) => holdLease(tx, busy)),
      LeaseLostError,
    )
  })
})
