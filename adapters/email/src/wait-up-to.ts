import type { Clock } from '@heliograph/contracts'

export interface Bounds {
  readonly signal: AbortSignal
  readonly limit?: { readonly clock: Clock; readonly ms: number } | undefined
}

/** Resolves when the work is done, or when its time is up, whichever comes first. */
export async function waitUpTo(work: Promise<unknown>, { limit, signal }: Bounds): Promise<void> {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const cancel = limit?.clock.after(limit.ms, end)
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  await Promise.race([work, ended])
  cancel?.()
  signal.removeEventListener('abort', end)
}
