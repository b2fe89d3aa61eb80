import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { GatewayError } from '@heliograph/contracts'
import { createManualClock } from '@heliograph/testkit'
import { NO_OUTAGE } from '../src/database/outage.ts'
import { type ClientLimits, ClientQueue } from '../src/database/queues/client-queue.ts'

const outage = NO_OUTAGE
const refusal = () => new GatewayError('throttled', 'too-many-searches', 'too many', { retryAfterSeconds: 1 })

/** One whose steps take no time, on a node that has nothing else to do. */
function queueOf(limits: ClientLimits): ClientQueue {
  const clock = createManualClock()
  return new ClientQueue({ ...limits, clock, outage, monotonic: () => 0, isBusy: () => false, refusal })
}

/** A search of one step for each name; a step lasts until it is ended. */
function bench(queue: ClientQueue) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const search = (clientId: number, names: readonly string[], signal?: AbortSignal) =>
    queue.run(clientId, signal, async (run) => {
      for (const name of names) {
        await run(
          () =>
            new Promise<void>((resolve) => {
              begun.push(name)
              ends.set(name, resolve)
            }),
        )
      }
    })
  const settle = () => new Promise(setImmediate)
  const end = async (name: string) => {
    ends.get(name)?.()
    await settle()
  }
  return { begun, search, end, settle }
}

describe('steps of searches', () => {
  test('are as many at once as allowed, and of one client fewer', async () => {
    const { begun, search, end, settle } = bench(queueOf({ atOnce: 3, perClient: 2, tasksPerClient: 10 }))
    const all = [search(1, ['a']), search(1, ['b']), search(1, ['c']), search(2, ['d']), search(2, ['e'])]
    await settle()
    assert.deepEqual(begun, ['a', 'b', 'd'])
    await end('d')
    assert.deepEqual(begun, ['a', 'b', 'd', 'e'])
    await end('a')
    assert.deepEqual(begun, ['a', 'b', 'd', 'e', 'c'])
    for (const name of ['b', 'c', 'e']) await end(name)
    await Promise.all(all)
  })

  test('go round the clients, so that a client with many searches delays another by one step', async () => {
    const { begun, search, end, settle } = bench(queueOf({ atOnce: 1, perClient: 1, tasksPerClient: 10 }))
    const all = [search(1, ['a1', 'a2']), search(1, ['b1', 'b2']), search(2, ['c1', 'c2'])]
    await settle()
    for (const name of ['a1', 'c1', 'b1', 'c2', 'a2', 'b2']) await end(name)
    await Promise.all(all)
    assert.deepEqual(begun, ['a1', 'c1', 'b1', 'c2', 'a2', 'b2'])
  })

  test('are refused to a client that has too many searches, not to others', async () => {
    const { search, end, settle } = bench(queueOf({ atOnce: 1, perClient: 1, tasksPerClient: 2 }))
    const all = [search(1, ['a']), search(1, ['b'])]
    await assert.rejects(search(1, ['c']), { category: 'throttled', code: 'too-many-searches', retryAfterSeconds: 1 })
    all.push(search(2, ['d']))
    await settle()
    await end('a')
    const again = search(1, ['e'])
    for (const name of ['d', 'b', 'e']) await end(name)
    await Promise.all([...all, again])
  })

  test('are not waited for once the request was given up', async () => {
    const { begun, search, end, settle } = bench(queueOf({ atOnce: 1, perClient: 1, tasksPerClient: 2 }))
    const first = search(1, ['a'])
    const gone = new AbortController()
    const second = search(1, ['b'], gone.signal)
    await settle()
    gone.abort()
    await assert.rejects(second, { name: 'AbortError' })
    await assert.rejects(search(1, ['c'], gone.signal), { name: 'AbortError' })
    const third = search(1, ['d'])
    await end('a')
    await end('d')
    await Promise.all([first, third])
    assert.deepEqual(begun, ['a', 'd'])
  })

  test('leave their place when they fail', async () => {
    const queue = queueOf({ atOnce: 1, perClient: 1, tasksPerClient: 1 })
    const fail = () => queue.run(1, undefined, (run) => run(() => Promise.reject(new Error('broken'))))
    await assert.rejects(fail(), /broken/)
    await assert.rejects(fail(), /broken/)
    assert.equal(await queue.run(1, undefined, (run) => run(async () => 7)), 7)
  })

  test('rest after a long step while the node is busy, nineteen times as long and two seconds at most', async () => {
    const rows = [
      { stepMs: 50, isBusy: true, restMs: 950 },
      { stepMs: 400, isBusy: true, restMs: 2_000 },
      { stepMs: 9, isBusy: true, restMs: 0 },
      { stepMs: 50, isBusy: false, restMs: 0 },
    ]
    for (const { stepMs, isBusy, restMs } of rows) {
      const clock = createManualClock()
      let now = 0
      const limits = { atOnce: 2, perClient: 1, tasksPerClient: 10 }
      const queue = new ClientQueue({ ...limits, clock, outage, monotonic: () => now, isBusy: () => isBusy, refusal })
      const { begun, search, end, settle } = bench(queue)
      const first = search(1, ['a'])
      await settle()
      now += stepMs
      await end('a')
      await first
      const next = search(1, ['b'])
      await settle()
      assert.equal(begun.includes('b'), restMs === 0)
      if (restMs > 0) {
        await clock.advance(restMs - 1)
        assert.ok(!begun.includes('b'))
        await clock.advance(1)
        await settle()
      }
      await end('b')
      await next
    }
  })
})
