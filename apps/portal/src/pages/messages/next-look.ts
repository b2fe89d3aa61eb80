import type { Schemas } from '../../api/client.ts'

/** After the moment that an answer names, and after an answer: what is due at that moment has begun by then. */
const LATER_MS = 1_000
const REST_MS = 5_000

/**
 * When to ask again what a message waits for, although no event says so: once something that it waits for has ended by
 * the clock, or its turn should have come. Undefined while it waits for nothing of that kind. Pure.
 *
 * @param askedAt milliseconds of the epoch
 */
export function nextLook(causes: readonly Schemas['WaitingCause'][], askedAt: number): number | undefined {
  const ends = causes.map(({ until, seconds }) => {
    if (until !== undefined) return Date.parse(until) + LATER_MS
    return seconds ? askedAt + seconds * 1_000 : Number.POSITIVE_INFINITY
  })
  const first = Math.min(...ends)
  return Number.isFinite(first) ? Math.max(first, askedAt + REST_MS) : undefined
}
