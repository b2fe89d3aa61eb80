import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { captureLogger, createManualClock } from '@heliograph/testkit'
import { OWNED_TABLES } from '../src/owned-tables.ts'
import { holdLease, LeaseLostError } from '../src/ownership/lease-lost.ts'
import { NodeRegistry } from '../src/ownership/node-registry.ts'
import { useDatabase } from './support/database-fixture.ts'
import { waitUntil } from './support/engine-harness.ts'

describe('nodes', () => {
  const db = useDatabase()

  async function startNode(name = 'node') {
    const clock = createManualClock()
    const logger = captureLogger()
    const told: string[] = []
    let stoodStillMs = 0
    const node = new NodeRegistry({
      owned: OWNED_TABLES,
      vital: db.sql,
      sql: db.sql,
      clock,
      monotonic: () => clock.now() + stoodStillMs,
      logger,
      name,
      roles: ['dispatch'],
      onFenced: () => told.push('fenced'),
      onHeldAgain: () => told.push('held again'),
      onFreed: () => told.push('freed'),
    })
    await node.start()
    return {
      node,
      clock,
      logger,
      told,
      /** Lets this much time pass without any timer going off. */
      standStill(ms: number) {
        stoodStillMs += ms
      },
      /** Lets the node beat this many times, each time to completion. */
      async beat(times: number) {
        for (let beat = 0; beat < times; beat += 1) {
          const before = clock.now()
          clock.advance(3_000)
          await waitUntil(() => node.goodAt > before || told.includes('fenced'), 'the beat is over')
        }
      },
    }
  }

  async function rowOf(lease: number) {
    const [row] = await db.sql<{ age: number; pools: string[]; name: string; roles: string[] }[]>`
      select extract(epoch from now() - beat_at)::float8 as age, pools, name, roles from node where lease = ${lease}`
    return row
  }

  /** Adds a node that fell silent. Resolves with its lease. */
  async function addSilent(seconds: number): Promise<number> {
    const [row] = await db.sql<{ lease: number }[]>`
      insert into node (node_id, name, roles, beat_at)
      values (${randomUUID()}, 'silent', '{dispatch}', now() - ${seconds}::integer * interval '1 second')
      returning lease`
    return row?.lease as number
  }

  async function addBatch(owner: number | null): Promise<number> {
    const [row] = await db.sql<{ batch_id: number }[]>`
      insert into batch (route, priority, due_at, sms_ids, owner, starts)
      values ('default', 10, now() - interval '1 hour', '{1,2}', ${owner}::bigint, 1) returning batch_id`
    return row?.batch_id as number
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
    const silent = await addSilent(60)
    const world = await startNode()
    const batches = [await addBatch(silent), await addBatch(silent)]
    await db.sql`insert into link_lease (link, lease) values ('net/main', ${silent})`
    await world.beat(6)
    await waitUntil(async () => (await rowOf(silent)) === undefined, 'it is found dead')
    for (const batch of batches) assert.deepEqual(await batchOf(batch), { owner: null, starts: 1, overdue: true })
    assert.equal((await db.sql`select from link_lease`).length, 0)
    await waitUntil(() => world.told.includes('freed'), 'it is told')
    assert.match(world.logger.dump(), /node is dead, what it owned is free/)
    await world.node.stop()
    await db.sql`delete from batch`
  })

  it('a node that missed beats for less than 15 s is not dead', async () => {
    const slow = await addSilent(10)
    const world = await startNode()
    const batch = await addBatch(slow)
    await world.beat(6)
    await world.node.stop()
    assert.notEqual(await rowOf(slow), undefined)
    assert.equal((await batchOf(batch))?.owner, slow)
    await db.sql`delete from node where lease = ${slow}`
    await db.sql`delete from batch`
  })

  it('no node is judged before one’s own beats got through for 15 s', async () => {
    const silent = await addSilent(60)
    const world = await startNode()
    await world.beat(4)
    assert.notEqual(await rowOf(silent), undefined)
    await world.beat(1)
    await waitUntil(async () => (await rowOf(silent)) === undefined, 'it is found dead')
    await world.node.stop()
  })

  it('a dead node whose last statement still runs keeps what it owns until that has ended', async () => {
    const silent = await addSilent(60)
    const batch = await addBatch(silent)
    const world = await startNode()
    await db.sql.begin(async (tx) => {
      await holdLease(tx, silent)
      await world.beat(7)
      assert.equal((await batchOf(batch))?.owner, silent)
    })
    await world.beat(1)
    await waitUntil(async () => (await batchOf(batch))?.owner === null, 'it is free')
    await assert.rejects(
      db.sql.begin((tx) => holdLease(tx, silent)),
      LeaseLostError,
    )
    await world.node.stop()
    await db.sql`delete from batch`
  })

  it('a lease is good for ten seconds after the last heartbeat, by a clock that only grows', async () => {
    const { node, clock, told, beat } = await startNode()
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
    await waitUntil(() => told.includes('held again'), 'it is told')
    await node.stop()
  })

  it('a lease that ran out between two beats is told when it is good again', async () => {
    const { node, beat, told, standStill } = await startNode()
    standStill(11_000)
    assert.equal(node.isHeld, false)
    await beat(1)
    assert.deepEqual([node.isHeld, told], [true, ['held again']])
    await beat(1)
    assert.deepEqual(told, ['held again'])
  })

  it('a node that was found dead while it lived is told so, and has no lease any more', async () => {
    const world = await startNode()
    await db.sql`delete from node where lease = ${world.node.leaseNumber}`
    await world.beat(1)
    assert.deepEqual(world.told, ['fenced'])
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
