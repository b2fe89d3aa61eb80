import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRequestIdSource, isRequestId } from '../src/index.ts'

const TEXTS: readonly (readonly [text: string, isId: boolean])[] = [
  ['k3v9q0tx7mzd', true],
  ['4bf92f3577b34da6a3ce929d0e0e4736', true],
  ['018f3c1e-7d1a-7cc0-a3b2-6c1f4d2e9b10', true],
  ['A.b_c:d~e+f=', true],
  ['x'.repeat(64), true],
  ['x'.repeat(65), false],
  ['', false],
  ['a b', false],
  ['a,b', false],
  ['a/b', false],
  ['"a"', false],
  ['a\n', false],
  ['é', false],
]

for (const [text, isId] of TEXTS) {
  test(`${JSON.stringify(text)} ${isId ? 'may' : 'may not'} be the id of a request`, () => {
    assert.equal(isRequestId(text), isId)
  })
}

test('ids that are made are short, unlike each other, and ids', () => {
  const make = createRequestIdSource()
  const ids = Array.from({ length: 2_000 }, make)
  assert.equal(new Set(ids).size, ids.length)
  for (const id of ids) assert.match(id, /^[0-9abcdefghjkmnpqrstvwxyz]{12}$/)
  assert.ok(ids.every(isRequestId))
})

test('they are what the random octets say, and each octet is used once', () => {
  let fills = 0
  const make = createRequestIdSource((octets) => {
    octets.forEach((_, index) => {
      octets[index] = index + fills * 7
    })
    fills += 1
  })
  assert.deepEqual([make(), make()], ['0123456789ab', 'cdefghjkmnpq'])
  for (let count = 2; count < 256; count += 1) make()
  assert.equal(fills, 1)
  assert.deepEqual([make(), fills], ['789abcdefghj', 2])
})
