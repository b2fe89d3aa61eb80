import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock } from '@heliograph/testkit'
import {
  CUT_OFF_MS,
  LINGER_MS,
  PROMISED_STOP_SECONDS,
  RECORD_ANSWERS_MS,
  STOP_INSTANCE_MS,
  STOP_STEPS,
  type StopStep,
  timeLeft,
} from '../src/stop-times.ts'
import { waitUnless } from '../src/time-limit.ts'

const STEPS: readonly StopStep[] = Object.values(STOP_STEPS)

test('a stop ends within what is promised, however slow its parts are', () => {
  let elapsedMs = 0
  for (const step of STEPS) {
    const leftMs = timeLeft(step, elapsedMs)
    assert.ok(leftMs > 0, `${step.what} has no time when all before it take all of theirs`)
    elapsedMs += leftMs
    assert.ok(elapsedMs <= step.byMs, step.what)
  }
  assert.ok(elapsedMs <= CUT_OFF_MS)
  assert.ok(CUT_OFF_MS + LINGER_MS <= PROMISED_STOP_SECONDS * 1000)
})

test('the parts have the time that others count on', () => {
  assert.ok(STOP_INSTANCE_MS <= STOP_STEPS.host.limitMs)
  assert.ok(RECORD_ANSWERS_MS < STOP_STEPS.drained.byMs, 'what is not recorded has to be given back as well')
})

for (const [name, step, elapsedMs, expected] of [
  ['alone', { byMs: 3_000 }, 0, 3_000],
  ['begun late', { byMs: 3_000 }, 2_900, 100],
  ['limited', { byMs: 8_000, limitMs: 2_000 }, 1_000, 2_000],
  ['limited, begun late', { byMs: 8_000, limitMs: 2_000 }, 7_500, 500],
  ['too late', { byMs: 3_000 }, 4_000, 0],
] as const)
  test(`time left: ${name}`, () => assert.equal(timeLeft({ what: '', meaning: '', ...step }, elapsedMs), expected))

test('a delay ends by the clock, or at once when there is no time', async () => {
  const clock = createManualClock()
  const hurry = new AbortController()
  let isOver = false
  const waiting = waitUnless(clock, 5_000, hurry.signal).then(() => {
    isOver = true
  })
  clock.advance(4_999)
  await Promise.resolve()
  assert.equal(isOver, false)
  clock.advance(1)
  await waiting
  const cut = waitUnless(clock, 5_000, hurry.signal)
  hurry.abort()
  await cut
  await waitUnless(clock, 5_000, hurry.signal)
  await waitUnless(clock, 0)
})
