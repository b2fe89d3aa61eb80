import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, describe, it } from 'node:test'
import { useDatabase } from './support/database-fixture.ts'
import { waitUntil } from './support/engine-harness.ts'
import { startNodeAhead, startTestNode } from './support/test-node.ts'

describe('nodes', () => {
  const db = useDatabase()

  const startNode = (name = 'node') => startTestNode(db.sql, { name })

  // What one test leaves behind, one that failed above all, must not fail the next.
  afterEach(async () => {
    for (const table of ['batch', 'link_lease', 'node']) await db.sql`delete from ${db.sql(table)}`
  })

  async function rowOf(lease: number) {
    const [row] = await db.sql<{ age: number; pools: string[]; name: string; roles: string[] }[]>`
      select extract(epoch from now() - beat_at)::float8 as age, pools, name, roles from node where lease = ${lease}`
    return row
  }

  /** Adds a node that never sends a heartbeat. Resolves with its lease. */
  async function addSilent(): Promise<number> {
    const [row] = await db.sql<{ lease: number }[]>`
      insert into node (node_id, name, roles) values (${randomUUID()}, 'silent', '{dispatch}') returning lease`
    return row?.lease as number
  }

  async function addBatch(owner: number | null): Promise<number> {
    const [batchId] = (await db.ids.take(1)) as [number]
    await db.sql`
      insert into batch (batch_id, route, priority, due_at, sms_ids, owner, starts)
      values (${batchId}, 'default', 10, now() - interval '1 hour', '{1,2}', ${owner}::bigint, 1)`
    return batchId
  }

  async function batchOf(batchId: number) {
    const [row] = await db.sql<{ owner: number | null; starts: number; overdue: boolean }[]>`
      select owner, starts, due_at < now() - interval '59 minutes' as overdue from batch where batch_id = ${batchId}`
    return row
  }

  it('a node is known by name, roles and heartbeat as long as it runs', async () => {
    const { node, beat } = await startNode('one')
    const lease = node.leaseNumber
    await db.sql`update node set beat_at = now() - interval '10 seconds' where lease = ${lease}`
    await beat(1)
    const row = await rowOf(lease)
    assert.deepEqual([row?.name, row?.roles], ['one', ['dispatch']])
    assert.ok((row?.age ?? 99) < 5)
    await node.stop()
    assert.equal(await rowOf(lease), undefined)
  })

  it('leases are never given twice', async () => {
    const [one, two] = [await startNode(), await startNode()]
    await one.node.stop()
    const three = await startNode()
    assert.ok(three.node.leaseNumber > two.node.leaseNumber && two.node.leaseNumber > one.node.leaseNumber)
    await two.node.stop()
    await three.node.stop()
  })

  it('a node that ends frees what it owned at once', async () => {
    const { node } = await startNode()
    const batch = await addBatch(node.leaseNumber)
    await node.stop()
    assert.deepEqual(await batchOf(batch), { owner: null, starts: 1, overdue: true })
  })

  it('a silent node is found dead and what it owned is free, in its old place', async () => {
    const silent = await addSilent()
    const world = await startNode()
    const batches = [await addBatch(silent), await addBatch(silent)]
    await db.sql`insert into link_lease (link, lease) values ('net/main', ${silent})`
    await world.passUntil(async () => (await rowOf(silent)) === undefined, 'it is found dead')
    assert.equal((await db.sql`select from link_lease`).length, 0)
    await waitUntil(() => world.reported.includes('freed'), 'it is reported')
    for (const batch of batches) assert.deepEqual(await batchOf(batch), { owner: null, starts: 1, overdue: true })
    assert.match(world.logger.dump(), /node is dead; what it owned was released/)
    await world.node.stop()
  })

  it('what another node had not freed when it ended itself is freed, in steps', async () => {
    await db.sql`
      insert into batch (batch_id, route, priority, due_at, sms_ids, owner, starts)
      select -g, 'default', 10, now(), '{1}', 1000000, 1 from generate_series(1, 2500) as g`
    const world = await startNode()
    const left = async () => (await db.sql`select from batch where owner is not null`).length
    await world.passUntil(async () => (await left()) === 0, 'all are free')
    await waitUntil(() => world.reported.includes('freed'), 'it is reported')
    await world.node.stop()
  })

  it('a lease is good for ten seconds after the last heartbeat, by a clock that only grows', async () => {
    const { node, clock, reported, beat } = await startNode()
    await beat(1)
    await db.sql`alter table node rename to node_away`
    clock.advance(9_900)
    assert.notEqual(node.lease, null)
    clock.advance(200)
    assert.equal(node.lease, null)
    await db.sql`alter table node_away rename to node`
    await waitUntil(() => {
      clock.advance(1_000)
      return node.lease !== null
    }, 'the lease is good again')
    await waitUntil(() => reported.includes('works again'), 'it is reported')
    await node.stop()
  })

  it('a lease that ran out between two beats is told when it is good again', async () => {
    const { node, beat, reported, passUnnoticed } = await startNode()
    passUnnoticed(11_000)
    assert.equal(node.isHeld, false)
    await beat(1)
    assert.deepEqual([node.isHeld, reported], [true, ['works again']])
    await beat(1)
    assert.deepEqual(reported, ['works again'])
  })

  it('a machine that was suspended hands over nothing before it has asked', async () => {
    const { node, beat, reported, suspend } = await startNode()
    await beat(1)
    suspend(60_000)
    assert.deepEqual([node.isHeld, node.lease], [false, null])
    await beat(1)
    assert.deepEqual([node.isHeld, reported], [true, ['works again']])
    await node.stop()
  })

  const offsets: readonly (readonly [seconds: number, isWarned: boolean, mayWork: boolean])[] = [
    [0, false, true],
    [0.9, false, true],
    [2, true, true],
    [-2, true, true],
    [6, true, false],
    [-300, true, false],
  ]
  for (const [seconds, isWarned, mayWork] of offsets)
    it(`a clock that is ${seconds} s ahead: ${isWarned ? 'a warning' : 'nothing'}, ${mayWork ? '' : 'no '}new work`, async () => {
      const { node, clock, corrected, logger, metrics } = await startNodeAhead(db.sql, seconds * 1_000)
      assert.equal(/differs from that of the database/.test(logger.dump()), isWarned)
      assert.equal(node.workLease !== null, mayWork)
      assert.notEqual(node.lease, null, 'it keeps what it has')
      assert.equal(node.clockHealth().status, mayWork ? 'ok' : 'down')
      assert.ok(Math.abs(metrics.value('clock_offset_seconds') + seconds) < 0.1)
      const shownMs = corrected.now() - clock.now()
      assert.ok(Math.abs(shownMs - (isWarned ? -1_000 * seconds : 0)) < 100, 'a clock that is off is corrected')
      await node.stop()
    })

  it('may take work again when its clock is right, and says so to whatever waits for that', async () => {
    const { node, clock, reported, setAhead } = await startNodeAhead(db.sql, 20_000)
    assert.equal(node.workLease, null)
    setAhead(0)
    clock.advance(3_000)
    await waitUntil(() => node.workLease !== null, 'it takes work')
    assert.deepEqual(reported, ['works again'])
    await node.stop()
  })

  it('its row says how far its clock is off, as the heartbeat before showed it, and how many connections it may have', async () => {
    const { node, corrected, beat } = await startNode()
    const row = async () => (await db.sql`select clock_offset_ms, clock_error_ms, connections from node`)[0]
    assert.deepEqual({ ...(await row()) }, { clock_offset_ms: null, clock_error_ms: null, connections: 1 })
    await beat(1)
    const { ms, errorMs } = corrected.offset
    await beat(1)
    const measured = { clock_offset_ms: Math.round(ms), clock_error_ms: Math.round(errorMs) }
    assert.deepEqual({ ...(await row()) }, { ...measured, connections: 1 })
    await node.stop()
  })

  it('a node that was found dead while it lived is told so, and has no lease any more', async () => {
    const world = await startNode()
    await db.sql`delete from node where lease = ${world.node.leaseNumber}`
    await world.beat(1)
    assert.deepEqual(world.reported, ['fenced'])
    assert.equal(world.node.lease, null)
    await world.node.stop()
  })

  it('a pool that could not be made known when it started is known with the next beat', async () => {
    const world = await startNode()
    await world.node.addPool('late')
    await db.sql`update node set pools = '{}' where lease = ${world.node.leaseNumber}`
    await world.beat(1)
    assert.deepEqual((await rowOf(world.node.leaseNumber))?.pools, ['late'])
    await world.node.stop()
  })
})
