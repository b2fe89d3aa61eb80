import type { Clock } from '@heliograph/contracts'

/** Counts the submits of the users of this node. */
export interface RateLimit {
  /**
   * Whether the user may submit now, `perSecond` messages a second; counts `messages` of them if so. A submit_multi
   * larger than the remaining allowance is let through, and later submits wait longer for it.
   */
  admit(userId: number, perSecond: number, messages: number): boolean
}

interface Bucket {
  tokens: number
  filledAt: number
}

/** Beyond this many users, those that have been quiet for a minute are dropped: their buckets are full again. */
const SWEEP_AT = 10_000
const QUIET_MS = 60_000

/**
 * Creates a token bucket for each user that holds one second's worth, so that a client that sends in bursts still gets
 * its rate.
 */
export function createRateLimit(clock: Clock): RateLimit {
  const buckets = new Map<number, Bucket>()

  function sweep(now: number): void {
    for (const [userId, { filledAt }] of buckets) if (now - filledAt > QUIET_MS) buckets.delete(userId)
  }

  return {
    admit(userId, perSecond, messages) {
      if (perSecond === 0) return true
      const now = clock.now()
      const size = Math.max(1, perSecond)
      let bucket = buckets.get(userId)
      if (bucket === undefined) {
        if (buckets.size >= SWEEP_AT) sweep(now)
        bucket = { tokens: size, filledAt: now }
        buckets.set(userId, bucket)
      }
      bucket.tokens = Math.min(size, bucket.tokens + (Math.max(0, now - bucket.filledAt) * perSecond) / 1_000)
      bucket.filledAt = now
      if (bucket.tokens < 1) return false
      bucket.tokens -= messages
      return true
    },
  }
}
