import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Call, type Sendable, SLOW_MS } from '../src/notify/webhooks/endpoint-queue.ts'
import { type CallLimits, EndpointSchedule } from '../src/notify/webhooks/endpoint-schedule.ts'
import type { Sign } from '../src/notify/webhooks/host-health.ts'

interface Item extends Sendable {
  readonly to: string
}

const LIMITS: CallLimits = { calls: 100, callsPerEndpoint: 10, callsPerClient: 100, failures: 50 }

/** Turns with items like `1a/x`: client 1, its host a and the path x. Ids are given in order. */
function createSchedule(limits: Partial<CallLimits> = {}) {
  const schedule = new EndpointSchedule<Item>({ ...LIMITS, ...limits })
  let lastId = 0
  const add = (to: string, webhookId = lastId + 1, now = 0) => {
    lastId = Math.max(lastId, webhookId)
    schedule.add(schedule.queueOf(itemOf(to, webhookId)), itemOf(to, webhookId), now)
  }
  const begin = (now = 0) => {
    const calls: Call<Item>[] = []
    for (let call = schedule.next(now); call !== undefined; call = schedule.next(now)) calls.push(call)
    return calls
  }
  const end = (calls: readonly Call<Item>[], sign: Sign = 'good', now = 0) => {
    for (const call of calls) schedule.ended(call, sign, now)
  }
  /** Earns an endpoint as many calls as the limit allows. */
  const warmUp = (to: string) => {
    for (let call = 0; call < 20; call += 1) {
      add(to)
      end(begin())
    }
  }
  return { schedule, add, begin, end, warmUp }
}

const itemOf = (to: string, webhookId = 0): Item => ({
  to,
  webhookId,
  clientId: Number(to[0]),
  url: `https://${to.slice(1)}${to.includes('/') ? '' : '/'}?id=${webhookId}`,
})
const names = (calls: readonly Call<Item>[]) => calls.map(({ item }) => item.to).join(' ')
const ids = (calls: readonly Call<Item>[]) => calls.map(({ item }) => item.webhookId)

describe('the schedule of calls', () => {
  test('serves clients one after the other, whatever they have waiting, and so the endpoints of one', () => {
    const { add, begin, end, warmUp } = createSchedule({ calls: 6, callsPerEndpoint: 4 })
    for (const to of ['1a', '1b', '2a']) warmUp(to)
    for (const to of ['1a', '1a', '1a', '1b', '1b', '2a', '2a', '2a']) add(to)
    const first = begin()
    assert.equal(names(first), '1a 2a 1b 2a 1a 2a')
    end(first)
    assert.equal(names(begin()), '1b 1a')
  })

  test('an endpoint that is not known gets one call, and one more with every success, up to its limit', () => {
    const { add, begin, end } = createSchedule({ callsPerEndpoint: 3 })
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
    const { add, begin, end, warmUp } = createSchedule()
    warmUp('1a')
    for (let item = 0; item < 20; item += 1) add('1a')
    const calls = begin()
    assert.equal(calls.length, 10)
    end(calls.slice(0, 9), 'failed')
    assert.equal(begin().length, 0, 'the tenth is still under way')
    end(calls.slice(9), null)
    assert.equal(begin().length, 1)
  })

  test('what says nothing of an endpoint leaves it as it was', () => {
    const { schedule, add, begin, end } = createSchedule({ failures: 1 })
    add('1a')
    end(begin(), null)
    assert.equal(schedule.find(itemOf('1a'))?.isFailing(), false)
    add('1a')
    add('1a')
    assert.equal(begin().length, 1)
  })

  test('the lowest id goes first, whenever it came', () => {
    const { add, begin, end } = createSchedule()
    for (const id of [5, 7, 6, 3, 9, 4]) add('1a', id)
    const order: number[] = []
    for (let calls = begin(); calls.length > 0; calls = begin()) {
      order.push(...ids(calls))
      end(calls)
    }
    assert.deepEqual(order, [3, 4, 5, 6, 7, 9])
  })

  test('a client has its limit, over all of its endpoints', () => {
    const { add, begin, end } = createSchedule({ callsPerClient: 2 })
    for (const to of ['1a', '1b', '1c', '2a']) add(to)
    const calls = begin()
    assert.equal(names(calls), '1a 2a 1b')
    end(calls.slice(0, 1))
    assert.equal(names(begin()), '1c')
  })
})

