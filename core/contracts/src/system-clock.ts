import type { Clock } from './clock.ts'

/** The longest delay setTimeout takes; longer ones would fire at once. */
const LONGEST_DELAY_MS = 2 ** 31 - 1

/** The real time. Its timers do not keep the process alive. @stability stable */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    let timer = setTimeout(elapsed, Math.min(delayMs, LONGEST_DELAY_MS), delayMs - LONGEST_DELAY_MS).unref()
    function elapsed(remainingMs: number): void {
      if (remainingMs <= 0) callback()
      else timer = setTimeout(elapsed, Math.min(remainingMs, LONGEST_DELAY_MS), remainingMs - LONGEST_DELAY_MS).unref()
    }
    return () => clearTimeout(timer)
  },
}
