import { setTimeout as delay } from 'node:timers/promises'
import { type Limits, unlessAborted } from '../limits.ts'

/**
 * Asks every `everyMs` until the answer is not undefined. Resolves with undefined on time-out; rejects when the signal
 * is aborted.
 */
export async function waitUntil<T>(
  everyMs: number,
  { timeoutMs, signal }: Limits,
  ask: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const answer = await unlessAborted(signal, ask())
    if (answer !== undefined || Date.now() >= deadline) return answer
    await unlessAborted(signal, delay(everyMs))
  }
}
