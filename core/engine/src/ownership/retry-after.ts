/** How long owned rows wait that failed: at first, and at most; each time twice as long as the last. */
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 300_000

/** How long a row waits before its next start. `starts`: how often it was taken so far. */
export function retryAfterMs(starts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** Math.min(starts - 1, 9), LAST_RETRY_MS)
}
