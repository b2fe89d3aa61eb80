import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Patience } from '../src/patience.ts'

/** What happens to a part: when it was sent, in ms, and after how long it was answered or given up. */
type Happening = readonly ['answer' | 'gave up', sentAt: number, tookMs: number]

/** The response time-out and the window after that, of a link with 1,000 ms and 64 parts. */
type Expected = readonly [timeoutMs: number, window: number]

const times = (count: number, ...happening: Happening): readonly Happening[] => Array(count).fill(happening)

const SILENCE = (count: number): readonly Happening[] => {
  const happenings: Happening[] = []
  let sentAt = 0
  for (let round = 0; round < count; round += 1) {
    const tookMs = Math.min(8_000, 1_000 * 2 ** round)
    happenings.push(['gave up', sentAt, tookMs])
    sentAt += tookMs
  }
  return happenings
}

const CASES: readonly (readonly [string, readonly Happening[], Expected])[] = [
  ['answers in time change nothing', times(100, 'answer', 0, 1_000), [1_000, 64]],
  [
    'one lost answer among many changes nothing',
    [
      ['answer', 5, 300],
      ['gave up', 0, 1_000],
    ],
    [1_000, 64],
  ],
  ['silence: twice the time, half the window', [['gave up', 0, 1_000]], [2_000, 32]],
  ['all that was under way is given up for the same reason', times(20, 'gave up', 0, 1_000), [2_000, 32]],
  [
    'late answers show how long it takes',
    [...times(20, 'gave up', 0, 1_000), ...times(20, 'answer', 0, 1_300)],
    [2_600, 32],
  ],
  [
    'what was sent since, and is given up again, halves again',
    [
      ['gave up', 0, 1_000],
      ['gave up', 1_000, 2_000],
    ],
    [4_000, 16],
  ],
  ['it waits eight times as long at most, and for one part at least', SILENCE(12), [8_000, 1]],
  [
    'a late answer alone is enough',
    [
      ['answer', 10, 500],
      ['gave up', 0, 1_000],
      ['answer', 0, 3_000],
    ],
    [6_000, 32],
  ],
  [
    'answers that are neither quick nor late keep it',
    [['gave up', 0, 1_000], ...times(200, 'answer', 1_000, 1_500)],
    [3_000, 32],
  ],
  [
    'twenty quick answers in a row take back a step',
    [['gave up', 0, 1_000], ['gave up', 1_000, 2_000], ...times(20, 'answer', 3_000, 100)],
    [2_000, 32],
  ],
  [
    'a slow one among them starts the count again',
    [
      ['gave up', 0, 1_000],
      ...times(19, 'answer', 1_000, 100),
      ['answer', 1_000, 1_100],
      ...times(19, 'answer', 2_500, 100),
    ],
    [2_200, 32],
  ],
  ['it recovers', [...SILENCE(12), ...times(120, 'answer', 100_000, 100)], [1_000, 64]],
  ['an answer that cannot be read is no silence', [['gave up', 0, 20]], [1_000, 64]],
]

for (const [name, happenings, expected] of CASES) {
  test(name, () => {
    const patience = new Patience(1_000)
    for (const [what, sentAt, tookMs] of happenings) {
      const before = [patience.timeoutMs, patience.shareOf(64)]
      const step =
        what === 'answer' ? patience.answered(tookMs, sentAt + tookMs) : patience.gaveUp(tookMs, sentAt + tookMs)
      const isChanged = before.join() !== [patience.timeoutMs, patience.shareOf(64)].join()
      assert.equal(step !== undefined, isChanged, 'every change is told, and nothing else')
    }
    assert.deepEqual([patience.timeoutMs, patience.shareOf(64)], expected)
    assert.equal(patience.isStretched, expected[0] > 1_000 || expected[1] < 64)
  })
}
