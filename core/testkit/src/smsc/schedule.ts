import type { Clock } from '@heliograph/contracts'

/** Calls work later, with a single timer however much is waiting. */
export interface Schedule {
  /** Runs at once when the delay is 0. Work for the same time runs in the order it was added. */
  after(delayMs: number, work: () => void): void
  /** Drops everything that waits. */
  clear(): void
}

/** Times are rounded up to this, so that thousands of waits share a timer. */
const GRAIN_MS = 1

export function createSchedule(clock: Clock): Schedule {
  const due = new Map<number, (() => void)[]>()
  let cancelTimer: (() => void) | undefined
  let timerAt = Number.POSITIVE_INFINITY

  function arm(at: number): void {
    if (at >= timerAt) return
    cancelTimer?.()
    timerAt = at
    cancelTimer = clock.after(at - clock.now(), run)
  }

  function run(): void {
    timerAt = Number.POSITIVE_INFINITY
    cancelTimer = undefined
    const now = clock.now()
    const ready = [...due.keys()].filter((at) => at <= now).sort((a, b) => a - b)
    for (const at of ready) {
      const works = due.get(at) ?? []
      due.delete(at)
      for (const work of works) work()
    }
    if (due.size > 0) arm(Math.min(...due.keys()))
  }

  return {
    after(delayMs, work) {
      if (delayMs <= 0) {
        work()
        return
      }
      const at = Math.ceil((clock.now() + delayMs) / GRAIN_MS) * GRAIN_MS
      const works = due.get(at)
      if (works) works.push(work)
      else due.set(at, [work])
      arm(at)
    },
    clear() {
      due.clear()
      cancelTimer?.()
      cancelTimer = undefined
      timerAt = Number.POSITIVE_INFINITY
    },
  }
}
