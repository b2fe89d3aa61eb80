import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BUCKET_GROWTH, type DeliveryBucket, deliveryTimesOf } from '../src/read/figures/delivery-times.ts'

/** Puts durations into buckets as the counting does. */
function bucketsOf(durationsMs: readonly number[]): readonly DeliveryBucket[] {
  return durationsMs.map((ms) => ({
    bucket: Math.floor(Math.log(Math.max(1, ms)) / Math.log(BUCKET_GROWTH)),
    messages: 1,
  }))
}

describe('how long deliveries took', () => {
  test('nothing says nothing', () => assert.equal(deliveryTimesOf([]), null))

  const rows: readonly (readonly [string, readonly number[], number, number])[] = [
    ['one', [5_000], 5_000, 5_000],
    ['at once, or before it began by a clock that differs', [0, -60_000], 1, 1],
    ['in any order', [9_000, 1_000, 2_000], 2_000, 9_000],
    ['nineteen fast ones and a slow one', [...Array(19).fill(1_000), 86_400_000], 1_000, 1_000],
    ['eighteen fast ones and two slow ones', [...Array(18).fill(1_000), 86_400_000, 86_400_000], 1_000, 86_400_000],
  ]
  for (const [name, durations, p50, p95] of rows)
    test(name, () => {
      const times = deliveryTimesOf(bucketsOf(durations))
      assert.equal(times?.messages, durations.length)
      for (const [reported, real] of [
        [times.p50Ms, p50],
        [times.p95Ms, p95],
      ] as const)
        assert.ok(Math.abs(reported - real) <= real / 10, `${reported} for ${real}`)
    })
})
