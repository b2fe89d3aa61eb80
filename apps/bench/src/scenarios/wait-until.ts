import { setTimeout as delay } from 'node:timers/promises'

/** Asks every `everyMs` until the answer is not undefined. Resolves with undefined when `timeoutMs` passes before. */
export async function waitUntil<T>(
  everyMs: number,
  timeoutMs: number,
  ask: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined || Date.now() >= deadline) return answer
    await delay(everyMs)
  }
}
