import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ErrorCategory } from '@heliograph/contracts'
import { ERROR_CATEGORIES } from '../documentation/errors-table.ts'
import { INTERNAL_TEXT } from '../memory/faults.ts'
import type { CaseExpectation, ExchangeCase } from './adapter-case.ts'
import { type AdapterKit, withAdapterKit } from './adapter-kit.ts'
import type { AdapterSuite } from './adapter-suite.ts'
import type { Check } from './check.ts'
import { DEFAULT_PATIENCE_MS, within } from './deadline.ts'
import { assertDiscreet } from './discretion.ts'
import { difference, show } from './match.ts'
import { assertHappened, unmet, watch } from './run-case.ts'

/** Turns of the loop within which an answer that waits for nothing would arrive over a connection. */
const TURNS = 300

/**
 * The rows of an interface with its own connections, and the checks derived from the first with an accepted message.
 */
export function exchangeChecks(suite: AdapterSuite): readonly Check[] {
  const rows = suite.exchanges.map((row) => ({
    name: row.name,
    run: () => inWorld(suite, (kit) => runRow(suite, row, kit)),
  }))
  const good = suite.exchanges.find(({ expect }) => (expect.submitted?.length ?? 0) > 0)
  if (!good) return [...rows, ...missing(suite)]
  return [
    ...rows,
    {
      name: `does not answer before what it accepted is safe: ${good.name}`,
      run: () => inWorld(suite, (kit) => checkCommit(suite, good, kit)),
    },
    ...ERROR_CATEGORIES.map((category) => ({
      name: `a service that fails with ${category} does not look like success: ${good.name}`,
      run: () => checkForced(suite, good, category),
    })),
  ]
}

/** Fails, because otherwise it would go unnoticed that the interface was not tested. */
function missing({ module }: AdapterSuite): readonly Check[] {
  if (module.capabilities.http || !module.capabilities.submit) return []
  return [
    {
      name: 'its table shows what it promises',
      run: () => assert.fail('clients can submit, but no row of `exchanges` has a message accepted (`submitted`)'),
    },
  ]
}

function inWorld(suite: AdapterSuite, work: (kit: AdapterKit) => Promise<void>): Promise<void> {
  return withAdapterKit(suite.module, suite.world, work)
}

async function exchange({ world }: AdapterSuite, row: ExchangeCase, kit: AdapterKit): Promise<unknown> {
  return within(world.patienceMs ?? DEFAULT_PATIENCE_MS, `'${row.name}' was not answered`, row.exchange(kit))
}

async function runRow(suite: AdapterSuite, row: ExchangeCase, kit: AdapterKit): Promise<void> {
  await row.before?.(kit)
  const seen = watch(kit)
  const answer = await exchange(suite, row, kit)
  const problem = difference(answer, row.expect.answer, 'answer') ?? unmet(kit)
  if (problem) assert.fail(problem)
  assertHappened(seen(), row.expect satisfies Partial<CaseExpectation>)
  assertDiscreet(suite.module, kit, kit.engine.messages, show(answer))
}

async function checkCommit(suite: AdapterSuite, row: ExchangeCase, kit: AdapterKit): Promise<void> {
  await row.before?.(kit)
  const commit = kit.asked.hold()
  let isAnswered = false
  const answer = exchange(suite, row, kit).finally(() => {
    isAnswered = true
  })
  try {
    while (commit.waiting === 0 && !isAnswered) await nextTurn()
    for (let turn = 0; turn < TURNS; turn += 1) await nextTurn()
    assert.equal(isAnswered, false, 'the client was answered before the transaction was committed')
  } finally {
    commit.release()
    await answer
  }
}

async function checkForced(suite: AdapterSuite, row: ExchangeCase, category: ErrorCategory): Promise<void> {
  let good: unknown
  await inWorld(suite, async (kit) => {
    await row.before?.(kit)
    good = await exchange(suite, row, kit)
  })
  await inWorld(suite, async (kit) => {
    await row.before?.(kit)
    kit.engine.failNext(category)
    const seen = watch(kit)
    const answer = await exchange(suite, row, kit)
    assert.equal(kit.engine.waitingFaults, 0, `the row '${row.name}' calls no service that could fail`)
    assert.notDeepEqual(answer, good, 'it is answered like a success')
    assert.deepEqual(seen().submitted, [], 'something was accepted')
    assert.ok(!show(answer).includes(INTERNAL_TEXT), 'the text of a cause is shown to the client')
  })
}
