import type { Clock } from '@heliograph/contracts'

/** Waits for `promise` no longer than `limitMs`. False when it was not settled by then; it goes on unwatched. Rejects when it does. */
export async function settlesWithin(clock: Clock, limitMs: number, promise: Promise<unknown>): Promise<boolean> {
  let cancel = (): void => undefined
  const late = new Promise<false>((resolve) => {
    cancel = clock.after(limitMs, () => resolve(false))
  })
  try {
    return await Promise.race([late, promise.then(() => true)])
  } finally {
    cancel()
    // Unwatched does not mean that a failure may end the process.
    promise.catch(() => undefined)
  }
}
