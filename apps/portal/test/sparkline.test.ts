import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sparklinePath } from '../src/components/sparkline-path.ts'

const ROWS: readonly (readonly [name: string, values: readonly (number | null)[], most: number, path: string])[] = [
  ['goes from left to right, and higher for more', [0, 5, 10], 10, 'M0 27L60 14L120 1'],
  ['lies on the ground while there is nothing', [0, 0], 0, 'M0 27L120 27'],
  ['has a gap where a value is not known', [10, 10, null, 0, 0], 10, 'M0 1L30 1M90 27L120 27'],
  ['shows a value that stands alone', [null, 10, null], 10, 'M59 1L61 1'],
  ['is empty without values', [null, null], 0, ''],
]
for (const [name, values, most, path] of ROWS)
  test(`the line ${name}`, () => {
    assert.equal(sparklinePath(values, most), path)
  })
