import type { Clock } from './clock.ts'

/**
 * Settles like `work`, or rejects with what `late` returns when `work` has not settled within `limitMs`. The work goes
 * on; what becomes of it is ignored then.
 * @stability experimental
 */
export function settleWithin<T>(
  clock: Pick<Clock, 'after'>,
  limitMs: number,
  work: PromiseLike<T>,
  late: () => unknown,
): Promise<T> {
  return race<T>(work, (_, reject) => clock.after(limitMs, () => reject(late())))
}

/**
 * Waits for `work`, but no longer than `limitMs`, nor than until `signal` is aborted. Rejects only when `work` does so
 * before.
 * @stability experimental
 */
export async function waitAtMost(
  clock: Pick<Clock, 'after'>,
  limitMs: number,
  work: PromiseLike<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  await race(work, (resolve) => {
    const cancel = clock.after(limitMs, () => resolve(undefined))
    const forget = whenAborted(signal, () => resolve(undefined))
    return () => {
      cancel()
      forget()
    }
  })
}

/**
 * Waits for `work`, but no longer than until `signal` is aborted. Rejects only when `work` does so before.
 * @stability experimental
 */
export async function waitUnlessAborted(signal: AbortSignal, work: PromiseLike<unknown>): Promise<void> {
  await race(work, (resolve) => whenAborted(signal, () => resolve(undefined)))
}

/** Settles like what settles first: the work, or what `arm` does with the functions it is called with. */
async function race<T>(
  work: PromiseLike<T>,
  arm: (resolve: (value: T) => void, reject: (reason: unknown) => void) => () => void,
): Promise<T> {
  let disarm = () => {}
  const end = new Promise<T>((resolve, reject) => {
    disarm = arm(resolve, reject)
  })
  try {
    return await Promise.race([work, end])
  } finally {
    disarm()
  }
}

/** Calls back when the signal is aborted, or at once when it is already. Returns a function that cancels it. */
function whenAborted(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (signal?.aborted) callback()
  signal?.addEventListener('abort', callback, { once: true })
  return () => signal?.removeEventListener('abort', callback)
}
