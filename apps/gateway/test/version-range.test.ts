import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInRange } from '../src/version-range.ts'

interface Row {
  readonly range: string
  readonly within: readonly string[]
  readonly outside: readonly string[]
}

const ROWS: readonly Row[] = [
  { range: '>=1.2.0 <2', within: ['1.2.0', '1.10.0'], outside: ['1.1.9', '2.0.0'] },
  { range: 'workspace:>=1.0.0 <2', within: ['1.0.0'], outside: ['2.0.0'] },
  { range: '>= 1.2 < 1.4', within: ['1.3.9'], outside: ['1.4.0', '1.1.0'] },
  { range: '^1.2.3', within: ['1.2.3', '1.9.0'], outside: ['1.2.2', '2.0.0'] },
  { range: '^0.3.1', within: ['0.3.1', '0.3.9'], outside: ['0.4.0', '0.3.0'] },
  { range: '^1', within: ['1.0.0', '1.9.9'], outside: ['2.0.0', '0.9.0'] },
  { range: '~1.2.3', within: ['1.2.9'], outside: ['1.3.0', '1.2.2'] },
  { range: '~1', within: ['1.9.9'], outside: ['2.0.0'] },
  { range: '1.2.x', within: ['1.2.0', '1.2.9'], outside: ['1.3.0'] },
  { range: '1', within: ['1.5.0'], outside: ['2.0.0'] },
  { range: '1.2.3', within: ['1.2.3', '1.2.3-next.1'], outside: ['1.2.4'] },
  { range: '>1.2', within: ['1.3.0'], outside: ['1.2.9'] },
  { range: '<=1.2', within: ['1.2.9'], outside: ['1.3.0'] },
  { range: '1.2 - 1.4', within: ['1.2.0', '1.4.9'], outside: ['1.5.0', '1.1.0'] },
  { range: '^1.5.0 || ^3', within: ['1.5.0', '3.1.0'], outside: ['1.4.0', '2.0.0'] },
  { range: '*', within: ['0.0.1', '9.0.0'], outside: [] },
  { range: '', within: ['9.0.0'], outside: [] },
  { range: 'workspace:^', within: ['9.0.0'], outside: [] },
  { range: 'file:../contracts', within: ['9.0.0'], outside: [] },
  { range: 'latest', within: ['9.0.0'], outside: [] },
]

for (const { range, within, outside } of ROWS) {
  test(`versions in the range '${range}'`, () => {
    assert.deepEqual(
      [...within, ...outside].filter((version) => isInRange(version, range)),
      within,
    )
  })
}
