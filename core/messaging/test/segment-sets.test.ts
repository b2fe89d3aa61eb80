import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allOf, completed, isSegmentPlace, type PlacedSegment, sortSegments } from '../src/index.ts'

const placed = (smsId: number, part: number, text = `${part}`, total = 2): PlacedSegment => ({
  userId: 1,
  recipient: '27821110000',
  reference: 7,
  smsId,
  part,
  total,
  text,
})

describe('sorting segments into messages', () => {
  const rows: [string, PlacedSegment[], (number[] | undefined)[]][] = [
    ['one is missing', [placed(1, 1)], [undefined]],
    ['in order', [placed(1, 1), placed(2, 2)], [[1, 2]]],
    ['the other way round', [placed(1, 2), placed(2, 1)], [[2, 1]]],
    ['a part twice', [placed(1, 1), placed(2, 1), placed(3, 2)], [[1, 3]]],
    [
      'the same reference again',
      [placed(1, 1, 'a'), placed(2, 1, 'b'), placed(3, 2, 'c'), placed(4, 2, 'd')],
      [
        [1, 3],
        [2, 4],
      ],
    ],
    ['of two users', [placed(1, 1), { ...placed(2, 2), userId: 2 }], [undefined, undefined]],
    ['to two numbers', [placed(1, 1), { ...placed(2, 2), recipient: '27821110001' }], [undefined, undefined]],
    ['with two references', [placed(1, 1), { ...placed(2, 2), reference: 8 }], [undefined, undefined]],
    ['of one part', [placed(1, 1, 'a', 1)], [[1]]],
  ]
  for (const [name, segments, expected] of rows) {
    test(name, () => {
      const sets = sortSegments(segments)
      assert.deepEqual(
        sets.map((set) => completed(set)?.map((one) => one.smsId)),
        expected,
      )
      assert.equal(sets.flatMap((set) => allOf(set)).length, segments.length)
    })
  }
})

describe('the place of a segment', () => {
  const rows: [string, number, number, number, boolean][] = [
    ['the first of two', 0, 2, 1, true],
    ['the last of 255 with a reference of two octets', 65_535, 255, 255, true],
    ['a part before the first', 7, 2, 0, false],
    ['a part after the last', 7, 2, 3, false],
    ['more parts than there can be', 7, 256, 1, false],
    ['a reference of three octets', 65_536, 2, 1, false],
    ['a negative reference', -1, 2, 1, false],
    ['half a part', 7, 2, 1.5, false],
  ]
  for (const [name, reference, total, part, expected] of rows) {
    test(name, () => assert.equal(isSegmentPlace({ reference, total, part }), expected))
  }
})
