import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { captureLogger, createManualClock } from '@heliograph/testkit'
import { NodeRegistry } from '../src/nodes/node-registry.ts'
import { useDatabase } from './support/database-fixture.ts'
import { waitUntil } from './support/engine-harness.ts'

describe('nodes', () => {
  const db = useDatabase()

  async function startNode(name = 'node') {
    const clock = createManualClock()
    const logger = captureLogger()
    let fenced = 0
    const node = new NodeRegistry({
      sql: db.sql,
      clock,
      logger,
      name,
      roles: ['dispatch'],
      onFenced: () => (fenced += 1),
    })
    await node.start()
    return {
      node,
      logger,
      get fenced() {
        return fenced
      },
      /** Lets the node beat so often, each time to its end. */
      async beat(times: number) {
        for (let beat = 0; beat < times; beat += 1) {
          clock.advance(3_000)
          await waitUntil(() => clock.pending === 1, 'the beat is over')
        }
      },
    }
  }

  async function rowOf(nodeId: string) {
    const [row] = await db.sql<{ age: number; pools: string[]; name: string; roles: string[] }[]>`
      select extract(epoch from now() - beat_at)::float8 as age, pools, name, roles from node where node_id = ${nodeId}`
    return row
  }

  /** A node that fell silent, with its pools. */
  async function addSilent(seconds: number, pools: readonly string[]): Promise<string> {
    const nodeId = randomUUID()
    await db.sql`
      insert into node (node_id, name, roles, pools, beat_at)
      values (${nodeId}, 'silent', '{dispatch}', ${[...pools]}, now() - ${seconds}::integer * interval '1 second')`
    return nodeId
  }

  async function addLockedJob(pool: string, seconds: number): Promise<number> {
    const [job] = await db.sql<{ id: number }[]>`select (graphile_worker.add_job('dispatch:default')).id`
    await db.sql`
      update graphile_worker._private_jobs
      set locked_by = ${pool}, locked_at = now() - ${seconds}::integer * interval '1 second', attempts = 1
      where id = ${job?.id as number}`
    return job?.id as number
  }

  async function lockOf(jobId: number) {
    const [row] = await db.sql<{ locked_by: string | null; age: number | null; run_at: Date; attempts: number }[]>`
      select locked_by, extract(epoch from now() - locked_at)::float8 as age, run_at, attempts
      from graphile_worker._private_jobs where id = ${jobId}`
    return row
  }

  it('a node is known by name, roles and heartbeat as long as it runs', async () => {
    const { node, beat } = await startNode('one')
    await db.sql`update node set beat_at = now() - interval '10 seconds' where node_id = ${node.id}`
    await beat(1)
    const row = await rowOf(node.id)
    assert.deepEqual([row?.name, row?.roles], ['one', ['dispatch']])
    assert.ok((row?.age ?? 99) < 5)
    await node.stop()
    assert.equal(await rowOf(node.id), undefined)
  })

  it('a node that ends frees the jobs of its pools', async () => {
    const { node } = await startNode()
    await node.addPool('ending')
    const jobId = await addLockedJob('ending', 1)
    await node.stop()
    assert.equal((await lockOf(jobId))?.locked_by, null)
  })

  it('a silent node is buried and its jobs are free, in their old place', async () => {
    const silent = await addSilent(60, ['silent-1', 'silent-2'])
    const jobs = [await addLockedJob('silent-1', 1), await addLockedJob('silent-2', 1)]
    const before = await Promise.all(jobs.map(lockOf))
    const world = await startNode()
    await world.beat(5)
    assert.equal(await rowOf(silent), undefined)
    const after = await Promise.all(jobs.map(lockOf))
    for (const [index, job] of after.entries()) {
      assert.deepEqual([job?.locked_by, job?.run_at], [null, before[index]?.run_at])
    }
    assert.match(world.logger.dump(), /node is dead, its jobs are free/)
    await world.node.stop()
  })

  it('a node that missed beats for less than 15 s is not buried', async () => {
    const slow = await addSilent(10, ['slow'])
    const jobId = await addLockedJob('slow', 1)
    const world = await startNode()
    await world.beat(6)
    assert.notEqual(await rowOf(slow), undefined)
    assert.equal((await lockOf(jobId))?.locked_by, 'slow')
    await world.node.stop()
    await db.sql`delete from node where node_id = ${slow}`
  })

  it('nobody is judged before one’s own beats got through for 15 s', async () => {
    const silent = await addSilent(60, [])
    const world = await startNode()
    await world.beat(4)
    assert.notEqual(await rowOf(silent), undefined)
    await world.beat(1)
    assert.equal(await rowOf(silent), undefined)
    await world.node.stop()
  })

  it('a node that was buried while it lived is told so', async () => {
    const world = await startNode()
    await world.node.addPool('mine')
    await db.sql`delete from node where node_id = ${world.node.id}`
    assert.equal(world.fenced, 0)
    await world.beat(1)
    assert.equal(world.fenced, 1)
    assert.deepEqual((await rowOf(world.node.id))?.pools, ['mine'])
    await world.node.stop()
  })

  it('a pool that could not be made known when it started is known with the next beat', async () => {
    const world = await startNode()
    await world.node.addPool('late')
    await db.sql`update node set pools = '{}' where node_id = ${world.node.id}`
    await world.beat(1)
    assert.deepEqual((await rowOf(world.node.id))?.pools, ['late'])
    await world.node.stop()
  })

  it('jobs of a pool that no node knows are freed after 15 s, and only those', async () => {
    const other = await addSilent(0, ['known'])
    const world = await startNode()
    await world.node.addPool('mine')
    const [stray, fresh, known, mine] = await Promise.all([
      addLockedJob('stray', 30),
      addLockedJob('fresh', 1),
      addLockedJob('known', 30),
      addLockedJob('mine', 30),
    ])
    await world.beat(5)
    const locks = await Promise.all([stray, fresh, known, mine].map(async (id) => (await lockOf(id))?.locked_by))
    assert.deepEqual(locks, [null, 'fresh', 'known', 'mine'])
    await world.node.stop()
    await db.sql`delete from node where node_id = ${other}`
  })

  it('jobs of a pool that ended by itself are freed with the next beat', async () => {
    const world = await startNode()
    await world.node.addPool('ended')
    await world.node.addPool('next')
    const [ended, next] = await Promise.all([addLockedJob('ended', 1), addLockedJob('next', 1)])
    world.node.losePool('ended')
    await world.beat(2)
    assert.deepEqual([(await lockOf(ended))?.locked_by, (await lockOf(next))?.locked_by], [null, 'next'])
    assert.deepEqual((await rowOf(world.node.id))?.pools, ['next'])
    await world.node.stop()
  })

  it('jobs that a living pool fetched and never got are freed after a minute', async () => {
    const world = await startNode()
    const [held, lost, fresh] = await Promise.all([
      addLockedJob('living', 90),
      addLockedJob('living', 90),
      addLockedJob('living', 30),
    ])
    await world.node.addPool('living', () => [held])
    await world.beat(5)
    const locks = await Promise.all([held, lost, fresh].map(async (id) => (await lockOf(id))?.locked_by))
    assert.deepEqual(locks, ['living', null, 'living'])
    await world.node.stop()
  })

  it('locks of living pools are renewed before the queue takes them for abandoned', async () => {
    const world = await startNode()
    await world.node.addPool('patient')
    const jobs = [await addLockedJob('patient', 2 * 3_600), await addLockedJob('patient', 60)]
    await world.beat(5)
    const [old, recent] = await Promise.all(jobs.map(lockOf))
    assert.ok((old?.age ?? 9_999) < 60)
    assert.ok((recent?.age ?? 0) >= 60)
    assert.equal(old?.locked_by, 'patient')
    await world.node.stop()
  })
})
