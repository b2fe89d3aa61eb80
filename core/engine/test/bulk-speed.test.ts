import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nextTime, partsDue } from '../src/outbound/speeds/bulk-speed.ts'
import { candidates, splitBatches } from '../src/outbound/speeds/split-batches.ts'

const NONE = { waiting: 0, all: 0 }

/** What goes of a bulk that always has enough, by the times of looks in milliseconds. */
function letGo(parts: number, seconds: number, looks: readonly number[]): readonly number[] {
  let nextAt = 0
  return looks.map((now) => {
    const speed = { parts, seconds, nextAt }
    const due = partsDue(speed, NONE, now)
    nextAt = nextTime(speed, NONE, due, now)
    return due
  })
}

const everySecond = (count: number, lateMs = 0) => Array.from({ length: count }, (_, n) => n * 1_000 + lateMs)
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

const LIMITS: readonly (readonly [what: string, parts: number, seconds: number, looks: readonly number[], number[]])[] =
  [
    ['one a second', 60, 60, everySecond(4), [1, 1, 1, 1]],
    ['one a second, for nodes that look twice as often', 60, 60, [0, 500, 1_000, 1_500, 2_000], [1, 0, 1, 0, 1]],
    ['one in a minute', 1, 60, [0, 1_000, 59_000, 60_000, 61_000], [1, 0, 0, 1, 0]],
    ['ten a second', 600, 60, everySecond(4), [1, 10, 10, 10]],
    ['a thousand a second', 60_000, 60, everySecond(3), [1, 1_000, 1_000]],
    ['two in three seconds', 2, 3, everySecond(7), [1, 0, 1, 1, 0, 1, 1]],
    ['a second that was missed is made up for', 60, 60, [0, 1_000, 3_000, 4_000], [1, 1, 2, 1]],
    ['a minute is not', 60, 60, [0, 1_000, 61_000, 62_000], [1, 1, 3, 1]],
  ]

describe('the speed of a bulk', () => {
  for (const [what, parts, seconds, looks, expected] of LIMITS)
    it(what, () => assert.deepEqual(letGo(parts, seconds, looks), expected))

  for (const [parts, seconds] of [
    [60, 60],
    [7, 60],
    [100, 60],
    [1_000, 60],
    [999, 3_600],
    [86_399, 86_400],
  ] as const)
    it(`of ${parts} in ${seconds} s lets exactly so many go in that time, and never more than by then`, () => {
      const counts = letGo(parts, seconds, everySecond(2 * seconds + 1, 137))
      let gone = 0
      counts.forEach((count, second) => {
        gone += count
        assert.ok(gone <= 1 + ((second * 1_000 + 137) * parts) / (seconds * 1_000), `${gone} after ${second} s`)
      })
      const whole = sum(counts.slice(seconds, 2 * seconds))
      // A time is rounded up to the next millisecond.
      assert.ok(whole <= parts && whole >= parts - Math.ceil(seconds / 1_000) - 1, `${whole} of ${parts}`)
    })

  it('lets nothing go while something waits for its link, and counts the time from its end', () => {
    const speed = { parts: 60, seconds: 60, nextAt: 0 }
    const behind = { waiting: 5, all: 5 }
    assert.equal(partsDue(speed, behind, 9_000), 0)
    assert.equal(nextTime(speed, behind, 0, 9_000), 14_000)
  })

  it('lets nothing more go than links take within ten seconds', () => {
    const speed = { parts: 60, seconds: 60, nextAt: 0 }
    assert.equal(partsDue(speed, { waiting: 0, all: 9 }, 1_000), 2)
    assert.equal(partsDue(speed, { waiting: 0, all: 10 }, 1_000), 0)
    const slow = { parts: 1, seconds: 60, nextAt: 0 }
    assert.equal(partsDue(slow, { waiting: 0, all: 1 }, 1_000), 1)
    assert.equal(partsDue(slow, { waiting: 0, all: 2 }, 1_000), 0)
  })
})

const BATCHES = [
  { batchId: 1, route: 'held:speed-1:a', smsIds: [11, 12] },
  { batchId: 2, route: 'held:speed-1:b', smsIds: [21, 22] },
]

const TURNS: readonly (readonly [
  what: string,
  parts: number,
  of: Record<number, number>,
  going: number[][],
  used: number,
])[] = [
  ['one', 1, { 11: 1 }, [[11]], 1],
  ['a whole batch', 2, { 11: 1, 12: 1 }, [[11, 12]], 2],
  ['more than a batch', 3, { 11: 1, 12: 1, 21: 1 }, [[11, 12], [21]], 3],
  [
    'all, and more was due',
    9,
    { 11: 1, 12: 1, 21: 1, 22: 1 },
    [
      [11, 12],
      [21, 22],
    ],
    4,
  ],
  ['one of several parts', 2, { 11: 3, 12: 1 }, [[11]], 3],
  ['one that has ended goes along', 2, { 12: 2 }, [[11, 12]], 2],
  ['none that nothing is due for', 0, {}, [], 0],
]

describe('whose turn it is', () => {
  for (const [what, parts, of, going, used] of TURNS)
    it(what, () => {
      const partsOf = new Map(Object.entries(of).map(([smsId, each]) => [Number(smsId), each]))
      for (const smsId of partsOf.keys()) assert.ok(candidates(BATCHES, parts).includes(smsId))
      const taken = splitBatches(BATCHES, parts, partsOf)
      assert.deepEqual([taken.split.map((batch) => batch.going), taken.parts], [going, used])
      const kept = taken.split.flatMap((batch) => [...batch.going, ...batch.staying])
      assert.deepEqual(
        kept,
        BATCHES.slice(0, going.length).flatMap(({ smsIds }) => smsIds),
      )
    })
})
