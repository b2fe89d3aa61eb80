import { type Clock, settleWithin } from '@heliograph/contracts'

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
  return settleWithin(clock, HANDLER_MS, handler(AbortSignal.any([late.signal, end])), () => {
    late.abort()
    return new Error('The handler takes too long')
  })
}
