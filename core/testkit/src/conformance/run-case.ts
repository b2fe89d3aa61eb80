import assert from 'node:assert/strict'
import type { AdapterCase, CaseExpectation } from './adapter-case.ts'
import { type AdapterKit, type AdapterWorld, type AnyAdapterModule, withAdapterKit } from './adapter-kit.ts'
import { assertDiscreet, shownBy } from './discretion.ts'
import { malformation, responseDifference } from './expectation.ts'
import { difference, type Pattern, show } from './match.ts'

/** Runs one row in a world of its own. */
export async function runCase(module: AnyAdapterModule, world: AdapterWorld, row: AdapterCase): Promise<void> {
  await withAdapterKit(module, world, async (kit) => {
    await row.before?.(kit)
    const seen = watch(kit)
    const response = await kit.request(typeof row.request === 'function' ? row.request(kit) : row.request)
    const expected = typeof row.expect === 'function' ? row.expect(kit) : row.expect
    assertFits(malformation(response))
    assertFits(responseDifference(response, expected))
    assertHappened(seen(), expected)
    assertFits(unmet(kit))
    assertDiscreet(module, kit, kit.engine.messages, shownBy(response))
  })
}

/** What happened apart from the response. */
export interface Happenings {
  readonly submitted: readonly unknown[]
  readonly events: readonly unknown[]
  readonly outbound: readonly unknown[]
  readonly logs: readonly { readonly level: string; readonly text: string }[]
}

/** Marks a moment; the returned function returns what has happened since. */
export function watch(kit: AdapterKit): () => Happenings {
  const troubles = () => kit.log.at('warn', 'error').map(({ level, text }) => ({ level, text }))
  const all = (): Happenings => ({
    submitted: kit.engine.messages,
    events: kit.engine.events,
    outbound: kit.http.requests,
    logs: troubles(),
  })
  const before = all()
  const counts = Object.entries(before).map(([name, list]) => [name, list.length] as const)
  return () => {
    const now = all()
    return Object.fromEntries(
      counts.map(([name, count]) => [name, now[name as keyof Happenings].slice(count)]),
    ) as never
  }
}

/** Fails when something unexpected happened, or something expected did not. */
export function assertHappened(seen: Happenings, expected: Partial<CaseExpectation>): void {
  assertList('submitted', seen.submitted, expected.submitted)
  assertList('events', seen.events, expected.events)
  assertList('outbound', seen.outbound, expected.outbound)
  assertList('logs', seen.logs, expected.logs)
}

function assertList(name: string, actual: readonly unknown[], pattern: readonly Pattern[] = []): void {
  if (pattern.length === 0 && actual.length > 0)
    assert.fail(`${name}: nothing is expected, but there is ${show(actual)}`)
  assertFits(difference(actual, pattern, name))
}

function assertFits(problem: string | undefined): void {
  if (problem) assert.fail(problem)
}

/** Preparations that were never used: the row does not test what it claims to. */
export function unmet(kit: AdapterKit): string | undefined {
  if (kit.engine.waitingFaults > 0) return `${kit.engine.waitingFaults} forced faults were not met`
  if (kit.http.waiting > 0) return `${kit.http.waiting} scripted answers of other servers were not asked for`
  return undefined
}
