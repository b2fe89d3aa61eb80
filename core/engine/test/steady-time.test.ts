import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '@heliograph/testkit'
import { createDatabaseWing } from '../src/database/database-wing.ts'
import type { EngineOptions } from '../src/engine-options.ts'
import { testSettings } from './support/engine-harness.ts'

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
