import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'

/** As long as Playwright waits for an element on a busy machine. */
const LONGEST_MS = 30_000
const PAUSE_MS = 50

/**
 * Reads a page again and again until it shows what is expected, and fails with the last difference when it never does.
 * A page that loads, or draws what has just arrived, shows something else for a moment.
 */
export async function assertShows<T>(read: () => Promise<T>, expected: T): Promise<void> {
  const deadline = performance.now() + LONGEST_MS
  for (;;) {
    try {
      assert.deepEqual(await read(), expected)
      return
    } catch (error) {
      if (!(error instanceof assert.AssertionError) || performance.now() > deadline) throw error
    }
    await delay(PAUSE_MS)
  }
}