describe('a call that hangs', () => {
  test('leaves its place to another when it is slow', () => {
    const { add, begin } = createSchedule({ calls: 2, callsPerClient: 2 })
    for (const to of ['1a', '1b', '1c', '2a']) add(to)
    assert.equal(begin(0).length, 2)
    assert.equal(begin(SLOW_MS - 1).length, 0)
    assert.equal(begin(SLOW_MS).length, 2)
  })

  test('holds up its endpoint and no other', () => {
    const { schedule, add, begin, end, warmUp } = createSchedule()
    warmUp('1a')
    add('1a')
    const [hanging] = begin(0)
    add('1a')
    assert.equal(begin(SLOW_MS - 1).length, 1, 'before it is slow others go beside it')
    add('1a')
    add('1b')
    assert.equal(names(begin(SLOW_MS)), '1b')
    end([hanging as Call<Item>], 'silent', 10_000)
    assert.equal(schedule.find(itemOf('1a'))?.length, 1)
  })

  test('does not count as one where replies always take that long', () => {
    const { add, begin, end } = createSchedule()
    add('1a')
    end(begin(0), 'good', 3_000)
    add('1a')
    add('1a')
    assert.equal(begin(10_000).length, 2)
    add('1a')
    const more = begin(14_000)
    end(more, 'good', 14_000)
    assert.equal(more.length, 0, 'two are allowed')
  })

  test('keeps its place when there are ten times as many as may be under way', () => {
    const { add, begin } = createSchedule({ calls: 1 })
    for (let endpoint = 0; endpoint < 20; endpoint += 1) add(`1${endpoint}`)
    let begun = 0
    for (let seconds = 0; seconds < 30; seconds += 1) begun += begin(seconds * 1_000).length
    assert.equal(begun, 11)
  })

  test('of 1,000 endpoints a fifth hangs, and none of the others waits a second', () => {
    const { schedule, begin, end } = createSchedule({ calls: 200, callsPerEndpoint: 20, failures: 5 })
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
        end([call], isHanging(call.item.to) ? 'silent' : 'good', now)
        if (call.queue.isOpen(now)) call.queue.drain()
      }
      // Each endpoint gets one per second.
      for (let endpoint = (now / 10) % 100; endpoint < 1_000; endpoint += 100) {
        const to = `1${endpoint}`
        const item = itemOf(to, now * 1_000 + endpoint)
        const queue = schedule.queueOf(item)
        if (queue.isOpen(now)) continue
        came.set(item, now)
        schedule.add(queue, item, now)
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
      const { schedule, add, begin, end } = createSchedule()
      for (let call = 0; call < successes; call += 1) {
        add('1a')
        end(begin())
      }
      const queue = schedule.queueOf(itemOf('1a'))
      const lows: number[] = []
      for (let id = 1_001; !queue.isFull; id += 1) {
        if (queue.isLow) lows.push(queue.length)
        queue.add(itemOf('1a', id))
      }
      assert.deepEqual([queue.length, lows.at(-1)], [isFullAt, isLowUpTo])
    })
  }
})

describe('an endpoint that fails', () => {
  test('gets nothing while it is open, then one call at a time until one succeeds', () => {
    const { schedule, add, begin, end } = createSchedule({ failures: 2 })
    for (let item = 0; item < 5; item += 1) add('1a')
    end(begin(0), 'failed', 0)
    end(begin(0), 'failed', 0)
    const queue = schedule.queueOf(itemOf('1a'))
    assert.deepEqual([queue.isOpen(0), queue.isFailing()], [true, true])
    assert.equal(begin(9_999).length, 0)
    add('1a')
    schedule.add(queue, itemOf('1a', 99), 10_000)
    const probe = begin(10_000)
    assert.equal(probe.length, 1)
    end(probe, 'good', 10_000)
    assert.equal(queue.isFailing(), false)
    assert.equal(begin(10_000).length, 2)
  })

  test('is forgotten once it has had nothing to do for ten minutes', () => {
    const { schedule, add, begin, end } = createSchedule()
    add('1a')
    end(begin(0), 'good', 0)
    schedule.forgetIdle(599_999)
    assert.ok(schedule.find(itemOf('1a')))
    schedule.forgetIdle(600_000)
    assert.equal(schedule.find(itemOf('1a')), undefined)
  })
})

