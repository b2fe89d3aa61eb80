import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { captureLogger, createManualClock } from '@heliograph/testkit'
import { textArray } from '../src/database/arrays.ts'
import type { Sql } from '../src/database/database.ts'
import { findDisputed, takeLinks } from '../src/ownership/link-lease-statements.ts'
import { LinkLeases } from '../src/ownership/link-leases.ts'
import { type LinkShare, shareKey } from '../src/ownership/link-share.ts'
import { useDatabase } from './support/database-fixture.ts'
import { waitUntil } from './support/engine-harness.ts'
import { FakeSet } from './support/fake-set.ts'

const MINUTES = 60_000

describe('leases of links', () => {
  const db = useDatabase()
  beforeEach(async () => {
    await db.sql`delete from node`
    await db.sql`delete from link_refusal`
  })

  /** Nodes that are configured with the same links and live on one clock. */
  function nodesWith(...sets: readonly (readonly string[])[]) {
    const clock = createManualClock()
    const nodes: { readonly leases: LinkLeases; readonly look: () => Promise<void> }[] = []
    return {
      /** Lets time pass and waits for no look. */
      advance: (ms: number) => clock.advance(ms),
      /** Lets time pass; every second, the nodes look one after the other. */
      async pass(ms: number) {
        for (let passed = 0; passed < ms; passed += 1_000) {
          clock.advance(1_000)
          for (const { look } of nodes) await look()
        }
      },
      async passUntil(isSo: () => boolean) {
        for (let second = 0; second < 60 && !isSo(); second += 1) await this.pass(1_000)
      },
      /** `shares`: into how many the node divides its links. */
      async start(shares = 1) {
        const [row] = await db.sql<{ lease: number }[]>`
          insert into node (node_id, name, roles, links)
          values (${randomUUID()}, 'n', '{dispatch}', ${textArray(sets.flat())}::text[]) returning lease`
        const lease = (row as { lease: number }).lease
        const own = Array.from({ length: shares }, (_, index) => ({ number: index + 1, of: shares })).flatMap((share) =>
          sets.map((links) => new FakeSet(links, share)),
        )
        const state = { mayServe: true, isLeased: true }
        /** What the node knew to be up elsewhere with each change. */
        const changes: (readonly string[])[] = []
        const leases: LinkLeases = new LinkLeases({
          sql: db.sql,
          clock,
          logger: captureLogger(),
          sets: own,
          lease: () => (state.isLeased ? lease : null),
          mayServe: () => state.mayServe,
          onChange: () => void changes.push(sets.flat().filter((link) => leases.isUpElsewhere(link))),
          announce: () => {},
        })
        const node = { leases, look: () => leases.look() }
        await leases.start()
        nodes.push(node)
        const held = () => own.filter(({ links }) => links.every((link) => leases.holds(link))).length
        /** How many sets are open. */
        const used = () => own.filter(({ open_ }) => open_.size > 0).length
        return {
          lease,
          leases,
          state,
          changes,
          sets: own,
          held,
          used,
          first: own[0] as FakeSet,
          /** Ends as a process that is killed, and is buried. */
          async die() {
            nodes.splice(nodes.indexOf(node), 1)
            state.isLeased = false
            await leases.stop()
            await db.sql`delete from node where lease = ${lease}`
          },
        }
      },
    }
  }

  async function isLocked(): Promise<boolean> {
    const waiting = await db.sql`select from pg_locks where relation = 'link_lease'::regclass and not granted
        and database = (select oid from pg_database where datname = current_database())`
    return waiting.length > 0
  }

  it('a refused login is tried by no other node', async () => {
    const world = nodesWith(['net/main'])
    const [a, b] = [await world.start(), await world.start()]
    a.first.canConnect = b.first.canConnect = false
    a.first.refusedMs = 5 * MINUTES
    await world.pass(80_000)
    assert.deepEqual([a.first.opened, b.first.opened], [['net/main'], []])
    assert.ok(a.leases.holds('net/main'))
  })

  it('nor by the node that has the link next, until its time has come', async () => {
    const world = nodesWith(['net/main'])
    const [a, b] = [await world.start(), await world.start()]
    a.first.canConnect = false
    a.first.refusedMs = 5 * MINUTES
    await world.pass(2_000)
    await a.die()
    await world.pass(10_000)
    assert.deepEqual([b.held(), b.first.opened, b.leases.isRefused('net/main')], [1, [], true])
    await world.pass(60_000)
    assert.deepEqual([b.held(), b.first.opened], [1, []], 'it keeps the link')
    await db.sql`update link_refusal set refused_until = now()`
    await world.pass(1_000)
    assert.deepEqual([b.first.opened, b.leases.isRefused('net/main')], [['net/main'], false])
  })

  it('other links of the set are opened meanwhile', async () => {
    await db.sql`insert into link_refusal (link, refused_until) values ('net/b', now() + interval '5 minutes')`
    const world = nodesWith(['net/a', 'net/b'])
    const node = await world.start()
    assert.deepEqual(node.first.opened, ['net/a'])
  })

  it('links that cannot connect, but are not refused, go to another node', async () => {
    const world = nodesWith(['net/main'])
    const [a, b] = [await world.start(), await world.start()]
    a.first.canConnect = false
    await world.passUntil(() => b.held() === 1)
    assert.equal(a.held(), 0)
  })

  it('a node in no state to serve links leaves them to another one, and has them again later', async () => {
    const world = nodesWith(['net/main'])
    const a = await world.start()
    a.state.mayServe = false
    await world.pass(5_000)
    assert.equal(a.held(), 1, 'while there is no other node')
    const b = await world.start()
    await world.passUntil(() => b.held() === 1)
    assert.deepEqual([a.held(), a.first.open_.size], [0, 0])
    a.state.mayServe = true
    await b.die()
    await world.pass(5_000)
    assert.equal(a.held(), 1)
  })

  it('links that could not be released stay closed, and are released as soon as it works', async (t) => {
    const world = nodesWith(['net/main'])
    const [a, b] = [await world.start(), await world.start()]
    await db.sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`
    await db.sql`create trigger refuse before delete on link_lease for each row execute function refuse()`
    t.after(() => db.sql`drop trigger if exists refuse on link_lease`)
    a.state.mayServe = false
    await world.pass(3_000)
    await waitUntil(() => a.held() === 1, 'it could not be released')
    assert.deepEqual([b.held(), a.first.open_.size], [0, 0])
    await db.sql`drop trigger refuse on link_lease`
    await world.passUntil(() => b.held() === 1)
    assert.equal(a.held(), 0)
  })

  it('a node that stops waits for links that it is just leaving to another one', async () => {
    const world = nodesWith(['net/main'])
    const [a] = [await world.start(), await world.start()]
    let closed = () => {}
    a.first.closing = new Promise((resolve) => {
      closed = resolve
    })
    a.state.mayServe = false
    await world.pass(1_000)
    assert.equal(a.held(), 0, 'it is leaving the link')
    let isStopped = false
    const stopping = a.leases.stop().then(() => {
      isStopped = true
    })
    await setImmediate()
    await db.sql`select 1`
    assert.equal(isStopped, false)
    closed()
    await stopping
    const rows = await db.sql`select from link_lease`
    assert.equal(rows.length, 0)
  })

  it('links are closed when the lease has run out, though a look at the database hangs', async () => {
    const world = nodesWith(['net/a'], ['net/b'])
    const node = await world.start()
    await world.pass(5_000)
    assert.equal(node.held(), 2)
    await db.sql.begin(async (blocker) => {
      await blocker`lock table link_lease`
      world.advance(1_000)
      await waitUntil(isLocked, 'a look waits for the lock')
      node.state.isLeased = false
      world.advance(1_000)
      assert.deepEqual(
        node.sets.flatMap((set) => set.up()),
        [],
        'another node may soon have them',
      )
    })
    node.state.isLeased = true
    await world.pass(2_000)
    assert.deepEqual(
      node.sets.flatMap((set) => set.up()),
      ['net/a', 'net/b'],
    )
    await node.leases.stop()
  })

  it('a node that was restarted has its share again, and what moved stays', async () => {
    const world = nodesWith(['net/a'], ['net/b'], ['net/c'], ['net/d'])
    const a = await world.start()
    await world.pass(5_000)
    assert.equal(a.held(), 4)
    const b = await world.start()
    await world.passUntil(() => b.held() === 2)
    assert.equal(a.held(), 2)
    const moved = b.sets.flatMap(({ opened }) => opened)
    await world.pass(2 * MINUTES)
    assert.deepEqual(
      [a.sets, b.sets].map((sets) => sets.flatMap(({ opened }) => opened)),
      [['net/a', 'net/b', 'net/c', 'net/d'], moved],
    )
  })

  it('each node knows which links the others have up, and does not miss those that change nodes', async () => {
    const world = nodesWith(['net/a'], ['net/b'])
    const [a, b] = [await world.start(), await world.start()]
    await world.passUntil(() => a.held() === 1 && b.held() === 1)
    await world.pass(2_000)
    const [mine, other] = a.leases.holds('net/a') ? ['net/a', 'net/b'] : ['net/b', 'net/a']
    const known = () => [mine, other].map((link) => [a, b].map(({ leases }) => leases.isUpElsewhere(link)))
    const [both, onlyMine] = [
      [
        [false, true],
        [true, false],
      ],
      [
        [false, true],
        [false, false],
      ],
    ]
    assert.deepEqual(known(), both)
    for (const set of b.sets) set.canConnect = false
    await world.pass(2_000)
    assert.deepEqual(known(), onlyMine, 'it went down')
    for (const set of b.sets) set.canConnect = true
    await world.pass(2_000)
    assert.deepEqual(known(), both)
    a.state.mayServe = false
    await b.die()
    await world.pass(4_000)
    assert.equal(a.leases.isUpElsewhere(other), true, 'it changes nodes')
    await world.pass(2_000)
    assert.equal(a.leases.isUpElsewhere(other), false)
  })

  it('a node knows them before it has any itself', async () => {
    const world = nodesWith(['net/a'], ['net/b'])
    await world.start()
    await world.pass(5_000)
    await db.sql`delete from link_lease where link = 'net/a'`
    const b = await world.start()
    assert.ok(b.leases.holds('net/a'))
    assert.deepEqual(b.changes, [['net/b'], ['net/b']])
  })

  it('links that another node cannot bring up come back once, not again and again', async () => {
    const world = nodesWith(['net/a'], ['net/b'])
    const a = await world.start()
    await world.pass(5_000)
    const b = await world.start()
    for (const set of b.sets) set.canConnect = false
    await world.pass(5 * MINUTES)
    assert.deepEqual([a.held(), b.held()], [2, 0])
    assert.ok(b.sets.flatMap(({ opened }) => opened).length <= 2)
  })

  describe('of links that nodes share', () => {
    it('each has its part, and one that is alone has all', async () => {
      const world = nodesWith(['net/main'])
      const a = await world.start(2)
      await world.pass(5_000)
      assert.equal(a.used(), 2)
      const b = await world.start(2)
      await world.passUntil(() => b.used() === 1)
      await world.pass(2 * MINUTES)
      assert.deepEqual([a.used(), b.used()], [1, 1])
      assert.deepEqual([a.leases.holds('net/main'), b.leases.holds('net/main')], [true, true])
      await b.die()
      await world.passUntil(() => a.used() === 2)
      assert.equal(a.used(), 2)
    })

    it('nodes that start together have shares of each', async () => {
      const world = nodesWith(['net/a'], ['net/b'])
      const nodes = [await world.start(2), await world.start(2)]
      await world.passUntil(() => nodes.every(({ used }) => used() === 2))
      await world.pass(2 * MINUTES)
      for (const { leases, used } of nodes)
        assert.deepEqual([used(), leases.holds('net/a'), leases.holds('net/b')], [2, true, true])
    })

    it('a share that cannot connect goes to the node that has the other', async () => {
      const world = nodesWith(['net/main'])
      const a = await world.start(2)
      await world.pass(5_000)
      const b = await world.start(2)
      for (const set of b.sets) set.canConnect = false
      await world.passUntil(() => b.used() === 1)
      await world.passUntil(() => a.used() === 2)
      assert.deepEqual([a.used(), b.used()], [2, 0])
      assert.ok(a.leases.holds('net/main'), 'it had one all the time')
    })

    it('each knows that the other has it up', async () => {
      const world = nodesWith(['net/main'])
      const nodes = [await world.start(2), await world.start(2)]
      await world.passUntil(() => nodes.every(({ used }) => used() === 1))
      await world.pass(2_000)
      const known = () => nodes.map(({ leases }) => leases.isUpElsewhere('net/main'))
      assert.deepEqual(known(), [true, true])
      for (const set of nodes[1]?.sets ?? []) set.canConnect = false
      await world.pass(2_000)
      assert.deepEqual(known(), [false, true])
    })

    it('a node that divides them in another way waits until they are free', async () => {
      for (const [first, second] of [
        [1, 2],
        [2, 1],
        [2, 3],
      ] as const) {
        const world = nodesWith(['net/main'])
        const a = await world.start(first)
        await world.pass(5_000)
        const b = await world.start(second)
        await world.pass(30_000)
        assert.deepEqual([a.used(), b.used()], [first, 0])
        await a.die()
        await world.passUntil(() => b.used() === second)
        assert.equal(b.used(), second)
        await b.die()
      }
    })

    it('of two that take them at the same moment, one finds it out', async () => {
      const world = nodesWith(['net/other'])
      const [a, b] = [await world.start(), await world.start()]
      const take = (sql: Sql, lease: number, share: LinkShare) =>
        takeLinks(sql, lease, [{ links: ['net/main'], share }])
      await db.sql.begin(async (tx) => {
        await take(tx as unknown as Sql, a.lease, { number: 1, of: 1 })
        assert.deepEqual(await take(db.sql, b.lease, { number: 2, of: 2 }), [shareKey('net/main', 2)])
      })
      assert.deepEqual([...(await findDisputed(db.sql, ['net/main', 'net/other']))], ['net/main'])
    })
  })
})
