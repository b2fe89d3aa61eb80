import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatAmount, parseAmount } from '../src/memory/money.ts'

const AMOUNTS: readonly [string, bigint, string][] = [
  ['0.05', 50_000n, '0.050000'],
  ['100', 100_000_000n, '100.000000'],
  ['0.000001', 1n, '0.000001'],
  ['-1.5', -1_500_000n, '-1.500000'],
  ['0', 0n, '0.000000'],
  ['9007199254740993.1', 9_007_199_254_740_993_100_000n, '9007199254740993.100000'],
]

for (const [text, millionths, formatted] of AMOUNTS) {
  test(`${text} is ${millionths} millionths`, () => {
    assert.equal(parseAmount(text), millionths)
    assert.equal(formatAmount(millionths), formatted)
  })
}

test('refuses what is no decimal amount with six places', () => {
  for (const bad of ['', '1,5', '1.', '.5', '1e3', '0.0000001', 'NaN', ' 1'])
    assert.throws(() => parseAmount(bad), RangeError)
})
