import { AsyncLocalStorage } from 'node:async_hooks'
import type { Check, CheckGroup } from './check.ts'
import { type Code, placeOfFunction } from './function-place.ts'

/** What a check had to do with, of what the author wrote; what came last is last. */
type Involved = Map<string, Code>

/** So many are named when a check fails. */
const LATEST = 5

const involved = new AsyncLocalStorage<Involved>()

/** Notes that the check which runs now has to do with a function of the author's. */
export function noteInvolved(what: string, code: Code | undefined): void {
  const noted = involved.getStore()
  if (noted === undefined || code === undefined) return
  noted.delete(what)
  noted.set(what, code)
}

/** The same checks; a failure also names the lines of the functions that it involves. */
export function withAuthorLines(create: Code, groups: readonly CheckGroup[]): readonly CheckGroup[] {
  return groups.map(({ name, checks }) => ({ name, checks: checks.map((check) => located(create, check)) }))
}

function located(create: Code, { name, run }: Check): Check {
  return {
    name,
    run: () => {
      const noted: Involved = new Map([['create', create]])
      return involved.run(noted, async () => {
        try {
          await run()
        } catch (error) {
          throw withLines(error, noted)
        }
      })
    },
  }
}

function withLines(error: unknown, noted: Involved): unknown {
  const lines = [...noted].toReversed().flatMap(([what, code]) => {
    const place = placeOfFunction(code)
    return place === undefined ? [] : [`${what}: ${place}`]
  })
  if (error instanceof Error && lines.length > 0)
    error.message += `\nwritten at\n  ${lines.slice(0, LATEST).join('\n  ')}`
  return error
}
