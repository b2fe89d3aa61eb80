import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasTokenForm } from '@heliograph/contracts'
import { readAccessToken, type TokenClaims, writeAccessToken } from '../src/index.ts'

const SIGNER = { id: '0a1b2c3d', key: Buffer.alloc(32, 1) }
const keyOf = (id: string) => (id === SIGNER.id ? SIGNER.key : undefined)
const CLAIMS: TokenClaims = {
  keyId: 4_711,
  keyMark: Buffer.from('0102030405060708', 'hex'),
  round: 3,
  scope: 'send',
  expiresAt: 1_800_000_000,
}

const ROWS: readonly Partial<TokenClaims>[] = [
  {},
  { scope: 'portal' },
  { keyId: 0, round: 0, expiresAt: 0 },
  { keyId: 2 ** 48 - 1, round: 2 ** 32 - 1, expiresAt: 2 ** 40 - 1, keyMark: Buffer.alloc(8, 255) },
]
for (const [index, changes] of ROWS.entries())
  test(`a token says what was written, row ${index + 1}`, () => {
    const claims = { ...CLAIMS, ...changes }
    const token = writeAccessToken(claims, SIGNER)
    assert.ok(hasTokenForm(token))
    assert.deepEqual(readAccessToken(token, keyOf), claims)
  })

test('a token has one spelling, and any change of it is noticed', () => {
  const token = writeAccessToken(CLAIMS, SIGNER)
  const seen = new Set([token])
  for (let index = 0; index < token.length; index += 1)
    for (const letter of 'AQgw_-01') {
      const changed = token.slice(0, index) + letter + token.slice(index + 1)
      if (changed !== token) assert.equal(readAccessToken(changed, keyOf), undefined, changed)
      seen.add(changed)
    }
  assert.ok(seen.size > 500)
})

test('a key of the same name that is another one reads nothing', () => {
  const token = writeAccessToken(CLAIMS, SIGNER)
  assert.equal(
    readAccessToken(token, () => Buffer.alloc(32, 2)),
    undefined,
  )
  assert.equal(
    readAccessToken(token, () => undefined),
    undefined,
  )
})

for (const text of [
  '',
  'at1_',
  `at1_${'A'.repeat(79)}`,
  `at1_${'A'.repeat(81)}`,
  `at1_${'.'.repeat(80)}`,
  'A'.repeat(40),
])
  test(`${JSON.stringify(text.slice(0, 10))} of ${text.length} characters has not the form of a token`, () => {
    assert.equal(hasTokenForm(text), false)
    assert.equal(readAccessToken(text, keyOf), undefined)
  })
