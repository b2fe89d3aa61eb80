import { describe, test } from 'node:test'
import { within } from './deadline.ts'

/** Real time for a check, far above what the slowest takes. */
const CHECK_PATIENCE_MS = 90_000

/**
 * One thing a kit demands. The kits are lists of these, so that they can be run under the test runner by those who write modules, and one by one by the
 * kits' own tests.
 */
export interface Check {
  /** What holds when it passes. */
  readonly name: string
  /** Rejects with an explanation when it does not. */
  run(): void | Promise<void>
}

/** Checks under a common heading. */
export interface CheckGroup {
  readonly name: string
  readonly checks: readonly Check[]
}

/** Makes node:test tests of checks; `more` is called within the same suite. */
export function registerChecks(suite: string, groups: readonly CheckGroup[], more?: () => void): void {
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

/** Runs a check with a deadline, so that one that never ends fails by itself and lets the others go on. */
export async function runCheck(check: Check, patienceMs = CHECK_PATIENCE_MS): Promise<void> {
  await within(patienceMs, `the check '${check.name}' did not end`, Promise.resolve(check.run()))
}
