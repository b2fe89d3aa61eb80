/** Waits before a probe, in milliseconds, for the first, second, ... opening in a row; the last repeats. */
const PROBE_DELAYS_MS = [10_000, 20_000, 40_000, 80_000, 160_000, 300_000]

/** Whether anything is sent to an endpoint. Begins as `CLOSED`; times in milliseconds. */
export interface CircuitBreaker {
  /** Failures in a row. */
  readonly failures: number
  /** How often it has opened in a row. */
  readonly openings: number
  /** When the next probe may be made; null while it is closed. */
  readonly probeAt: number | null
}

export const CLOSED: CircuitBreaker = { failures: 0, openings: 0, probeAt: null }

/** `closed`: everything may be sent; `open`: nothing; `half-open`: one at a time, whose outcome decides. */
export function standing({ probeAt }: CircuitBreaker, now: number): 'closed' | 'open' | 'half-open' {
  if (probeAt === null) return 'closed'
  return now < probeAt ? 'open' : 'half-open'
}

/**
 * The breaker after a call. A success closes it, whenever the call began. A failure opens it when it is the
 * `threshold`th in a row, or that of a probe; the failure of a call that began before it opened changes nothing.
 */
export function afterCall(breaker: CircuitBreaker, isGood: boolean, now: number, threshold: number): CircuitBreaker {
  if (isGood) return CLOSED
  const failures = breaker.failures + 1
  const opens = breaker.probeAt === null ? failures >= threshold : now >= breaker.probeAt
  if (!opens) return { ...breaker, failures }
  const delay = PROBE_DELAYS_MS[Math.min(breaker.openings, PROBE_DELAYS_MS.length - 1)] as number
  return { failures, openings: breaker.openings + 1, probeAt: now + delay }
}
