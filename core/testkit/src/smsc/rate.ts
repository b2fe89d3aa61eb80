import type { Clock } from '@heliograph/contracts'

/** True while fewer than `perSecond` were admitted in the last second; 0 admits everything. */
export function createRate(clock: Clock): { admit(perSecond: number): boolean } {
  let admitted: number[] = []
  let first = 0
  return {
    admit(perSecond) {
      if (perSecond === 0) return true
      const now = clock.now()
      while (first < admitted.length && (admitted[first] ?? now) <= now - 1_000) first += 1
      if (first > 10_000) {
        admitted = admitted.slice(first)
        first = 0
      }
      if (admitted.length - first >= perSecond) return false
      admitted.push(now)
      return true
    },
  }
}
