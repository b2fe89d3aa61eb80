/** What interfaces for bulks have in common. */

/** Destinations of one request, over all its messages. */
export const MAX_DESTINATIONS = 10_000

/** Characters of a URL for receipts, after it has been parsed. */
export const MAX_URL_LENGTH = 2_048

/** How far ahead a message may be scheduled. */
export const MAX_SCHEDULE_DAYS = 180

/** Records that reports and logs return by default, and at most. */
export const DEFAULT_RECORDS = 50
export const MAX_RECORDS = 1_000

const DAY_MS = 86_400_000

/** Whether a time, in milliseconds, is further ahead than messages may be scheduled. */
export function isTooFarAhead(timeMs: number, nowMs: number): boolean {
  return timeMs > nowMs + MAX_SCHEDULE_DAYS * DAY_MS
}
