import { clearTimeout, setTimeout } from 'node:timers'

/** Default for how long the kit waits for something, in ms of real time. */
export const DEFAULT_PATIENCE_MS = 5_000

/** What is thrown when something took too long. */
export class LateError extends Error {}

/**
 * Rejects with a `LateError` when `work` has not settled within `milliseconds` of real time; `what` begins the error
 * message.
 */
export async function within<T>(milliseconds: number, what: string, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new LateError(`${what} within ${milliseconds} ms`)), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
