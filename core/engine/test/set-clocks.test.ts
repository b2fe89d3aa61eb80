import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '@heliograph/testkit'
import { ExpiringCache } from '../src/accounts/expiring-cache.ts'
import { SlidingWindow, WINDOW_MS } from '../src/accounts/rate-limits/sliding-window.ts'
import { createDatabaseWing } from '../src/database/database-wing.ts'
import { createRecordIds, IDS_PER_BLOCK } from '../src/database/record-ids.ts'
import type { EngineOptions } from '../src/engine-options.ts'
import { useDatabase } from './support/database-fixture.ts'
import { startEngine, systemClock, testSettings } from './support/engine-harness.ts'
import { carrierOf, FakeLink } from './support/fake-carrier.ts'

const HOUR = 3_600_000
const FIVE_MINUTES = 300_000

/** The clocks of a node; the test sets its own clock and lets time pass. */
function clocksOfNode() {
  const timers = createManualClock()
  const own = { setMs: 0 }
  let passedMs = 7
  const { clock, steady } = createDatabaseWing({
    url: 'postgres://localhost/none',
    nodeName: 'test',
    settings: testSettings(),
    clock: { now: () => timers.now() + own.setMs, after: timers.after },
    monotonic: () => passedMs,
  } as EngineOptions)
  function pass(ms: number): void {
    passedMs += ms
    timers.advance(ms)
  }
  return { clock, steady, own, timers, pass }
}

describe('how long something takes does not depend on', () => {
  it('a clock of the node that is set', () => {
    const { clock, steady, own, pass } = clocksOfNode()
    const [began, beganAt] = [steady.now(), clock.now()]
    own.setMs = -300_000
    pass(1_000)
    assert.deepEqual([steady.now() - began, clock.now() - beganAt], [1_000, -299_000])
  })

  it('a clock of the database that is set', () => {
    const { clock, steady, timers, pass } = clocksOfNode()
    const [began, beganAt] = [steady.now(), clock.now()]
    clock.measure({ databaseMs: timers.now() + 20_000, roundTripMs: 2 })
    pass(1_000)
    assert.equal(steady.now() - began, 1_000)
    assert.ok(clock.now() - beganAt > 20_000)
  })

  it('when a timer was set', () => {
    const { steady, pass } = clocksOfNode()
    let rang = 0
    steady.after(500, () => {
      rang += 1
    })
    pass(499)
    assert.equal(rang, 0)
    pass(1)
    assert.equal(rang, 1)
  })
})

describe('when the clock is set back', () => {
  const database = useDatabase()

  const ages: readonly (readonly [ageMs: number, isValid: boolean])[] = [
    [0, true],
    [499, true],
    [500, false],
    [-1, false],
    [-FIVE_MINUTES, false],
  ]
  for (const [ageMs, isValid] of ages)
    it(`what is remembered, ${ageMs} ms old by it, is ${isValid ? 'valid' : 'loaded again'}`, () => {
      const cache = new ExpiringCache<string, string>(10)
      cache.set('key', 'value', HOUR)
      assert.equal(cache.get('key', HOUR + ageMs, 500), isValid ? 'value' : undefined)
    })

  it('ids that were taken before are given up, because their age cannot be told', async () => {
    let now = HOUR
    const ids = createRecordIds(database.sql, { now: () => now, after: systemClock.after })
    const [first] = await ids.take(1)
    now -= FIVE_MINUTES
    const [next] = await ids.take(1)
    assert.ok((next as number) - (first as number) >= IDS_PER_BLOCK - 1)
  })

  it('a full minute of requests is over after a minute', () => {
    const window = new SlidingWindow()
    for (let request = 0; request < 3; request += 1) assert.ok(window.admit(HOUR + request, 3))
    const now = HOUR - FIVE_MINUTES
    assert.equal(window.admit(now, 3), false)
    assert.ok(window.waitMs(now, 3) <= WINDOW_MS)
    assert.ok(window.admit(now + WINDOW_MS, 3))
  })

  it('a clock that is behind by a moment stands still', () => {
    const window = new SlidingWindow()
    assert.ok(window.admit(HOUR, 1))
    assert.equal(window.waitMs(HOUR - 1_000, 1), WINDOW_MS + 1_000)
  })

  it('what other nodes counted in the time to come does not count', () => {
    const window = new SlidingWindow()
    const now = HOUR - FIVE_MINUTES
    const seconds = [now, now + 2_000, HOUR].map((ms) => ({ second: ms / 1000, requests: 1 }))
    window.setOthers(seconds, now)
    assert.deepEqual([window.admit(now, 3), window.admit(now, 3)], [true, false])
  })

  it('a link with a rate goes on', async (t) => {
    let setMs = 0
    const link = new FakeLink()
    link.partsPerSecond = 10
    const clock = { now: () => systemClock.now() + setMs, after: systemClock.after }
    const node = await startEngine({ carriers: new Map([['net', carrierOf(link)]]), clock })
    t.after(() => node.close())
    await node.submit({})
    await node.until(() => link.submitted.length === 1, 'the first message goes')
    setMs = -HOUR
    await node.submit({})
    await node.until(() => link.submitted.length === 2, 'the second message goes')
  })
})
