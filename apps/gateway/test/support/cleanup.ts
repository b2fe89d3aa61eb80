import type { TestContext } from 'node:test'

/**
 * Returns a function that registers work for the end of the test, however it ends. The last registered runs first,
 * because it builds on the earlier ones.
 */
export function cleanups(t: TestContext): (run: () => Promise<unknown>) => void {
  const stack: (() => Promise<unknown>)[] = []
  t.after(async () => {
    for (const run of stack.reverse()) await run()
  })
  return (run) => void stack.push(run)
}
