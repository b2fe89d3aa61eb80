import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StateStore } from '@heliograph/contracts'
import { createManualClock, createMemoryEngine } from '@heliograph/testkit'
import { type Candidate, readOnce, type Source } from '../src/reading/read-once.ts'

const HOUR_MS = 3_600_000

/** Records that a test adds and ends. */
function world() {
  const clock = createManualClock()
  const state = createMemoryEngine({ clock }).service(StateStore).of('test')
  const all = new Map<number, Candidate<number>>()
  const source: Source<number> = {
    async between(sinceMs, untilMs) {
      return { found: [...all.values()].filter(({ atMs }) => atMs >= sinceMs && atMs < untilMs), endMs: untilMs }
    },
    byIds: async (ids) => ids.flatMap((id) => all.get(id) ?? []),
    compare: (a, b) => a - b,
  }
  return {
    clock,
    put(id: number, isReady: boolean, atMs = clock.now()) {
      all.set(id, { id, atMs, isReady, record: id })
    },
    async read(limit = 1_000) {
      const { records } = await readOnce(source, { key: 'k', limit, nowMs: clock.now(), state })
      return records
    },
  }
}

test('once: a record that becomes visible late is still given, and no other again', async () => {
  const { clock, put, read } = world()
  put(10, true)
  assert.deepEqual(await read(), [10])
  clock.advance(20_000)
  put(5, true, clock.now() - 25_000)
  assert.deepEqual(await read(), [5])
  clock.advance(20_000)
  assert.deepEqual(await read(), [])
})

test('once: records that wait are given when they can be, however late', async () => {
  const { clock, put, read } = world()
  const atMs = clock.now()
  put(1, false)
  put(2, true)
  assert.deepEqual(await read(), [2])
  clock.advance(100 * HOUR_MS)
  put(1, true, atMs)
  put(3, true)
  assert.deepEqual(await read(), [1, 3])
  assert.deepEqual(await read(), [])
})

test('once: a place that takes many entries of the state', async () => {
  const { clock, put, read } = world()
  for (let id = 1; id <= 9_000; id += 1) put(id * 1_000, id % 2 === 0)
  const seen = new Set<number>()
  for (let round = 0; round < 6; round += 1) {
    for (const id of await read()) {
      assert.ok(!seen.has(id), `${id} is given again`)
      seen.add(id)
    }
    clock.advance(1_000)
  }
  assert.equal(seen.size, 4_500)
})
