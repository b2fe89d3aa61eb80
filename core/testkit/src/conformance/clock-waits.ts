import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { ManualClock } from '../manual-clock.ts'

/**
 * How far the clock is advanced for an answer, and in which steps: more than any response time-out, plus an hour for
 * retries.
 */
const VIRTUAL_LIMIT_MS = 2 * 3_600_000
const FIRST_STEP_MS = 1
const LONGEST_STEP_MS = 1_000
/** Real time, and turns of the loop, that a real peer gets before the clock is advanced by another step. */
const PEER_TIME_MS = 15
const PEER_TURNS = 10
/** Between checks when only a real peer can still cause a change. */
const LOOK_AGAIN_MS = 5

/** Waiting while the clock is advanced. */
export interface ClockWaits {
  /** Waits for a promise while advancing the clock; rejects when the promise does not settle. */
  settled<T>(promise: Promise<T>): Promise<T>
  /** Waits until a condition is true while advancing the clock; rejects when it does not become true. */
  until(what: string, isTrue: () => boolean): Promise<void>
}

/** `until` as one of the two below. */
export function createClockWaits(until: ClockWaits['until']): ClockWaits {
  return {
    until,
    async settled(promise) {
      let isSettled = false
      const done = () => {
        isSettled = true
      }
      promise.then(done, done)
      await until('a promise to settle', () => isSettled)
      return promise
    },
  }
}

/** Waits until a condition is true while advancing the clock; rejects after `patienceMs` of real time. */
export async function advanceUntil(
  clock: ManualClock,
  patienceMs: number,
  what: string,
  isTrue: () => boolean,
): Promise<void> {
  const virtualEnd = clock.now() + VIRTUAL_LIMIT_MS
  const realEnd = Date.now() + patienceMs
  for (let stepMs = FIRST_STEP_MS; clock.now() < virtualEnd; stepMs = Math.min(LONGEST_STEP_MS, stepMs * 2)) {
    // First comes what is due at the present time.
    for (let turn = 0; turn < 3; turn += 1) await nextTurn()
    if (isTrue()) return
    clock.advance(stepMs)
  }
  while (!isTrue()) {
    if (Date.now() >= realEnd) throw new Error(`Waited too long for ${what}`)
    await delay(LOOK_AGAIN_MS)
  }
}

/**
 * The same with a real peer, whose answers take real time: a time-out must not come before an answer that is on its
 * way.
 */
export async function advanceSlowlyUntil(
  clock: ManualClock,
  patienceMs: number,
  what: string,
  isTrue: () => boolean,
): Promise<void> {
  const end = Date.now() + patienceMs
  for (let stepMs = FIRST_STEP_MS; Date.now() < end; stepMs = Math.min(LONGEST_STEP_MS, stepMs * 2)) {
    const stepEnd = Date.now() + PEER_TIME_MS
    for (let turn = 0; turn < PEER_TURNS || Date.now() < stepEnd; turn += 1) {
      if (isTrue()) return
      await (turn < PEER_TURNS ? nextTurn() : delay(1))
    }
    clock.advance(stepMs)
  }
  throw new Error(`Waited too long for ${what}`)
}
