import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { RateLimits, type ServiceToken } from '@heliograph/contracts'
import { type AdapterKit, withAdapterKit } from './adapter-kit.ts'
import { type AdapterSuite, goodRow, prepareRow } from './adapter-suite.ts'
import type { Check } from './check.ts'
import { assertHappened, watch } from './run-case.ts'

/** Turns of the loop within which an answer that waits for nothing would arrive. */
const TURNS = 50

/**
 * Real time for a request that is held up on purpose: a busy machine may take long over the turns, and the check has
 * its own deadline.
 */
const HELD_PATIENCE_MS = 60_000

/** What the good row promises its client: that the answer means what it says, and that limits hold. */
export function commitChecks(suite: AdapterSuite): readonly Check[] {
  const row = goodRow(suite)
  if (!row || !suite.module.capabilities.http) return []
  const world = { patienceMs: HELD_PATIENCE_MS, ...suite.world }
  const withRequest = (work: (kit: AdapterKit, send: () => Promise<{ readonly status: number }>) => Promise<void>) =>
    withAdapterKit(suite.module, world, async (kit) => {
      const request = await prepareRow(row, kit)
      await work(kit, () => kit.request(request))
    })
  const limited = {
    name: `asks the rate limit, and heeds it: ${row.name}`,
    run: () => withRequest(checkRateLimit),
  }
  const waits = {
    name: `does not answer before what it accepted is safe: ${row.name}`,
    run: () => withRequest(checkCommit),
  }
  const tokens = Object.values(suite.module.deps) as readonly ServiceToken<unknown>[]
  return [
    ...(suite.module.capabilities.submit ? [waits] : []),
    ...(tokens.some(({ id }) => id === RateLimits.id) ? [limited] : []),
  ]
}

async function checkCommit(kit: AdapterKit, send: () => Promise<unknown>): Promise<void> {
  const commit = kit.asked.hold()
  let isAnswered = false
  const answer = send().finally(() => {
    isAnswered = true
  })
  try {
    for (let turn = 0; turn < TURNS; turn += 1) await nextTurn()
    assert.ok(commit.waiting > 0, 'the request changes nothing by a service')
    assert.equal(isAnswered, false, 'the request was answered before its transaction was committed')
  } finally {
    commit.release()
    await answer
  }
}

async function checkRateLimit(kit: AdapterKit, send: () => Promise<{ readonly status: number }>): Promise<void> {
  const { status } = await send()
  const limits = kit.engine.service(RateLimits)
  for (const keyId of [kit.account.principal.keyId, null]) {
    const principal = { ...kit.account.principal, keyId }
    while (limits.admit(principal).admitted);
  }
  const seen = watch(kit)
  const refused = await send()
  assertHappened({ ...seen(), logs: [] }, {})
  assert.notEqual(refused.status, status, 'a request above the rate limit is answered like one below it')
}
