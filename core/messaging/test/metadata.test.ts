import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { METADATA_OCTETS, type MessageMetadata } from '@heliograph/contracts'
import { keptMetadata, metadataText } from '../src/index.ts'

/** Two octets a character; the quotes, braces, colon and name take 8. */
const ofOctets = (octets: number) => ({ a: 'é'.repeat((octets - 8) / 2) })

describe('metadata', () => {
  const rows: readonly (readonly [what: string, given: unknown, kept: string | undefined])[] = [
    ['an object', { order: 7, tags: ['a', null] }, '{"order":7,"tags":["a",null]}'],
    ['an empty object', {}, '{}'],
    ['what JSON leaves out', { a: undefined, b: 1 }, '{"b":1}'],
    ['a name of no meaning', JSON.parse('{"__proto__":{"a":1}}'), '{"__proto__":{"a":1}}'],
    ['as much as there may be', ofOctets(METADATA_OCTETS), JSON.stringify(ofOctets(METADATA_OCTETS))],
    ['two octets more', ofOctets(METADATA_OCTETS + 2), undefined],
    ['a list', [{ a: 1 }], undefined],
    ['a text', 'text', undefined],
    ['a number', 7, undefined],
    ['null', null, undefined],
    ['what becomes a text', new Date(0), undefined],
  ]
  for (const [what, given, kept] of rows)
    test(`that are ${what} are ${kept === undefined ? 'refused' : 'kept'}`, () => {
      assert.equal(metadataText(given), kept)
      if (kept !== undefined) assert.equal(keptMetadata(given as MessageMetadata), kept)
      else assert.throws(() => keptMetadata(given as MessageMetadata), { category: 'invalid', code: 'bad-metadata' })
    })

  test('may be missing', () => assert.equal(keptMetadata(undefined), null))
})
