import { describe, test } from 'node:test'

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
        for (const check of group.checks) test(check.name, () => check.run())
      })
    }
    more?.()
  })
}
