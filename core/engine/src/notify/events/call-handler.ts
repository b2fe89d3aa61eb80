import type { Clock } from '@heliograph/contracts'

/** How long a handler may take. */
const HANDLER_MS = 60_000

/**
 * Calls a handler of events. One that takes too long is told so and no longer waited for: then it rejects.
 *
 * @param end aborted when the handler is to stop
 */
export async function callHandler<T>(
  clock: Clock,
  end: AbortSignal,
  handler: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController()
  let cancel = () => {}
  const lateness = new Promise<never>((_, reject) => {
    cancel = clock.after(HANDLER_MS, () => {
      late.abort()
      reject(new Error('The handler takes too long'))
    })
  })
  try {
    return await Promise.race([handler(AbortSignal.any([late.signal, end])), lateness])
  } finally {
    cancel()
  }
}
