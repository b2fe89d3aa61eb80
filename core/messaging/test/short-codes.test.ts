import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SubscriptionLink } from '@heliograph/contracts'
import { createShortCodes, isShortCode } from '../src/index.ts'

const LINK: SubscriptionLink = { clientId: 1001, direction: 'out', mobile: '27821234567' }

describe('codes of short links', () => {
  const codeOf = createShortCodes(Buffer.alloc(32, 1))

  test('the same link has the same code, and any other has another', () => {
    const others: readonly SubscriptionLink[] = [
      { ...LINK, clientId: 1002 },
      { ...LINK, direction: 'in' },
      { ...LINK, mobile: '27821234568' },
    ]
    const codes = [LINK, ...others].map(codeOf)
    assert.equal(new Set(codes).size, codes.length)
    assert.equal(codeOf({ ...LINK }), codes[0])
    assert.notEqual(createShortCodes(Buffer.alloc(32, 2))(LINK), codes[0])
  })

  test('they are 10 letters and digits, each of them used', () => {
    const used = new Set<string>()
    for (let number = 0; number < 1_000; number += 1) {
      const code = codeOf({ ...LINK, mobile: String(27_820_000_000 + number) })
      assert.ok(isShortCode(code), code)
      for (const character of code) used.add(character)
    }
    assert.equal(used.size, 62)
  })

  for (const text of ['', 'short', 'Ab3dE9xAb3d', 'Ab3dE9xA-3', 'Ab3dE9xAb\u0663', 'Ab3dE9xAb3\n'])
    test(`no code: ${JSON.stringify(text)}`, () => assert.equal(isShortCode(text), false))
})
