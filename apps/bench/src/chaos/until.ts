import { setTimeout as delay } from 'node:timers/promises'

const POLL_MS = 100
const LIMIT_MS = 90_000

/** Tries until `isSo` resolves with true, whatever goes wrong; rejects with `failure` when that takes too long. */
export async function until(failure: string, isSo: () => Promise<boolean>, pollMs = POLL_MS): Promise<void> {
  const deadline = performance.now() + LIMIT_MS
  for (;;) {
    if (await isSo().catch(() => false)) return
    if (performance.now() > deadline) throw new Error(failure)
    await delay(pollMs)
  }
}
