import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatCursor, parseCursor } from '../src/reading/cursor.ts'

const SEED = 20260105

test('a cursor: reads what it wrote, each id once and in order', () => {
  const ids = fc.array(fc.integer({ min: 1, max: 2 ** 45 }), { maxLength: 50 })
  fc.assert(
    fc.property(fc.nat(2 ** 45), ids, ids, (sinceMs, owed, given) => {
      const sorted = (list: readonly number[]) => [...new Set(list)].sort((a, b) => a - b)
      const read = parseCursor(formatCursor({ sinceMs, owed, given }))
      assert.deepEqual(read, { sinceMs, owed: sorted(owed), given: sorted(given) })
    }),
    { seed: SEED },
  )
})

test('a cursor: ids that follow each other take no room', () => {
  const owed = Array.from({ length: 10_000 }, (_, index) => 1_000_000_000 + index)
  assert.ok(formatCursor({ sinceMs: 0, owed, given: [] }).length < 20)
})
