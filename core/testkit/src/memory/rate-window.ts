import type { Admission, Clock, Principal, RateLimits } from '@heliograph/contracts'

const WINDOW_MS = 60_000

/** Admitted requests per key in the last minute, exactly. A principal without a key is counted by its user. */
export function createRateWindow(clock: Clock): RateLimits {
  const admitted = new Map<string, number[]>()
  return {
    admit(principal: Principal): Admission {
      const key = principal.keyId === null ? `user ${principal.userId}` : `key ${principal.keyId}`
      const now = clock.now()
      const recent = (admitted.get(key) ?? []).filter((time) => time > now - WINDOW_MS)
      admitted.set(key, recent)
      if (recent.length < principal.rateLimit) {
        recent.push(now)
        return { admitted: true }
      }
      const freeAt = (recent[recent.length - principal.rateLimit] ?? now) + WINDOW_MS
      return { admitted: false, retryAfterSeconds: Math.max(1, Math.ceil((freeAt - now) / 1000)) }
    },
  }
}
