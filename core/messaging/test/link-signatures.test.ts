import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createSubscriptionLinks, measureText } from '../src/index.ts'

const links = createSubscriptionLinks(Buffer.alloc(32, 7))
const LINK = { clientId: 1001, direction: 'out', mobile: '27821234567' } as const
const SIGNATURE = links.sign(LINK)

describe('signatures of links', () => {
  test('they have 11 characters, each one of GSM 03.38, and are the same every time', () => {
    for (let number = 0; number < 200; number += 1) {
      const signature = links.sign({ ...LINK, mobile: `27821${number}` })
      assert.match(signature, /^[A-Za-z0-9_-]{11}$/)
      assert.deepEqual([measureText(signature).encoding, measureText(signature).units], ['gsm', 11])
    }
    assert.equal(links.sign(LINK), SIGNATURE)
    assert.ok(links.verify(LINK, SIGNATURE))
  })

  const OTHERS = [
    ['another client', { clientId: 1002 }],
    ['the other direction', { direction: 'in' }],
    ['another number', { mobile: '27821234568' }],
    ['a number that begins in the client id', { clientId: 10, mobile: '0127821234567' }],
  ] as const
  for (const [name, change] of OTHERS)
    test(`one is not good for ${name}`, () => assert.ok(!links.verify({ ...LINK, ...change }, SIGNATURE)))

  for (const wrong of [
    '',
    'x',
    SIGNATURE.slice(1),
    `${SIGNATURE}A`,
    `${SIGNATURE}=`,
    `${SIGNATURE} `,
    SIGNATURE.repeat(2),
    'A'.repeat(11),
    '\u{1f4f1}',
    '=',
  ])
    test(`'${wrong}' is invalid`, () => assert.ok(!links.verify(LINK, wrong)))

  test('another key makes others', () =>
    assert.ok(!createSubscriptionLinks(Buffer.alloc(32, 8)).verify(LINK, SIGNATURE)))
})
