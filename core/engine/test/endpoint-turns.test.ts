import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Call, type Sendable, SLOW_MS } from '../src/notify/webhooks/endpoint-queue.ts'
import { EndpointTurns, type TurnLimits } from '../src/notify/webhooks/endpoint-turns.ts'

interface Item extends Sendable {
  readonly to: string
}

const LIMITS: TurnLimits = { calls: 100, callsPerEndpoint: 10, callsPerClient: 100, failures: 50 }

/** Turns with items like `1a`: client 1 and its endpoint a. Ids are given in order. */
function createTurns(limits: Partial<TurnLimits> = {}) {
  const turns = new EndpointTurns<Item>({ ...LIMITS, ...limits })
  let lastId = 0
  const add = (to: string, webhookId = lastId + 1) => {
    lastId = Math.max(lastId, webhookId)
    const clientId = Number(to[0])
    turns.add(turns.queueOf(to, clientId), { to, webhookId, clientId }, 0)
  }
  const begin = (now = 0) => {
    const calls: Call<Item>[] = []
    for (let call = turns.next(now); call !== undefined; call = turns.next(now)) calls.push(call)
    return calls
  }
  const end = (calls: readonly Call<Item>[], isGood: boolean | null = true, now = 0) => {
    for (const call of calls) turns.ended(call, isGood, now)
  }
  /** Earns an endpoint as many calls as the limit allows. */
  const warmUp = (to: string) => {
    for (let call = 0; call < 20; call += 1) {
      add(to)
      end(begin())
    }
  }
  return { turns, add, begin, end, warmUp }
}

const names = (calls: readonly Call<Item>[]) => calls.map(({ item }) => item.to).join(' ')
const ids = (calls: readonly Call<Item>[]) => calls.map(({ item }) => item.webhookId)

describe('turns', () => {
  test('clients take turns, whatever they have waiting, and so do the endpoints of one', () => {
    const { add, begin, end, warmUp } = createTurns({ calls: 6, callsPerEndpoint: 4 })
    for (const to of ['1a', '1b', '2a']) warmUp(to)
    for (const to of ['1a', '1a', '1a', '1b', '1b', '2a', '2a', '2a']) add(to)
    const first = begin()
    assert.equal(names(first), '1a 2a 1b 2a 1a 2a')
    end(first)
    assert.equal(names(begin()), '1b 1a')
  })

  test('an endpoint that is not known gets one call, and one more with every success, up to its limit', () => {
    const { add, begin, end } = createTurns({ callsPerEndpoint: 3 })
    for (let item = 0; item < 20; item += 1) add('1a')
    const sizes: number[] = []
    for (let round = 0; round < 4; round += 1) {
      const calls = begin()
      sizes.push(calls.length)
      end(calls)
    }
    assert.deepEqual(sizes, [1, 2, 3, 3])
  })

  test('a failure brings it back to one call', () => {
    const { add, begin, end, warmUp } = createTurns()
    warmUp('1a')
    for (let item = 0; item < 20; item += 1) add('1a')
    const calls = begin()
    assert.equal(calls.length, 10)
    end(calls.slice(0, 9), false)
    assert.equal(begin().length, 0, 'the tenth is still under way')
    end(calls.slice(9), null)
    assert.equal(begin().length, 1)
  })

  test('what says nothing of an endpoint leaves it as it was', () => {
    const { turns, add, begin, end } = createTurns({ failures: 1 })
    add('1a')
    end(begin(), null)
    assert.equal(turns.get('1a')?.isFailing(), false)
    add('1a')
    add('1a')
    assert.equal(begin().length, 1)
  })

  test('the lowest id goes first, whenever it came', () => {
    const { add, begin, end } = createTurns()
    for (const id of [5, 7, 6, 3, 9, 4]) add('1a', id)
    const order: number[] = []
    for (let calls = begin(); calls.length > 0; calls = begin()) {
      order.push(...ids(calls))
      end(calls)
    }
    assert.deepEqual(order, [3, 4, 5, 6, 7, 9])
  })

  test('a client has its limit, over all of its endpoints', () => {
    const { add, begin, end } = createTurns({ callsPerClient: 2 })
    for (const to of ['1a', '1b', '1c', '2a']) add(to)
    const calls = begin()
    assert.equal(names(calls), '1a 2a 1b')
    end(calls.slice(0, 1))
    assert.equal(names(begin()), '1c')
  })
})

