import type { Clock } from '@heliograph/contracts'

/** Resolves after a time, or as soon as `signal` is aborted. */
export function waitUnless(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted || ms === 0) return Promise.resolve()
  return new Promise((resolve) => {
    const end = (): void => {
      cancel()
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const cancel = clock.after(ms, end)
    signal?.addEventListener('abort', end, { once: true })
  })
}

/** The same where nothing else keeps the process alive meanwhile: timers of the clock do not. */
export async function waitAlive(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  const keepAlive = setInterval(() => undefined, 2 ** 30)
  await waitUnless(clock, ms, signal).finally(() => clearInterval(keepAlive))
}

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
