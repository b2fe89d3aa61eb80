import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readAccount } from '../src/chaos/endurance/account.ts'
import { endure } from '../src/chaos/endurance/endure.ts'
import type { Sample } from '../src/chaos/endurance/sample.ts'

// The long form of `pnpm chaos`, with the faults that are over soonest, so that a minute has several rounds.

test('rounds on one database: each has its books, and days pass between them', { timeout: 300_000 }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-account-'))
  t.after(() => rm(folder, { recursive: true }))
  const accepted: number[] = []
  const run = await endure({
    minutes: 1,
    rate: 200,
    seed: 1,
    extent: 'short',
    kinds: new Set(['terminate']),
    patroni: undefined,
    folder,
    parent: tmpdir(),
    keep: false,
    set: [],
    settleMs: 60_000,
    say: (text) => t.diagnostic(text),
    onRound: (round) => accepted.push(round.accepted),
  })
  t.diagnostic(`${run.rounds} rounds, ${run.accepted} messages, peak ${run.peakResident}, tables ${run.tablesEnd}`)
  assert.deepEqual(run.findings, [])
  assert.ok(run.rounds > 1, `${run.rounds} rounds`)
  assert.equal(
    run.accepted,
    accepted.reduce((sum, count) => sum + count, 0),
  )
  assert.ok(accepted.every((count) => count > 0))
  assert.ok(run.peakResident > 0 && run.tablesEnd > 0)
  assert.deepEqual(await readAccount(folder), [run])
  const files = (await readdir(folder)).map((name) => name.replace(/^server-.*\./, '')).sort()
  assert.deepEqual(files, ['account.json', 'jsonl', 'svg'])
  const [samples] = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'))
  const lines = (await readFile(join(folder, samples ?? ''), 'utf8')).trim().split('\n')
  const databases = lines.flatMap((line) => (JSON.parse(line) as Sample).database ?? [])
  assert.ok(databases.every(({ tables }) => (tables.message?.octets ?? 0) > 0))
  // After the first round, so much time has passed for the database that the nodes have left the first range of ids.
  assert.equal(databases.at(-1)?.closedRanges, 1)
})
