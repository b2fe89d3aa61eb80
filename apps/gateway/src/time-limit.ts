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
