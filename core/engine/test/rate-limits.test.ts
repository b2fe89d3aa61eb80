import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, test } from 'node:test'
import type { Principal } from '@heliograph/contracts'
import { captureLogger, createManualClock, type ManualClock } from '@heliograph/testkit'
import fc from 'fast-check'
import { createRateLimits, type NodeRateLimits } from '../src/accounts/rate-limits/rate-limits.ts'
import { SlidingWindow, WINDOW_MS } from '../src/accounts/rate-limits/sliding-window.ts'
import { publishUsage, readUsageOfOthers } from '../src/accounts/rate-limits/usage.ts'
import { UsageOfOthers } from '../src/accounts/rate-limits/usage-of-others.ts'
import { openDatabase, type Sql } from '../src/database/database.ts'
import { useDatabase } from './support/database-fixture.ts'

const database = useDatabase()
let keys = 5_000

/** A principal with a key of its own. */
function principalWith(rateLimit: number, change: Partial<Principal> = {}): Principal {
  keys += 1
  return { userId: keys, keyId: keys, rateLimit, ...change } as Principal
}

interface Node {
  readonly limits: NodeRateLimits
  readonly log: ReturnType<typeof captureLogger>
}

function createNode(clock: ManualClock, sql: Sql = database.sql): Node {
  const log = captureLogger()
  const limits = createRateLimits({ sql, clock, logger: log, nodeId: randomUUID() })
  limits.start()
  return { limits, log }
}

/** Lets each node publish and read twice: the second round reads what the first has published. */
async function exchange(clock: ManualClock, ...nodes: readonly Node[]): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    clock.advance(250)
    for (const node of nodes) {
      await node.limits.stop()
      node.limits.start()
    }
  }
}

function admitted(node: Node, principal: Principal, requests: number): number {
  let count = 0
  for (let index = 0; index < requests; index += 1) if (node.limits.admit(principal).admitted) count += 1
  return count
}

/**
 * Blocks of the table and its index that a connection has read so far; other connections keep back their counts for a
 * while.
 */
async function blocksRead(sql: Sql): Promise<number> {
  await sql`select pg_stat_force_next_flush()`
  const [row] = await sql<{ blocks: number }[]>`
    select heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read + coalesce(toast_blks_hit + toast_blks_read, 0) as blocks
    from pg_statio_user_tables where relname = 'rate_usage'`
  return row?.blocks as number
}

