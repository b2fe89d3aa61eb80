import type { TestContext } from 'node:test'

/** Runs when the test ends, however it ends; the last registered first, since it builds on those before. */
export function cleanups(t: TestContext): (run: () => Promise<unknown>) => void {
  const stack: (() => Promise<unknown>)[] = []
  t.after(async () => {
    for (const run of stack.reverse()) await run()
  })
  return (run) => void stack.push(run)
}
