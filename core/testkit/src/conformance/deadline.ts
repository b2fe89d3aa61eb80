import { clearTimeout, setTimeout } from 'node:timers'

/** Real time that something gets before the kit stops waiting for it. */
export const DEFAULT_PATIENCE_MS = 5_000

/** Rejects when `work` has not settled within `milliseconds` of real time; `what` says who is late. */
export async function within<T>(milliseconds: number, what: string, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} within ${milliseconds} ms`)), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
