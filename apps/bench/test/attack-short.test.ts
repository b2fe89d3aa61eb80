import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { ATTACKS } from '../src/attack/attacks/index.ts'
import { SERVERS } from '../src/attack/configuration.ts'
import { brokenBounds, renderFindings, runAttacks } from '../src/attack/run-attacks.ts'

// The short form of `pnpm attack`.

test('attacks on both HTTP servers: all bounds hold', { timeout: 1_200_000 }, async (t) => {
  const results = await runAttacks({
    attacks: ATTACKS.filter(({ isLong }) => !isLong),
    servers: SERVERS,
    parent: tmpdir(),
    keep: false,
    set: [],
    say: (text) => t.diagnostic(text),
  })
  t.diagnostic(renderFindings(results))
  assert.deepEqual(brokenBounds(results), [])
})
