import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { RateLimits, type ServiceToken } from '@heliograph/contracts'
import type { InjectedResponse } from '@heliograph/http'
import { type AdapterKit, withAdapterKit } from './adapter-kit.ts'
import { type AdapterSuite, changingRows, goodRow, prepareRow } from './adapter-suite.ts'
import type { Check } from './check.ts'
import { distinctRows } from './distinct-rows.ts'
import { assertHappened, watch } from './run-case.ts'

/** Turns of the loop within which an answer that waits for nothing would arrive. */
const TURNS = 50

/** How far time goes on while a transaction is held, and in how many steps: timers that are set in turn run as well. */
const STEP_MS = 20_000
const STEPS = 6

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
  const withRequest = (work: (kit: AdapterKit, send: Send) => Promise<void>, sent = row) =>
    withAdapterKit(suite.module, world, async (kit) => {
      const request = await prepareRow(sent, kit)
      await work(kit, () => kit.request(request))
    })
  const limited = {
    name: `asks the rate limit, and heeds it: ${row.name}`,
    run: () => withRequest(checkRateLimit),
  }
  const waits = distinctRows(suite, changingRows(suite)).map((each) => ({
    name: `does not answer before what it accepted is safe: ${each.name}`,
    run: () => withRequest((kit, send) => checkCommit(suite, kit, send), each),
  }))
  const tokens = Object.values(suite.module.deps) as readonly ServiceToken<unknown>[]
  return [...waits, ...(tokens.some(({ id }) => id === RateLimits.id) ? [limited] : [])]
}

type Send = () => Promise<Pick<InjectedResponse, 'status' | 'text'>>

/** The transaction takes long, by the clock as well: a request that gives up waiting does not answer with success. */
async function checkCommit(suite: AdapterSuite, kit: AdapterKit, send: Send): Promise<void> {
  const commit = kit.asked.hold()
  const answers: Awaited<ReturnType<Send>>[] = []
  const answer = send().then((response) => answers.push(response))
  try {
    await turns()
    assert.ok(commit.waiting > 0, 'the request changes nothing by a service')
    assert.deepEqual(answers, [], 'the request was answered before its transaction was committed')
    for (let step = 0; step < STEPS; step += 1) {
      kit.clock.advance(STEP_MS)
      await turns()
    }
    const [{ status } = { status: 503 }] = answers
    // An interface that tells errors by the body may do so with any status.
    const isError = status >= 400 || suite.errorsLikeSuccess.includes('unavailable')
    assert.ok(isError, `answered with ${status} while its transaction was not committed, after a time`)
  } finally {
    commit.release()
    await answer
  }
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn()
}

async function checkRateLimit(kit: AdapterKit, send: Send): Promise<void> {
  const earlier = kit.asked.calls.length
  const { status } = await send()
  const counted = kit.asked.calls.slice(earlier).filter(({ name }) => name === `${RateLimits.id}.admit`).length
  assert.ok(counted <= 1, `one request counts as ${counted} of those that the client may send`)
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
