import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TextLanguage } from '@heliograph/contracts'
import { measureMessage, measureShifted, measureText, ucs2Parts } from '../src/index.ts'

const TR: TextLanguage = { languages: ['tr'] }
const TR_SINGLE: TextLanguage = { languages: ['tr'], tables: ['single'] }
const TR_LOCKING: TextLanguage = { languages: ['tr'], tables: ['locking'] }
const DETECTED: TextLanguage = { languages: ['tr', 'es', 'pt'] }
const a = (count: number) => 'a'.repeat(count)

interface Counted {
  readonly header: string | null
  readonly parts: number
  readonly capacity: number
  readonly remaining: number
}

/** The header of a single SMS leaves 155 septets with one table and 152 with two; of several, 149 and 146. */
const ROWS: readonly (readonly [name: string, text: string, TextLanguage, Counted])[] = [
  ['plain text needs no table', a(160), TR, { header: null, parts: 1, capacity: 160, remaining: 0 }],
  ['155 septets', `${a(153)}ş`, TR_SINGLE, { header: '240101', parts: 1, capacity: 155, remaining: 0 }],
  ['156 septets', `${a(154)}ş`, TR_SINGLE, { header: '240101', parts: 2, capacity: 149, remaining: 142 }],
  ['155 letters that lock', 'ş'.repeat(155), TR_LOCKING, { header: '250101', parts: 1, capacity: 155, remaining: 0 }],
  ['156 letters that lock', 'ş'.repeat(156), TR_LOCKING, { header: '250101', parts: 2, capacity: 149, remaining: 142 }],
  [
    'three letters of Spanish, as Infobip counts',
    `${a(149)}Úíó`,
    { languages: ['es'] },
    { header: '240102', parts: 1, capacity: 155, remaining: 0 },
  ],
  ['no escape is cut off', 'ş'.repeat(149), TR_SINGLE, { header: '240101', parts: 3, capacity: 149, remaining: 149 }],
  ['single goes first', 'ş', TR, { header: '240101', parts: 1, capacity: 155, remaining: 153 }],
  ['locking where it saves a part', 'ş'.repeat(100), TR, { header: '250101', parts: 1, capacity: 155, remaining: 55 }],
  [
    'both tables of Hindi',
    `${'\u0928'.repeat(150)}A`,
    { languages: ['hi'] },
    { header: '250106240106', parts: 1, capacity: 152, remaining: 0 },
  ],
  [
    'both tables, too long for one',
    `${'\u0928'.repeat(151)}A`,
    { languages: ['hi'] },
    { header: '250106240106', parts: 2, capacity: 146, remaining: 139 },
  ],
  ['the language that has the letters', 'ã', DETECTED, { header: '240103', parts: 1, capacity: 155, remaining: 153 }],
  ['another language', 'ş', { languages: ['es'] }, { header: null, parts: 1, capacity: 70, remaining: 69 }],
  [
    'Spanish does not lock',
    'ñú',
    { languages: ['es'], tables: ['locking'] },
    { header: null, parts: 1, capacity: 70, remaining: 68 },
  ],
  ['an emoji', 'ş😀', TR, { header: null, parts: 1, capacity: 70, remaining: 67 }],
]

describe('texts in tables of a language', () => {
  for (const [name, text, language, { header, parts, capacity, remaining }] of ROWS)
    test(name, () => {
      const measure = measureShifted(text, language) ?? measureText(text)
      assert.deepEqual([measure.parts, measure.capacity, measure.remaining], [parts, capacity, remaining])
      const message = measureMessage({ text, language })
      assert.deepEqual([message.parts, message.userDataHeader], [parts, header])
      assert.equal(message.encoding, measure.encoding)
      assert.equal(message.excess, undefined)
    })

  test('one that is too long says so', () => {
    assert.match(measureMessage({ text: 'ş'.repeat(40_000), language: TR }).excess ?? '', /at least \d+ parts/)
    assert.match(measureMessage({ text: 'ş'.repeat(37_996), language: TR_LOCKING }).excess ?? '', /256 parts/)
    assert.equal(measureMessage({ text: 'ş'.repeat(37_995), language: TR_LOCKING }).parts, 255)
  })
})

describe('beside a header of its own', () => {
  const rows: readonly (readonly [
    string,
    header: string,
    text: string,
    ReturnType<typeof measureMessage>['encoding'],
    boolean,
  ])[] = [
    ['its tables count', '240101', `${a(153)}ş`, 'gsm', false],
    ['it has to fit', '240101', `${a(154)}ş`, 'gsm', true],
    ['with its place', '0003070201250101', 'ş'.repeat(149), 'gsm', false],
    ['what its tables lack is UCS-2', '250101', 'è', 'ucs2', false],
  ]
  for (const [name, userDataHeader, text, encoding, isTooLong] of rows)
    test(name, () => {
      const measure = measureMessage({ text, userDataHeader, language: TR })
      assert.deepEqual(
        [measure.encoding, measure.parts, measure.userDataHeader, measure.excess !== undefined],
        [encoding, 1, userDataHeader, isTooLong],
      )
    })
})

test('parts as UCS-2', () => {
  assert.deepEqual([a(70), a(71), a(134), a(135)].map(ucs2Parts), [1, 2, 2, 3])
})
