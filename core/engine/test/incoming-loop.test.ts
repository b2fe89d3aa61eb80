import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { captureLogger, createManualClock } from '@heliograph/testkit'
import type { Sql } from '../src/database/database.ts'
import { IncomingLoop } from '../src/inbound/incoming-loop.ts'
import { addWork, endSteps } from '../src/inbound/incoming-work.ts'
import { resumeWork } from '../src/operate/paused-work.ts'
import { OWNED_TABLES } from '../src/owned-tables.ts'
import { freeEnded } from '../src/ownership/owned-rows.ts'
import { WorkGuard } from '../src/ownership/work-starts/work-guard.ts'
import { countEnds } from '../src/ownership/work-starts/work-start-statements.ts'
import { useDatabase } from './support/database-fixture.ts'
import { waitUntil } from './support/engine-harness.ts'

describe('work on incoming SMS', () => {
  const db = useDatabase()

  beforeEach(async () => {
    for (const table of ['incoming_work', 'work_start', 'node']) await db.sql`delete from ${db.sql(table)}`
  })

  async function newLease(): Promise<number> {
    const [row] = await db.sql<{ lease: number }[]>`
      insert into node (node_id, name, roles) values (gen_random_uuid(), 'test', '{webhooks}') returning lease`
    return row?.lease as number
  }

  /** A node whose work is done by `workOn`; by default it is done at once. */
  async function startNode(workOn: (incomingId: number) => Promise<void> = done) {
    const lease = await newLease()
    const clock = createManualClock()
    const logger = captureLogger()
    const { sql } = db
    const guard = new WorkGuard({ sql, logger, lease: () => lease })
    const tools = { sql, clock, logger, lease: () => lease as number | null, leaseNumber: () => lease }
    const loop = new IncomingLoop({ ...tools, guard, workOn })
    return { loop, lease, clock, logger }
  }

  const done = (incomingId: number) =>
    db.sql`delete from incoming_work where incoming_id = ${incomingId}`.then(() => {})

  const add = (incomingIds: readonly number[], owner: number | null = null) =>
    db.sql.begin((tx) => addWork(tx, incomingIds, owner))

  const rows = () => db.sql<{ incoming_id: number; owner: number | null; starts: number; failures: number }[]>`
    select incoming_id, owner, starts, failures from incoming_work order by incoming_id`

  /** How long until it is due; null: it is paused. */
  async function dueInSeconds(incomingId: number): Promise<number | null> {
    const [row] = await db.sql<{ seconds: number | null }[]>`
      select ceil(extract(epoch from due_at - now()))::integer as seconds from incoming_work where incoming_id = ${incomingId}`
    return row?.seconds as number | null
  }

  /** What a node dies of while it is at it. */
  async function die(sql: Sql, lease: number): Promise<void> {
    await sql`delete from node where lease = ${lease}`
    await countEnds(sql, lease)
    await freeEnded(sql, OWNED_TABLES)
  }

  it('that waits is found by a node that starts, and by one that looks', async () => {
    await add([1, 2])
    const node = await startNode()
    node.loop.start()
    await waitUntil(async () => (await rows()).length === 0, 'it is done')
    await add([3])
    node.loop.look()
    await waitUntil(async () => (await rows()).length === 0, 'it is done')
    await node.loop.stop()
  })

  it('is taken with the commit by the node that stores it, once it runs', async () => {
    const seen: number[] = []
    const node = await startNode(async (incomingId) => {
      seen.push(incomingId)
      await done(incomingId)
    })
    assert.equal(node.loop.takerOf(1), null)
    node.loop.start()
    const lease = node.loop.takerOf(2)
    assert.equal(lease, node.lease)
    await add([7, 8], lease)
    node.loop.offer([7, 8])
    assert.deepEqual(seen, [7, 8])
    await node.loop.stop()
    assert.equal((await rows()).length, 0)
  })

  it('waits in the table when there is no room, and is taken when there is', async () => {
    let letGo = () => {}
    const gate = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const node = await startNode(async (incomingId) => {
      await gate
      await done(incomingId)
    })
    node.loop.start()
    const full = Array.from({ length: 2_000 }, (_, index) => index + 1)
    await add(full, node.loop.takerOf(full.length))
    node.loop.offer(full)
    assert.equal(node.loop.takerOf(1), null)
    await add([9_000])
    node.loop.waits()
    letGo()
    await waitUntil(async () => (await rows()).length === 0, 'all is done')
    await node.loop.stop()
  })

  it('is looked for when the outcome of its commit is unknown', async () => {
    const node = await startNode()
    node.loop.start()
    await add([5], node.loop.takerOf(1))
    node.loop.outcomeUnknown()
    await waitUntil(async () => {
      node.clock.advance(1_000)
      return (await rows()).length === 0
    }, 'it is done')
    await node.loop.stop()
  })

  it('that was committed while the node stopped is free', async () => {
    const node = await startNode()
    node.loop.start()
    const lease = node.loop.takerOf(1)
    await node.loop.stop()
    await add([5], lease)
    node.loop.offer([5])
    await waitUntil(async () => (await rows())[0]?.owner === null, 'it is free')
    assert.deepEqual({ ...(await rows())[0] }, { incoming_id: 5, owner: null, starts: 0, failures: 0 })
  })

  it('that fails is put off for longer and longer, and is no suspect', async () => {
    let fails = true
    const node = await startNode((incomingId) => (fails ? Promise.reject(new Error('broken')) : done(incomingId)))
    await add([5])
    node.loop.start()
    for (const [failures, seconds] of [
      [1, 1],
      [2, 2],
      [3, 4],
      [4, 8],
    ] as const) {
      await waitUntil(async () => (await rows())[0]?.failures === failures, 'it is put off')
      assert.deepEqual({ ...(await rows())[0] }, { incoming_id: 5, owner: null, starts: failures, failures })
      assert.equal(await dueInSeconds(5), seconds)
      await db.sql`update incoming_work set due_at = now()`
      node.loop.look()
    }
    fails = false
    await db.sql`update incoming_work set due_at = now()`
    await waitUntil(async () => {
      node.loop.look()
      return (await rows()).length === 0
    }, 'it is done')
    assert.deepEqual([...(await db.sql`select from work_start`)], [])
    await node.loop.stop()
  })

  it('that cannot even be put off rests, and is done in the end', async () => {
    let runs = 0
    const node = await startNode(async (incomingId) => {
      runs += 1
      if (runs <= 3) throw new Error('read-only')
      await done(incomingId)
    })
    await db.sql.unsafe(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'read-only' using errcode = '25006'; end $$;
      create trigger refuse before update on incoming_work for each row when (new.failures > old.failures)
        execute function refuse()`)
    try {
      await add([5])
      node.loop.start()
      for (const times of [1, 2, 3]) {
        await waitUntil(() => node.logger.at('warn').length === times, 'it has failed')
        assert.equal(runs, times)
        // The put-off has failed as well once there is something to wait for.
        await waitUntil(async () => {
          node.clock.advance(5_000)
          return runs > times
        }, 'it is tried again')
      }
      await waitUntil(async () => (await rows()).length === 0, 'it is done')
      await node.loop.stop()
    } finally {
      await db.sql.unsafe('drop trigger refuse on incoming_work; drop function refuse')
    }
  })

  it('that is claimed again while it is held is done once more', async () => {
    const runs: number[] = []
    let end = () => {}
    const node = await startNode(async (incomingId) => {
      runs.push(incomingId)
      if (runs.length > 1) return done(incomingId)
      await new Promise<void>((resolve) => {
        end = resolve
      })
    })
    node.loop.start()
    await add([5], node.loop.takerOf(1))
    node.loop.offer([5])
    await db.sql`update incoming_work set owner = null, due_at = now()`
    node.loop.look()
    await waitUntil(async () => (await rows())[0]?.owner === node.lease, 'it is claimed')
    end()
    await waitUntil(async () => (await rows()).length === 0, 'it is done')
    assert.deepEqual(runs, [5, 5])
    await node.loop.stop()
  })

  it('that may end processes goes one by one, with other work between it', async () => {
    const order: string[] = []
    const gates = new Map<number, () => void>()
    const node = await startNode(async (incomingId) => {
      order.push(`begin ${incomingId}`)
      if (incomingId < 10) await new Promise<void>((resolve) => gates.set(incomingId, resolve))
      await done(incomingId)
      order.push(`end ${incomingId}`)
    })
    await add([1, 2])
    await db.sql`update incoming_work set starts = 2`
    node.loop.start()
    await waitUntil(() => gates.has(1), 'the first suspect is alone')
    const lease = node.loop.takerOf(1)
    await add([10], lease)
    node.loop.offer([10])
    assert.deepEqual(order, ['begin 1'])
    gates.get(1)?.()
    await waitUntil(() => gates.has(2), 'the second is alone')
    assert.deepEqual(order, ['begin 1', 'end 1', 'begin 10', 'end 10', 'begin 2'])
    gates.get(2)?.()
    await waitUntil(async () => (await rows()).length === 0, 'all is done')
    await node.loop.stop()
  })

  it('that ends one node after the other is alone the third time, then paused until it is resumed', async () => {
    const hangs = () => new Promise<void>(() => {})
    await add([5])
    for (const starts of [1, 2]) {
      const node = await startNode(hangs)
      node.loop.start()
      await waitUntil(async () => (await rows())[0]?.starts === starts, 'it is begun')
      assert.deepEqual([...(await db.sql`select from work_start`)], [])
      await die(db.sql, node.lease)
    }
    const third = await startNode(hangs)
    third.loop.start()
    const noted = () => db.sql<{ kind: string; key: string; ends: number }[]>`select kind, key, ends from work_start`
    await waitUntil(async () => (await noted()).length > 0, 'it is a suspect')
    assert.deepEqual({ ...(await noted())[0] }, { kind: 'incoming', key: '5', ends: 1 })
    await die(db.sql, third.lease)

    const fourth = await startNode()
    fourth.loop.start()
    await waitUntil(async () => (await dueInSeconds(5)) === null, 'it is paused')
    assert.equal((await rows()).length, 1)
    await resumeWork(db.sql, { kind: 'incoming', key: '5' })
    fourth.loop.look()
    await waitUntil(async () => (await rows()).length === 0, 'it is done')
    await fourth.loop.stop()
  })

  it('to which a webhook adds an answer meanwhile is free again with it', async () => {
    await add([5], await newLease())
    await db.sql`update incoming_work set steps = '{forward,confirm}', reply = 'Bye'`
    await endSteps(db.sql, [{ incomingId: 5, steps: ['forward'] }])
    assert.equal((await rows())[0]?.owner, null)
    assert.equal(await dueInSeconds(5), 0)
  })
})
