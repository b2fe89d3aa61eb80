import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { runRound } from '../src/chaos/round.ts'

// The short form of `pnpm chaos`, always with the same faults, so that a failed run can be repeated.

const SEED = 1

test('two nodes under faults: nothing lost, nothing knowingly sent twice', { timeout: 600_000 }, async (t) => {
  const { findings, faults, verdict, repeats } = await runRound({
    messages: 2_000,
    seed: SEED,
    extent: 'short',
    kinds: undefined,
    patroni: undefined,
    parent: tmpdir(),
    keep: false,
    set: [],
    settleMs: 90_000,
    say: (text) => t.diagnostic(text),
  })
  t.diagnostic(`${faults.length} faults, ${repeats} requests sent again, ${verdict.sentTwiceUnknown.length} sent twice`)
  assert.deepEqual(findings, [])
})