describe('the URLs of a host', () => {
  const FIVE = { failures: 5 }

  test('one whose answers are failures is left alone; the others go on as they were', () => {
    const { schedule, add, begin, end, warmUp } = createSchedule(FIVE)
    warmUp('1a/good')
    for (let failure = 0; failure < 5; failure += 1) {
      add('1a/bad')
      end(begin(), 'failed')
    }
    for (const to of ['1a/bad', '1a/good', '1a/good', '1a/other']) add(to)
    assert.equal(names(begin()), '1a/good 1a/good 1a/other')
    assert.deepEqual(
      ['1a/bad', '1a/good'].map((to) => schedule.queueOf(itemOf(to)).waitingFor(0)),
      ['1 https://a/bad', '1 https://a'],
    )
  })

  test('one that hangs holds up what is for it alone, until three hang', () => {
    const { add, begin, end, warmUp } = createSchedule(FIVE)
    warmUp('1a/0')
    add('1a/1')
    assert.equal(names(begin(0)), '1a/1')
    for (const to of ['1a/1', '1a/2', '1a/0']) add(to, undefined, SLOW_MS)
    const beside = begin(SLOW_MS)
    assert.equal(names(beside), '1a/2 1a/0')
    end(beside.slice(1), 'good', SLOW_MS)
    const later = 2 * SLOW_MS
    for (const to of ['1a/2', '1a/3']) add(to, undefined, later)
    assert.equal(names(begin(later)), '1a/3')
    add('1a/4', undefined, later + SLOW_MS)
    assert.equal(names(begin(later + SLOW_MS)), '')
  })

  const SILENCE: readonly (readonly [name: string, sign: Sign, paths: readonly string[], isOpen: boolean])[] = [
    ['five in a row without an answer', 'silent', ['1', '2', '3', '4', '5'], true],
    ['two that take turns without an answer', 'silent', ['1', '2', '1', '2', '1'], true],
    ['one alone without an answer', 'silent', ['1', '1', '1', '1', '1'], false],
    ['no connection for one alone', 'unreachable', ['1', '1', '1', '1', '1'], true],
    ['five answers that are failures', 'failed', ['1', '2', '3', '4', '5'], false],
  ]
  for (const [name, sign, paths, isOpen] of SILENCE)
    test(`${name}: the host is ${isOpen ? '' : 'not '}left alone`, () => {
      const { schedule, add, begin, end } = createSchedule(FIVE)
      for (const path of paths) {
        add(`1a/${path}`)
        end(begin(), sign)
      }
      assert.equal(schedule.queueOf(itemOf('1a/6')).isOpen(0), isOpen)
      assert.equal(schedule.queueOf(itemOf('1b/1')).isOpen(0), false)
      if (!isOpen) return
      assert.equal(schedule.queueOf(itemOf('1a/1')).waitingFor(0), '1 https://a')
      for (const path of ['6', '7']) add(`1a/${path}`, undefined, 10_000)
      const probe = begin(10_000)
      assert.equal(names(probe), '1a/6', 'one call at a time')
      end(probe, 'failed', 10_000)
      assert.equal(names(begin(10_000)), '1a/7', 'any answer shows that it is there')
    })

  test('one that works again is joined to the others', () => {
    const { schedule, add, begin, end } = createSchedule(FIVE)
    for (const sign of ['failed', 'good'] as const) {
      add('1a/x')
      end(begin(), sign)
      assert.equal(schedule.queueOf(itemOf('1a/x')) === schedule.queueOf(itemOf('1a/y')), sign === 'good')
    }
  })
})
