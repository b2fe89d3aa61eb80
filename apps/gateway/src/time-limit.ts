import type { Clock } from '@heliograph/contracts'

/**
 * Waits for `promise` no longer than `limitMs`. Resolves with false when it has not settled by then; it continues
 * unwatched. Rejects when `promise` rejects.
 */
export async function settlesWithin(clock: Clock, limitMs: number, promise: Promise<unknown>): Promise<boolean> {
  let cancel = (): void => undefined
  const late = new Promise<false>((resolve) => {
    cancel = clock.after(limitMs, () => resolve(false))
  })
  try {
    return await Promise.race([late, promise.then(() => true)])
  } finally {
    cancel()
    // Even unwatched, a rejection must not end the process.
    promise.catch(() => undefined)
  }
}