describe('the window', () => {
  // spec: v2 REST | status | 429: rate limit exceeded
  test('300 in a minute are admitted, the 301st is told when to come back', () => {
    const clock = createManualClock()
    const node = createNode(clock)
    const principal = principalWith(300)
    assert.equal(admitted(node, principal, 300), 300)
    assert.deepEqual(node.limits.admit(principal), { admitted: false, retryAfterSeconds: 60 })
    clock.advance(20_500)
    assert.deepEqual(node.limits.admit(principal), { admitted: false, retryAfterSeconds: 40 })
  })

  test('it slides: room comes back request by request, after exactly 60 seconds', () => {
    const clock = createManualClock()
    const node = createNode(clock)
    const principal = principalWith(2)
    assert.equal(admitted(node, principal, 1), 1)
    clock.advance(30_000)
    assert.equal(admitted(node, principal, 2), 1)
    assert.deepEqual(node.limits.admit(principal), { admitted: false, retryAfterSeconds: 30 })
    clock.advance(29_999)
    assert.deepEqual(node.limits.admit(principal), { admitted: false, retryAfterSeconds: 1 })
    clock.advance(1)
    assert.equal(admitted(node, principal, 2), 1)
  })

  test('refused requests do not count', () => {
    const clock = createManualClock()
    const node = createNode(clock)
    const principal = principalWith(1)
    assert.equal(admitted(node, principal, 1_000), 1)
    clock.advance(WINDOW_MS)
    assert.equal(admitted(node, principal, 1), 1)
  })

  test('users do not share a window, nor do the keys and the sessions of one', () => {
    const node = createNode(createManualClock())
    const session = { keyId: null, scope: 'portal' } as const
    const user = principalWith(1)
    const principals = [user, { ...user, ...session }, principalWith(1), principalWith(1, session)]
    for (const principal of principals) assert.equal(admitted(node, principal, 2), 1)
  })

  test('ten keys of a user, and its password, send no more than one, over all nodes', async () => {
    const clock = createManualClock()
    const nodes = [createNode(clock), createNode(clock)]
    const user = principalWith(300)
    const keyIds = [...Array.from({ length: 10 }, (_, index) => 70_000 + index), null]
    let total = 0
    for (const keyId of keyIds) {
      for (const node of nodes) {
        const scope = keyId !== null && keyId % 2 === 0 ? 'portal' : 'send'
        total += admitted(node, { ...user, keyId, scope }, 300)
        await exchange(clock, ...nodes)
      }
    }
    assert.equal(total, 300)
    for (const node of nodes) await node.limits.stop()
  })

  test('a lowered limit holds at once and tells the right time', () => {
    const clock = createManualClock()
    const node = createNode(clock)
    const principal = principalWith(10)
    for (let second = 0; second < 10; second += 1) {
      assert.equal(admitted(node, principal, 1), 1)
      clock.advance(1_000)
    }
    // Under a limit of 3, eight of the ten must have left: the eighth came at 7 s.
    const { keyId } = principal
    assert.deepEqual(node.limits.admit({ ...principal, keyId, rateLimit: 3 }), {
      admitted: false,
      retryAfterSeconds: 57,
    })
  })

  test('it agrees with a plain list of times, and the wait it names is right to the millisecond', () => {
    const steps = fc.array(fc.record({ waitMs: fc.nat(20_000), requests: fc.integer({ min: 1, max: 8 }) }), {
      maxLength: 60,
    })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), steps, (limit, sequence) => {
        const window = new SlidingWindow()
        let now = 1_000_000
        let times: number[] = []
        for (const { waitMs, requests } of sequence) {
          now += waitMs
          for (let index = 0; index < requests; index += 1) {
            times = times.filter((time) => time + WINDOW_MS > now)
            const expected = times.length < limit
            assert.equal(window.admit(now, limit), expected)
            if (expected) times.push(now)
            else assert.equal(window.waitMs(now, limit), (times[times.length - limit] as number) + WINDOW_MS - now)
          }
        }
      }),
    )
  })

  test('a clock that goes back admits nothing twice', () => {
    const window = new SlidingWindow()
    assert.equal(window.admit(100_000, 1), true)
    assert.equal(window.admit(99_000, 1), false)
    assert.equal(window.admit(160_000, 1), true)
  })

  test('a huge limit takes an entry a millisecond at most', () => {
    const window = new SlidingWindow()
    for (let index = 0; index < 100_000; index += 1)
      assert.equal(window.admit(1_000_000 + Math.floor(index / 1000), 1e9), true)
    assert.deepEqual(window.ownSeconds(0), [{ second: 1_000, requests: 100_000 }])
  })
})

