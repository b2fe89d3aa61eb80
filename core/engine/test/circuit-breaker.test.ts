import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { afterCall, type CircuitBreaker, CLOSED, standing } from '../src/notify/webhooks/circuit-breaker.ts'

const THRESHOLD = 3

/** Calls in order: when each ended, in seconds, and whether it succeeded. */
type Calls = readonly (readonly [seconds: number, isGood: boolean])[]

function after(calls: Calls): CircuitBreaker {
  return calls.reduce((breaker, [seconds, isGood]) => afterCall(breaker, isGood, seconds * 1_000, THRESHOLD), CLOSED)
}

const failures = (...seconds: readonly number[]): Calls => seconds.map((second) => [second, false])

describe('a circuit breaker', () => {
  const ROWS: readonly (readonly [name: string, calls: Calls, at: number, expected: ReturnType<typeof standing>])[] = [
    ['is closed at first', [], 0, 'closed'],
    ['stays closed below the threshold', failures(1, 2), 3, 'closed'],
    ['opens at the threshold', failures(1, 2, 3), 3, 'open'],
    ['counts failures in a row only', [...failures(1, 2), [3, true], ...failures(4, 5)], 5, 'closed'],
    ['stays open for ten seconds', failures(1, 2, 3), 12.999, 'open'],
    ['is half-open then', failures(1, 2, 3), 13, 'half-open'],
    ['closes when a probe succeeds', [...failures(1, 2, 3), [13, true]], 13, 'closed'],
    ['opens at one failure when the probe fails, for longer', failures(1, 2, 3, 13), 32.999, 'open'],
    ['is half-open after the longer wait', failures(1, 2, 3, 13), 33, 'half-open'],
    ['is not held open by calls that began before it opened', failures(1, 2, 3, 4, 5, 6), 13, 'half-open'],
    ['closes by the success of a call that began before it opened', [...failures(1, 2, 3), [4, true]], 4, 'closed'],
    [
      'needs all failures again once it has closed',
      [...failures(1, 2, 3), [13, true], ...failures(14, 15)],
      15,
      'closed',
    ],
  ]
  for (const [name, calls, at, expected] of ROWS) {
    test(name, () => assert.equal(standing(after(calls), at * 1_000), expected))
  }

  test('waits longer and longer, up to five minutes, and from the beginning once it has closed', () => {
    let breaker = after(failures(1, 2, 3))
    const waits: number[] = []
    let now = 3_000
    for (let opening = 0; opening < 8; opening += 1) {
      const { probeAt } = breaker
      waits.push(((probeAt as number) - now) / 1_000)
      now = probeAt as number
      breaker = afterCall(breaker, false, now, THRESHOLD)
    }
    assert.deepEqual(waits, [10, 20, 40, 80, 160, 300, 300, 300])
    breaker = afterCall(breaker, true, now, THRESHOLD)
    for (let failure = 0; failure < THRESHOLD; failure += 1) breaker = afterCall(breaker, false, now, THRESHOLD)
    assert.equal(breaker.probeAt, now + 10_000)
  })
})