describe('a call that hangs', () => {
  test('leaves its place to another when it is slow', () => {
    const { add, begin } = createTurns({ calls: 2, callsPerClient: 2 })
    for (const to of ['1a', '1b', '1c', '2a']) add(to)
    assert.equal(begin(0).length, 2)
    assert.equal(begin(SLOW_MS - 1).length, 0)
    assert.equal(begin(SLOW_MS).length, 2)
  })

  test('holds up its endpoint and no other', () => {
    const { turns, add, begin, end, warmUp } = createTurns()
    warmUp('1a')
    add('1a')
    const [hanging] = begin(0)
    add('1a')
    assert.equal(begin(SLOW_MS - 1).length, 1, 'before it is slow others go beside it')
    add('1a')
    add('1b')
    assert.equal(names(begin(SLOW_MS)), '1b')
    end([hanging as Call<Item>], false, 10_000)
    assert.equal(turns.get('1a')?.length, 1)
  })

  test('does not count as one where replies always take that long', () => {
    const { add, begin, end } = createTurns()
    add('1a')
    end(begin(0), true, 3_000)
    add('1a')
    add('1a')
    assert.equal(begin(10_000).length, 2)
    add('1a')
    const more = begin(14_000)
    end(more, true, 14_000)
    assert.equal(more.length, 0, 'two are allowed')
  })

  test('keeps its place when there are ten times as many as may be under way', () => {
    const { add, begin } = createTurns({ calls: 1 })
    for (let endpoint = 0; endpoint < 20; endpoint += 1) add(`1${endpoint}`)
    let begun = 0
    for (let seconds = 0; seconds < 30; seconds += 1) begun += begin(seconds * 1_000).length
    assert.equal(begun, 11)
  })

  test('of 1,000 endpoints a fifth hangs, and none of the others waits a second', () => {
    const { turns, begin, end } = createTurns({ calls: 200, callsPerEndpoint: 20, failures: 5 })
    const isHanging = (to: string) => Number(to.slice(1)) % 5 === 0
    const waits: number[] = []
    const came = new Map<Item, number>()
    const under: { call: Call<Item>; endsAt: number }[] = []
    for (let now = 0; now < 30_000; now += 10) {
      for (const { call, endsAt } of [...under]) {
        if (endsAt > now) continue
        under.splice(
          under.findIndex((one) => one.call === call),
          1,
        )
        end([call], !isHanging(call.item.to), now)
        if (call.queue.isOpen(now)) call.queue.drain()
      }
      // Each endpoint gets one per second.
      for (let endpoint = (now / 10) % 100; endpoint < 1_000; endpoint += 100) {
        const to = `1${endpoint}`
        const queue = turns.queueOf(to, 1)
        if (queue.isOpen(now)) continue
        const item = { to, webhookId: now * 1_000 + endpoint, clientId: 1 }
        came.set(item, now)
        turns.add(queue, item, now)
      }
      for (const call of begin(now)) {
        if (!isHanging(call.item.to)) waits.push(now - (came.get(call.item) as number))
        under.push({ call, endsAt: now + (isHanging(call.item.to) ? 10_000 : 20) })
      }
    }
    assert.ok(waits.length > 23_000, `${waits.length}`)
    assert.ok(Math.max(...waits) < 1_000, `${Math.max(...waits)}`)
  })
})

describe('what an endpoint has in memory', () => {
  // Each call that it may have under way allows fifty, and a batch of fifty is only fetched where there is room for it.
  const ROWS: readonly (readonly [successes: number, isFullAt: number, isLowUpTo: number])[] = [
    [0, 50, 0],
    [1, 100, 12],
    [3, 200, 37],
    [19, 1_000, 237],
    [500, 1_000, 237],
  ]
  for (const [successes, isFullAt, isLowUpTo] of ROWS) {
    test(`after ${successes} successes: up to ${isFullAt}, more from ${isLowUpTo} downwards`, () => {
      const { turns, add, begin, end } = createTurns()
      for (let call = 0; call < successes; call += 1) {
        add('1a')
        end(begin())
      }
      const queue = turns.queueOf('1a', 1)
      const lows: number[] = []
      for (let id = 1_001; !queue.isFull; id += 1) {
        if (queue.isLow) lows.push(queue.length)
        queue.add({ to: '1a', webhookId: id, clientId: 1 })
      }
      assert.deepEqual([queue.length, lows.at(-1)], [isFullAt, isLowUpTo])
    })
  }
})

describe('an endpoint that fails', () => {
  test('gets nothing while it is open, then one call at a time until one succeeds', () => {
    const { turns, add, begin, end } = createTurns({ failures: 2 })
    for (let item = 0; item < 5; item += 1) add('1a')
    end(begin(0), false, 0)
    end(begin(0), false, 0)
    assert.deepEqual([turns.get('1a')?.isOpen(0), turns.get('1a')?.isFailing()], [true, true])
    assert.equal(begin(9_999).length, 0)
    add('1a')
    const queue = turns.get('1a')
    assert.ok(queue)
    turns.add(queue, { to: '1a', webhookId: 99, clientId: 1 }, 10_000)
    const probe = begin(10_000)
    assert.equal(probe.length, 1)
    end(probe, true, 10_000)
    assert.equal(queue.isFailing(), false)
    assert.equal(begin(10_000).length, 2)
  })

  test('is forgotten once it has had nothing to do for ten minutes', () => {
    const { turns, add, begin, end } = createTurns()
    add('1a')
    end(begin(0), true, 0)
    turns.forgetIdle(599_999)
    assert.ok(turns.get('1a'))
    turns.forgetIdle(600_000)
    assert.equal(turns.get('1a'), undefined)
  })
})
