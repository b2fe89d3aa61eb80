import assert from 'node:assert/strict'
import { HOOK_DEFAULTS, type Hooks, isGatewayError, type SubmitRequest } from '@heliograph/contracts'
import { bestAttempt } from '../longest-block.ts'
import type { AnyPluginModule } from './carrier-kit.ts'
import type { Check } from './check.ts'
import { difference } from './match.ts'
import { type PluginHookCase, type PluginTables, withEachCallFailing, withRow } from './plugin-case.ts'
import type { PluginKit } from './plugin-kit.ts'

/** As many requests as a hook gets at once. */
const FULL_BATCH = 250
/** The longest time for which a hook may keep the event loop to itself. */
const MOST_MS = 50
/** Silences for the calls of other servers that one request may need. */
const SILENCES = 20

/** What came of a request. */
type Outcome = { readonly stored: readonly unknown[] } | { readonly refused: unknown }

/** How hooks must decide: the same each time, for many at once, in time, and as declared when they cannot. */
export function pluginHookChecks(module: AnyPluginModule, options: PluginTables): readonly Check[] {
  const { hooks = [] } = options
  if (module.capabilities.hooks !== true || hooks === false) return []
  return [
    {
      name: 'its table shows what its hooks decide',
      run: () => assert.ok(hooks.length > 0, '`hooks` has no row; `false` when its own tests show it'),
    },
    ...hooks.flatMap((row) => rowChecks(module, options, row)),
    {
      name: 'each request gets the decision on it, whichever come with it',
      run: () => checkOrder(module, options, hooks),
    },
  ]
}

/** The requests of all rows at once, in their order and the other way round: each is decided as it is alone. */
async function checkOrder(
  module: AnyPluginModule,
  options: PluginTables,
  rows: readonly PluginHookCase[],
): Promise<void> {
  const [first] = rows
  // The scene of a row is for that row.
  const plain = rows.filter(({ before }) => before === undefined)
  if (first === undefined || plain.length < 2) return
  await withRow(module, options, { name: first.name }, async (kit) => {
    const { beforeAccepting } = kit.plugin.hooks as Hooks
    if (beforeAccepting === undefined) return
    const { principal } = kit.account
    const decide = (requests: readonly SubmitRequest[]) => {
      const given = requests.map((request) => ({ principal, request }))
      const { signal } = new AbortController()
      return kit.settled(kit.conduct.run(async () => beforeAccepting.call(kit.plugin.hooks, given, signal)))
    }
    const requests = plain.map(({ request }) => kit.asRequest(request))
    const alone: unknown[] = []
    for (const request of requests) alone.push((await decide([request]))[0])
    const problem = 'requests that are asked about at once get the decisions on each other'
    assert.deepEqual(await decide(requests), alone, problem)
    assert.deepEqual(await decide(requests.toReversed()), alone.toReversed(), problem)
  })
}

function rowChecks(module: AnyPluginModule, options: PluginTables, row: PluginHookCase): readonly Check[] {
  const check = (name: string, work: (kit: PluginKit) => Promise<void>): Check => ({
    name: `${name}: ${row.name}`,
    run: () => withRow(module, options, row, work),
  })
  return [
    check('decided as its row says', async (kit) => {
      const outcome = await outcomeOf(kit, row)
      assertNoFaults(kit)
      assertOutcome(row, outcome, 'asked once')
    }),
    check('decided the same again, and after a restart', async (kit) => {
      for (const when of ['asked once', 'asked again']) assertOutcome(row, await outcomeOf(kit, row), when)
      await kit.restart()
      await row.before?.(kit)
      assertOutcome(row, await outcomeOf(kit, row), 'after a restart')
      assertNoFaults(kit)
    }),
    check(`${FULL_BATCH} at once are decided alike, without blocking others`, (kit) => checkBatch(kit, row)),
    {
      name: `a service that fails changes nothing but as declared: ${row.name}`,
      run: () =>
        withEachCallFailing(
          module,
          options,
          row,
          (kit) => outcomeOf(kit, row),
          async (kit, { text }, outcome) => assertAsDeclared(kit, row, outcome, text),
        ),
    },
    check('another server that is silent is given up at the deadline', async (kit) => {
      kit.http.script(...Array.from({ length: SILENCES }, () => 'silence' as const))
      const began = kit.clock.now()
      const outcome = await outcomeOf(kit, row)
      assertAsDeclared(kit, row, outcome, 'another server is silent')
      assert.equal(kit.http.unanswered, 0, 'its requests go on after the deadline: give them up by the `signal`')
      const elapsed = kit.clock.now() - began
      assert.ok(elapsed <= 4 * HOOK_DEFAULTS.mostMs, `it took ${elapsed} ms`)
    }),
  ]
}

async function outcomeOf(kit: PluginKit, row: PluginHookCase): Promise<Outcome> {
  try {
    return { stored: await kit.submit(row.request) }
  } catch (error) {
    if (!isGatewayError(error)) throw error
    const { category, code, publicMessage } = error
    return { refused: { category, code, publicMessage } }
  }
}

function assertOutcome({ stored, refused }: PluginHookCase, outcome: Outcome, when: string): void {
  const expected = refused === undefined ? { stored } : { refused }
  const problem = difference(outcome, expected)
  if (problem) assert.fail(`${when}, ${problem}`)
}

function assertNoFaults({ engine }: PluginKit): void {
  const [fault] = engine.hookFaults
  if (fault !== undefined) assert.fail(`${fault.call} failed: ${fault.error}`)
}

/** Where a hook had a fault, everything goes on without it or is refused; otherwise its row holds. */
function assertAsDeclared(kit: PluginKit, row: PluginHookCase, outcome: Outcome, when: string): void {
  const [fault] = kit.engine.hookFaults
  if (fault === undefined) {
    assertOutcome(row, outcome, when)
    return
  }
  const isRefused = 'refused' in outcome
  assert.equal(
    isRefused,
    fault.onFault === 'refuse',
    `${when}: it is ${isRefused ? 'refused' : 'accepted'} in spite of onFault`,
  )
}

async function checkBatch(kit: PluginKit, row: PluginHookCase): Promise<void> {
  const { beforeAccepting } = kit.plugin.hooks as Hooks
  if (beforeAccepting === undefined) return
  const request: SubmitRequest = kit.asRequest(row.request)
  const { principal } = kit.account
  const ask = (count: number) => {
    const given = Array.from({ length: count }, () => ({ principal, request }))
    const { signal } = new AbortController()
    const asked = kit.conduct.run(async () => beforeAccepting.call(kit.plugin.hooks, given, signal))
    return kit.settled(asked)
  }
  const [alone] = await ask(1)
  const decisions = await ask(FULL_BATCH)
  assert.equal(decisions.length, FULL_BATCH, `beforeAccepting answers ${FULL_BATCH} requests with ${decisions.length}`)
  for (const decision of decisions) assert.deepEqual(decision, alone, 'what is the same is decided differently')
  const blockMs = await bestAttempt(() => ask(FULL_BATCH), MOST_MS)
  assert.ok(blockMs <= MOST_MS, `it keeps the event loop to itself for ${Math.round(blockMs)} ms`)
}
