import type { Admission, Clock, Principal, RateLimits } from '@heliograph/contracts'

const WINDOW_MS = 60_000

/** Counts the requests admitted in the last minute exactly, by key. */
export class RequestWindow {
  readonly #clock: Clock
  readonly #admitted = new Map<string, readonly number[]>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  admit(key: string, limit: number): Admission {
    const now = this.#clock.now()
    const recent = (this.#admitted.get(key) ?? []).filter((time) => time > now - WINDOW_MS)
    if (recent.length < limit) {
      this.#admitted.set(key, [...recent, now])
      return { admitted: true }
    }
    this.#admitted.set(key, recent)
    const freeAt = (recent[recent.length - limit] ?? now) + WINDOW_MS
    return { admitted: false, retryAfterSeconds: Math.max(1, Math.ceil((freeAt - now) / 1000)) }
  }
}

/** `RateLimits` in memory. Sessions of a user are counted apart from its keys and its logins by password. */
export function createRateWindow(clock: Clock): RateLimits {
  const window = new RequestWindow(clock)
  return {
    admit({ keyId, scope, userId, rateLimit }: Principal) {
      const isSession = keyId === null && scope === 'portal'
      return window.admit(`${isSession ? 'sessions' : 'user'} ${userId}`, rateLimit)
    },
  }
}
