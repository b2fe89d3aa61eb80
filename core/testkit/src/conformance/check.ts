import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { within } from './deadline.ts'
import { startWatchdog } from './watchdog.ts'

/** Real time for a check, far more than the slowest one takes. */
const CHECK_PATIENCE_MS = 90_000

/**
 * One requirement of a kit. The kits are lists of these, so that authors of modules can run them under the test runner
 * and the kits' own tests can run them one by one.
 */
export interface Check {
  /** What is true when it passes. */
  readonly name: string
  /** Rejects with an explanation when it fails. */
  run(): void | Promise<void>
}

/** Checks under a common heading. */
export interface CheckGroup {
  readonly name: string
  readonly checks: readonly Check[]
}

/** Turns checks into node:test tests; `more` is called within the same suite. */
export function registerChecks(suite: string, groups: readonly CheckGroup[], more?: () => void): void {
  startWatchdog()
  describe(suite, () => {
    for (const group of groups) {
      if (group.checks.length === 0) continue
      describe(group.name, () => {
        for (const check of group.checks) test(check.name, () => runCheck(check))
      })
    }
    more?.()
  })
}

/**
 * Runs a check with a deadline, so that a check that never ends fails on its own and the others go on. A promise that
 * the module has lost in it comes to light in the next turn, and fails it with its stack.
 */
export async function runCheck(check: Check, patienceMs = CHECK_PATIENCE_MS): Promise<void> {
  await within(patienceMs, `the check '${check.name}' did not end`, Promise.resolve(check.run()))
  await nextTurn()
}
