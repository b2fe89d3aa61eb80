import type { Clock } from '@heliograph/contracts'

/** A clock that stands still until a test moves it. */
export interface ManualClock extends Clock {
  /** Moves the clock on and calls the callbacks that become due, each at its time. */
  advance(milliseconds: number): void
  readonly timers: number
}

export function createManualClock(): ManualClock {
  let now = 1_000_000
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>()
  const next = (until: number) => [...timers].filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)[0]
  return {
    now: () => now,
    get timers() {
      return timers.size
    },
    after(delayMs, callback) {
      const timer = { at: now + delayMs, callback }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    advance(milliseconds) {
      const until = now + milliseconds
      for (let timer = next(until); timer !== undefined; timer = next(until)) {
        timers.delete(timer)
        now = Math.max(now, timer.at)
        timer.callback()
      }
      now = until
    },
  }
}