describe('over all nodes', () => {
  // A node that finds more than eight others exchanges less often than these tests advance their clock.
  beforeEach(() => database.sql`truncate rate_usage`)

  // spec: v2 REST | status | 429: rate limit exceeded
  test('what one node admitted counts on the others', async () => {
    const clock = createManualClock()
    const [one, other] = [createNode(clock), createNode(clock)]
    const principal = principalWith(10)
    assert.equal(admitted(one, principal, 6), 6)
    assert.equal(admitted(other, principal, 1), 1)
    await exchange(clock, one, other)
    assert.equal(admitted(other, principal, 10), 3)
    await exchange(clock, one, other)
    assert.equal(admitted(one, principal, 10), 0)
    const refusal = one.limits.admit(principal)
    assert.ok(!refusal.admitted && refusal.retryAfterSeconds >= 58 && refusal.retryAfterSeconds <= 60)
    clock.advance(WINDOW_MS)
    await exchange(clock, one, other)
    assert.equal(admitted(one, principal, 20), 10)
    await Promise.all([one.limits.stop(), other.limits.stop()])
  })

  test('among many nodes a node exchanges less often, so that their work grows with their number, not its square', async () => {
    const clock = createManualClock()
    const node = createNode(clock)
    const principal = principalWith(1_000)
    const second = Math.floor(clock.now() / 1000)
    const nodeIds = Array.from({ length: 16 }, () => randomUUID())
    const publish = (sequence: number, requests: number) =>
      Promise.all(
        nodeIds.map((nodeId) => {
          const usage = [{ keyId: 2 ** 52 + principal.userId, second, requests }]
          return publishUsage(database.sql, { nodeId, sequence, lastSecond: second, usage })
        }),
      )
    const pass = async (ms: number) => {
      clock.advance(ms)
      await node.limits.stop()
      const free = admitted(node, principal, 1_000)
      node.limits.start()
      return free
    }
    await publish(1, 10)
    assert.equal(await pass(250), 1_000 - 160)
    await publish(2, 5)
    assert.equal(await pass(499), 0, 'not read yet')
    assert.equal(await pass(500), 80)
    await node.limits.stop()
  })

  test('counts of one key are not those of another', async () => {
    const clock = createManualClock()
    const [one, other] = [createNode(clock), createNode(clock)]
    const [first, second] = [principalWith(5), principalWith(5)]
    admitted(one, first, 5)
    admitted(other, first, 1)
    admitted(other, second, 1)
    await exchange(clock, one, other)
    assert.equal(admitted(other, first, 5), 0)
    assert.equal(admitted(other, second, 5), 4)
    await Promise.all([one.limits.stop(), other.limits.stop()])
  })

  test('a key that a node has not met counts with what the others admitted from its first request on', async () => {
    const clock = createManualClock()
    const [one, other] = [createNode(clock), createNode(clock)]
    const principal = principalWith(10)
    assert.equal(admitted(one, principal, 10), 10)
    await exchange(clock, one, other)
    assert.equal(admitted(other, principal, 1), 0)
    await Promise.all([one.limits.stop(), other.limits.stop()])
  })

  test('what is kept is not read again, and a node that is alone reads nothing', async () => {
    await database.sql`alter table rate_usage set (autovacuum_enabled = false)`
    const sql = openDatabase({ url: database.url, max: 1, applicationName: 'test' })
    const [me, ...others] = [randomUUID(), randomUUID(), randomUUID()] as const
    const usage = (second: number) => Array.from({ length: 1_000 }, (_, keyId) => ({ keyId, second, requests: 5 }))
    const publish = async (nodeId: string, from: number, to: number) => {
      for (let sequence = from; sequence <= to; sequence += 1) {
        await publishUsage(sql, { nodeId, sequence, lastSecond: sequence, usage: usage(sequence) })
      }
    }
    const known = new UsageOfOthers()
    const read = async () => {
      const before = await blocksRead(sql)
      const publications = await readUsageOfOthers(sql, me, known.positions)
      for (const publication of publications) known.add(publication)
      return { read: publications.map(({ sequence }) => sequence), blocks: (await blocksRead(sql)) - before }
    }
    await publish(me, 1, 240)
    const alone = await read()
    assert.deepEqual(alone.read, [])
    assert.ok(alone.blocks <= 10, `${alone.blocks} blocks`)
    for (const nodeId of others) await publish(nodeId, 1, 100)
    assert.equal((await read()).read.length, 200)
    const nothingNew = await read()
    assert.deepEqual(nothingNew.read, [])
    assert.ok(nothingNew.blocks <= 20, `${nothingNew.blocks} blocks`)
    await publish(others[0], 101, 102)
    assert.deepEqual((await read()).read, [101, 102])
    assert.deepEqual(known.of(7).slice(-3), [
      { second: 100, requests: 10 },
      { second: 101, requests: 5 },
      { second: 102, requests: 5 },
    ])
    known.forget(102)
    assert.deepEqual([known.of(7), [...known.positions.keys()]], [[{ second: 102, requests: 5 }], [others[0]]])
    await sql.end({ timeout: 5 })
  })

  test('old rows are purged, recent ones stay', async () => {
    const clock = createManualClock()
    const node = createNode(clock)
    const principal = principalWith(10)
    admitted(node, principal, 1)
    await exchange(clock, node)
    const rows = async () =>
      (await database.sql`select from rate_usage where ${2 ** 52 + principal.userId}::bigint = any(keys)`).length
    assert.equal(await rows(), 1)
    clock.advance(180_000)
    admitted(node, principal, 1)
    await exchange(clock, node)
    assert.equal(await rows(), 1)
    clock.advance(180_000)
    await exchange(clock, node)
    assert.equal(await rows(), 0)
    await node.limits.stop()
  })

  test('without the database the node goes on alone, says so once, and catches up', async () => {
    const clock = createManualClock()
    const away = openDatabase({ url: 'postgres://127.0.0.1:1/nowhere', max: 1, applicationName: 'test' })
    let present = false
    const flaky = new Proxy(database.sql, {
      apply: (target, self, args) => Reflect.apply((present ? target : away) as never, self, args),
    }) as Sql
    const node = createNode(clock, flaky)
    const other = createNode(clock)
    const principal = principalWith(5)
    assert.equal(admitted(node, principal, 3), 3)
    await exchange(clock, node)
    await exchange(clock, node)
    assert.equal(node.log.at('warn').length, 1)
    present = true
    admitted(other, principal, 1)
    await exchange(clock, node, other)
    assert.equal(admitted(other, principal, 5), 1, 'the three of before were published')
    assert.equal(admitted(node, principal, 5), 1, 'the one published meanwhile is known')
    await Promise.all([node.limits.stop(), other.limits.stop()])
    await away.end({ timeout: 0 })
  })

  test('a stopped node leaves no timer', async () => {
    const clock = createManualClock()
    const node = createNode(clock)
    await exchange(clock, node)
    await node.limits.stop()
    await node.limits.stop()
    assert.equal(clock.pending, 0)
  })
})
