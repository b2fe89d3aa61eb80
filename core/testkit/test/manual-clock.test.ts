import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createManualClock } from '../src/manual-clock.ts'

describe('createManualClock', () => {
  test('stands still until it is moved', () => {
    const clock = createManualClock(1_000)
    assert.equal(clock.now(), 1_000)
    clock.advance(250)
    assert.equal(clock.now(), 1_250)
    clock.set(new Date(2_000))
    assert.equal(clock.now(), 2_000)
  })

  test('runs timers in order of their time, those of one time in the order they were set', () => {
    const clock = createManualClock(0)
    const ran: string[] = []
    clock.after(20, () => ran.push(`late at ${clock.now()}`))
    clock.after(10, () => ran.push(`first at ${clock.now()}`))
    clock.after(10, () => ran.push(`second at ${clock.now()}`))
    clock.advance(15)
    assert.deepEqual(ran, ['first at 10', 'second at 10'])
    assert.equal(clock.pending, 1)
    clock.advance(5)
    assert.deepEqual(ran, ['first at 10', 'second at 10', 'late at 20'])
  })

  test('runs in the same turn what a callback sets within it', () => {
    const clock = createManualClock(0)
    const ran: number[] = []
    const again = () => {
      ran.push(clock.now())
      clock.after(10, again)
    }
    clock.after(10, again)
    clock.advance(35)
    assert.deepEqual(ran, [10, 20, 30])
  })

  test('does not run what was cancelled', () => {
    const clock = createManualClock(0)
    const cancel = clock.after(10, () => assert.fail('it was cancelled'))
    cancel()
    clock.advance(10)
    assert.equal(clock.pending, 0)
  })

  test('does not run backwards', () => {
    const clock = createManualClock(10)
    assert.throws(() => clock.set(9), RangeError)
    assert.throws(() => clock.advance(Number.NaN), RangeError)
  })
})
