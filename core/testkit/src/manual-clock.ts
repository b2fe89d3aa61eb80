import type { Clock } from '@heliograph/contracts'

/** A clock that only moves when told to. @stability stable */
export interface ManualClock extends Clock {
  /** Moves the clock forward and runs, in order of their times, the timers that fall due on the way. */
  advance(milliseconds: number): void
  /** Moves the clock to a moment that is not in the past. Timers run as with `advance`. */
  set(time: number | Date): void
  /** Timers that have neither run nor been cancelled. */
  readonly pending: number
}

interface Timer {
  readonly at: number
  readonly order: number
  readonly callback: () => void
}

/** Where a manual clock starts unless told otherwise: an ordinary Monday morning, UTC. @stability stable */
export const MANUAL_CLOCK_START = Date.UTC(2026, 0, 5, 8, 0, 0)

/**
 * Creates a clock that the test advances. Callbacks run synchronously within `advance` and see the time they were due
 * at; a callback may set further timers, which run in the same call when they fall due within it.
 * @stability stable
 */
export function createManualClock(start: number | Date = MANUAL_CLOCK_START): ManualClock {
  let now = Number(start)
  let order = 0
  const timers = new Set<Timer>()

  function nextDue(until: number): Timer | undefined {
    let found: Timer | undefined
    for (const timer of timers) {
      if (timer.at > until) continue
      if (!found || timer.at < found.at || (timer.at === found.at && timer.order < found.order)) found = timer
    }
    return found
  }

  function set(time: number | Date): void {
    const target = Number(time)
    if (!(target >= now)) throw new RangeError(`A clock does not run backwards: ${target} is before ${now}`)
    for (let timer = nextDue(target); timer; timer = nextDue(target)) {
      timers.delete(timer)
      now = Math.max(now, timer.at)
      timer.callback()
    }
    now = target
  }

  return {
    now: () => now,
    after(delayMs, callback) {
      const timer = { at: now + Math.max(0, delayMs), order: order++, callback }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    advance: (milliseconds) => set(now + milliseconds),
    set,
    get pending() {
      return timers.size
    },
  }
}
