import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { findPatroniPrograms, MissingPrograms, type PatroniPrograms } from '../src/chaos/patroni/programs.ts'
import { runRound } from '../src/chaos/round.ts'

// The short form of `pnpm chaos --patroni`, where its programs are installed or in a folder that the environment
// names.

const SEED = 1

async function find(): Promise<PatroniPrograms | string> {
  try {
    return await findPatroniPrograms(process.env.HELIOGRAPH_PATRONI_PROGRAMS)
  } catch (error) {
    if (error instanceof MissingPrograms) return error.message
    throw error
  }
}

const found = await find()
const options = { timeout: 300_000, skip: typeof found === 'string' && found }

test(
  'a switch-over, a dead primary and no standbys: nothing lost, and messages accepted at once',
  options,
  async (t) => {
    const { findings, outages, verdict, repeats } = await runRound({
      messages: 2_000,
      seed: SEED,
      extent: 'short',
      kinds: undefined,
      patroni: found as PatroniPrograms,
      parent: tmpdir(),
      keep: false,
      set: [],
      settleMs: 60_000,
      say: (text) => t.diagnostic(text),
    })
    for (const { fault, outageMs, resumeMs = Number.NaN } of outages)
      t.diagnostic(`${fault}: no writes for ${Math.round(outageMs)} ms, accepted ${Math.round(resumeMs)} ms after that`)
    t.diagnostic(`${repeats} requests sent again, ${verdict.sentTwiceUnknown.length} sent twice`)
    assert.deepEqual(findings, [])
    assert.equal(outages.length, 3)
  },
)
