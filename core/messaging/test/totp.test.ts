import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { codeOf, matchingStep, otpauthUri, stepOf, toBase32 } from '../src/totp.ts'

const SECRET = Buffer.from('12345678901234567890')
const NOW = 1_111_111_109_000

describe('TOTP', () => {
  // RFC 6238 appendix B, the last six of eight digits.
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const) {
    test(`at ${seconds} s the code is ${code}`, () => assert.equal(codeOf(SECRET, stepOf(seconds * 1_000)), code))
  }

  const present = stepOf(NOW)
  for (const [what, step, after, expected] of [
    ['of the present step', present, 0, present],
    ['one step early', present + 1, 0, present + 1],
    ['one step late', present - 1, 0, present - 1],
    ['two steps late', present - 2, 0, undefined],
    ['two steps early', present + 2, 0, undefined],
    ['that was taken already', present, present, undefined],
    ['before one that was taken', present - 1, present, undefined],
  ] as const) {
    test(`a code ${what}: ${expected === undefined ? 'refused' : 'accepted'}`, () => {
      assert.equal(matchingStep(SECRET, codeOf(SECRET, step), NOW, after), expected)
    })
  }

  // RFC 4648 section 10.
  for (const [text, encoded] of [
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const) {
    test(`Base32 of "${text}" is "${encoded}"`, () => assert.equal(toBase32(Buffer.from(text)), encoded))
  }

  test('apps get the secret as a URI', () => {
    assert.equal(
      otpauthUri(Buffer.from('foobar'), 'Heliograph', 'ann@acme.example'),
      'otpauth://totp/Heliograph:ann%40acme.example?secret=MZXW6YTBOI&issuer=Heliograph',
    )
  })
})
