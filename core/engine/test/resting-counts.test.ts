import assert from 'node:assert/strict'
import { test } from 'node:test'
import { restingCounts } from '../src/read/figures/resting-counts.ts'

interface Row {
  readonly name: string
  readonly countMs: number
  /** How many there are to count. */
  readonly waiting: number
  /** How many a run makes that begins at this time. */
  readonly runs: readonly (readonly [atMs: number, counts: number])[]
}

const ROWS: readonly Row[] = [
  {
    name: 'small counts fill a moment, after which there is a rest',
    countMs: 100,
    waiting: 100,
    runs: [
      [0, 3],
      [5_000, 0],
      [10_000, 3],
    ],
  },
  {
    name: 'a large one is followed by a long rest',
    countMs: 40_000,
    waiting: 100,
    runs: [
      [0, 1],
      [45_000, 0],
      [799_999, 0],
      [800_000, 1],
    ],
  },
  {
    name: 'what there is to count may come to an end',
    countMs: 100,
    waiting: 1,
    runs: [
      [0, 1],
      [5_000, 0],
    ],
  },
]

for (const { name, countMs, waiting, runs } of ROWS)
  test(name, async () => {
    let time = 0
    let left = waiting
    let counts = 0
    const run = restingCounts(
      async () => {
        if (left === 0) return false
        left -= 1
        counts += 1
        time += countMs
        return true
      },
      () => time,
    )
    for (const [at, expected] of runs) {
      time = Math.max(time, at)
      counts = 0
      await run()
      assert.equal(counts, expected, `at ${at}`)
    }
  })
