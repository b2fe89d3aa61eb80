import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryAfterMs } from '../src/index.ts'

const NOW = Date.UTC(2026, 6, 1, 12)

const VALUES: readonly (readonly [value: string | undefined, waitMs: number | undefined])[] = [
  ['7', 7_000],
  [' 120 ', 120_000],
  ['0', 0],
  ['Wed, 01 Jul 2026 12:00:30 GMT', 30_000],
  ['Wed, 01 Jul 2026 11:59:00 GMT', 0],
  [undefined, undefined],
  ['', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['Wed, soon', undefined],
  ['9999999999', undefined],
]

for (const [value, waitMs] of VALUES) {
  test(`Retry-After ${JSON.stringify(value)} asks for ${waitMs} ms`, () => {
    assert.equal(retryAfterMs({ headers: { 'retry-after': value } }, NOW), waitMs)
  })
}
