import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { captureLogger, createManualClock } from '@heliograph/testkit'
import { Heartbeat } from '../src/ownership/heartbeat.ts'

const ROUND_TRIP_MS = 200

type Answer = 'good' | 'none' | 'refused'

/** A heartbeat whose attempts end as listed, then well. Resolves with whether the lease was held all the while. */
function beating(...answers: Answer[]) {
  const clock = createManualClock(0)
  const renew = async (): Promise<number | null> => {
    const answer = answers.shift() ?? 'good'
    if (answer === 'refused') throw new Error('connection refused')
    return new Promise((resolve) => {
      if (answer === 'good') clock.after(ROUND_TRIP_MS, () => resolve(clock.now()))
    })
  }
  const heartbeat = new Heartbeat({
    clock,
    logger: captureLogger(),
    renew,
    monotonic: () => clock.now(),
    wall: () => clock.now(),
    onReading: () => {},
    onFenced: () => {},
    onHeldAgain: () => {},
  })
  heartbeat.start(0)
  return async function pass(seconds: number): Promise<boolean> {
    let isHeld = true
    for (let tenth = 0; tenth < seconds * 10; tenth += 1) {
      clock.advance(100)
      await setImmediate()
      isHeld &&= heartbeat.isHeld
    }
    return isHeld
  }
}

describe('the lease of a node', () => {
  const rows: readonly (readonly [string, readonly Answer[], boolean])[] = [
    ['is kept while heartbeats get through', [], true],
    ['is kept when connections go dead all at once, which costs one attempt', ['good', 'none'], true],
    ['is kept through three seconds in which nothing can be connected to', ['refused', 'refused', 'refused'], true],
    ['is lost when two attempts in a row have no answer', ['none', 'none'], false],
    ['is lost when nothing can be connected to for longer', Array(12).fill('refused'), false],
  ]
  for (const [name, answers, isHeld] of rows) it(name, async () => assert.equal(await beating(...answers)(30), isHeld))
})
