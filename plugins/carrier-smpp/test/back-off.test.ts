import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BackOff } from '../src/back-off.ts'

test('waits double from one second to a minute', () => {
  const waits = new BackOff(1000, 60_000, () => 0.5)
  const first = Array.from({ length: 8 }, () => waits.next())
  assert.deepEqual(first, [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
  waits.reset()
  assert.equal(waits.next(), 1000)
})

test('a fifth more or less, within the limits', () => {
  for (const [random, expected] of [
    [0, [1000, 1600, 3200]],
    [0.999999, [1200, 2400, 4800]],
  ] as const) {
    const waits = new BackOff(1000, 60_000, () => random)
    assert.deepEqual([waits.next(), waits.next(), waits.next()], expected)
    for (let attempt = 0; attempt < 10; attempt += 1) waits.next()
    assert.ok(waits.next() <= 60_000)
  }
})
