import type { Clock } from '@heliograph/contracts'

/** A clock that stands still until a test turns it. */
export interface TurnedClock extends Clock {
  /** Moves on and calls what has become due, in order. */
  turn(milliseconds: number): void
}

export function createTurnedClock(): TurnedClock {
  let now = 0
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>()
  return {
    now: () => now,
    after(delayMs, callback) {
      const timer = { at: now + delayMs, callback }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    turn(milliseconds) {
      now += milliseconds
      const due = [...timers].filter(({ at }) => at <= now).toSorted((a, b) => a.at - b.at)
      for (const timer of due) {
        timers.delete(timer)
        timer.callback()
      }
    },
  }
}
