import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  destinationOf,
  formatPushContext,
  type PushContext,
  parsePushContext,
  unusualDestinations,
} from '../src/push-context.ts'

const octet = fc.integer({ min: 0, max: 255 })
const address = fc.record({
  ton: octet,
  npi: octet,
  address: fc.string({
    unit: fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code)),
    maxLength: 64,
  }),
})

test('a context is read as it was written, whatever the addresses, save line feeds', () => {
  const context = fc.record<PushContext>({
    source: address,
    isMulti: fc.boolean(),
    destinations: fc.array(address, { minLength: 1, maxLength: 4 }),
    userMessageReference: fc.option(fc.integer({ min: 0, max: 0xffff }), { nil: undefined }),
    isBinary: fc.boolean(),
  })
  fc.assert(
    fc.property(context, (written) => {
      const plain = (given: PushContext['source']) => ({ ...given, address: given.address.replaceAll('\n', ' ') })
      const expected = { ...written, source: plain(written.source), destinations: written.destinations.map(plain) }
      assert.deepEqual(parsePushContext(formatPushContext(written)), expected)
    }),
    { seed: 1 },
  )
})

test('a context never has more than 1,000 characters', () => {
  const long = { ton: 2, npi: 1, address: '0821234567'.repeat(6) }
  const destinations = Array.from({ length: 254 }, () => long)
  const text = formatPushContext({
    source: long,
    isMulti: true,
    destinations,
    userMessageReference: 65_535,
    isBinary: true,
  })
  assert.ok(text.length <= 1_000)
  assert.ok((parsePushContext(text)?.destinations.length ?? 0) > 10)
})

test('other texts are no context', () => {
  for (const text of ['', 't', 'x\n0101a', 't\n01', 't\n0101a\nzz01b', '{}'])
    assert.equal(parsePushContext(text), undefined)
})

const E164 = { ton: 1, npi: 1, address: '27821234567' }

test('of a submit_multi only the first and the unusual destinations are kept', () => {
  const national = { ton: 2, npi: 1, address: '0821234568' }
  const plus = { ...E164, address: '+27821234569' }
  const usual = { ...E164, address: '27821234570' }
  assert.deepEqual(unusualDestinations([E164, usual, national, plus]), [E164, national, plus])
})

for (const [to, expected] of [
  ['27821234567', E164],
  ['27821234568', { ton: 2, npi: 1, address: '0821234568' }],
  ['27821234599', { ton: 1, npi: 1, address: '27821234599' }],
] as const)
  test(`the receipt for ${to} of a submit_multi comes from ${expected.address}`, () => {
    const destinations = [E164, { ton: 2, npi: 1, address: '0821234568' }]
    const context = { source: E164, isMulti: true, destinations, userMessageReference: undefined, isBinary: false }
    assert.deepEqual(destinationOf(context, to), expected)
  })
