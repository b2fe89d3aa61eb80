import type { Clock } from '@heliograph/contracts'

/** Waits for an event, but no longer than this. */
export async function waitAtMost(clock: Clock, limitMs: number, event: Promise<unknown>): Promise<void> {
  let cancel = () => {}
  const patience = new Promise<void>((resolve) => {
    cancel = clock.after(limitMs, resolve)
  })
  await Promise.race([event, patience]).finally(cancel)
}

/** Settles like `step`, or rejects with `tooLate()` once it has taken this long; the step itself goes on. */
export async function settleWithin<T>(
  clock: Clock,
  limitMs: number,
  step: PromiseLike<T>,
  tooLate: () => Error,
): Promise<T> {
  let cancel = () => {}
  const late = new Promise<never>((_, reject) => {
    cancel = clock.after(limitMs, () => reject(tooLate()))
  })
  try {
    return await Promise.race([step, late])
  } finally {
    cancel()
  }
}
