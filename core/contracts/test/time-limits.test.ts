import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Clock, settleWithin, waitAtMost, waitUnlessAborted } from '../src/index.ts'

/** A clock whose timers end when they are told to. */
function manualClock() {
  const timers = new Map<() => void, number>()
  const clock: Clock = {
    now: () => 0,
    after(delayMs, callback) {
      timers.set(callback, delayMs)
      return () => timers.delete(callback)
    },
  }
  return { clock, timers, elapse: () => [...timers.keys()].map((callback) => callback()) }
}

/** Work that settles when it is told to. */
function held() {
  let resolve = (_: string) => {}
  let reject = (_: Error) => {}
  const work = new Promise<string>((...settle) => {
    ;[resolve, reject] = settle
  })
  return { work, resolve: (value: string) => resolve(value), reject: () => reject(new Error('failed')) }
}

const late = () => new Error('late')

describe('time limits', () => {
  test('work in time has its result, and its timer is cancelled', async () => {
    const { clock, timers } = manualClock()
    const [good, bad] = [held(), held()]
    const settled = settleWithin(clock, 7, good.work, late)
    const failed = settleWithin(clock, 8, bad.work, late)
    assert.deepEqual([...timers.values()], [7, 8])
    good.resolve('done')
    bad.reject()
    assert.equal(await settled, 'done')
    await assert.rejects(failed, /failed/)
    assert.equal(timers.size, 0)
  })

  test('work that is late is not waited for, and may fail afterwards', async () => {
    const { clock, elapse } = manualClock()
    const [one, other] = [held(), held()]
    const settled = settleWithin(clock, 7, one.work, late)
    const waited = waitAtMost(clock, 7, other.work)
    elapse()
    await assert.rejects(settled, /late/)
    await waited
    one.reject()
    other.reject()
    await new Promise(setImmediate)
  })

  test('a signal ends the waiting, also one that is aborted already', async () => {
    const { clock, timers } = manualClock()
    const end = new AbortController()
    const waits = [waitAtMost(clock, 7, held().work, end.signal), waitUnlessAborted(end.signal, held().work)]
    end.abort()
    await Promise.all(waits)
    await waitAtMost(clock, 7, held().work, end.signal)
    await waitUnlessAborted(end.signal, held().work)
    assert.equal(timers.size, 0)
  })

  test('what fails before the end is reported', async () => {
    const { clock } = manualClock()
    const { signal } = new AbortController()
    const [one, other] = [held(), held()]
    const waits = [waitAtMost(clock, 7, one.work, signal), waitUnlessAborted(signal, other.work)]
    one.reject()
    other.reject()
    for (const each of waits) await assert.rejects(each, /failed/)
  })
})
