import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { split } from 'split-sms'
import { decodeGsm, encodeGsm, isGsmText } from '../src/index.ts'
import './fixed-seed.ts'

// 3GPP TS 23.038, 6.2.1, row by row of eight. The escape at 1B is left out.
const BASIC_ROWS: readonly (readonly [number, string])[] = [
  [0x00, '@£$¥èéùì'],
  [0x08, 'òÇ\nØø\rÅå'],
  [0x10, 'Δ_ΦΓΛΩΠΨ'],
  [0x18, 'ΣΘΞ'],
  [0x1c, 'ÆæßÉ'],
  [0x20, ' !"#¤%&\''],
  [0x28, '()*+,-./'],
  [0x30, '01234567'],
  [0x38, '89:;<=>?'],
  [0x40, '¡ABCDEFG'],
  [0x48, 'HIJKLMNO'],
  [0x50, 'PQRSTUVW'],
  [0x58, 'XYZÄÖÑÜ§'],
  [0x60, '¿abcdefg'],
  [0x68, 'hijklmno'],
  [0x70, 'pqrstuvw'],
  [0x78, 'xyzäöñüà'],
]

const EXTENSION_ROWS: readonly (readonly [number, string, string])[] = [
  [0x0a, '\f', 'form feed'],
  [0x14, '^', 'circumflex'],
  [0x28, '{', 'left brace'],
  [0x29, '}', 'right brace'],
  [0x2f, '\\', 'backslash'],
  [0x3c, '[', 'left bracket'],
  [0x3d, '~', 'tilde'],
  [0x3e, ']', 'right bracket'],
  [0x40, '|', 'bar'],
  [0x65, '€', 'euro sign'],
]

const OUTSIDE_ROWS: readonly (readonly [string, string])[] = [
  ['ç', 'lower-case c with cedilla'],
  ['`', 'backtick'],
  ['\t', 'tab'],
  ['\u00a0', 'no-break space'],
  ['µ', 'micro sign'],
  ['’', 'curly apostrophe'],
  ['“', 'opening curly quote'],
  ['”', 'closing curly quote'],
  ['…', 'ellipsis'],
  ['\u2206', 'increment sign, which looks like delta'],
  ['\u2126', 'ohm sign, which looks like omega'],
  ['\u001b', 'the escape itself'],
  ['я', 'a Cyrillic letter'],
  ['😀', 'an emoji'],
]

describe('GSM 03.38 basic table', () => {
  for (const [code, characters] of BASIC_ROWS) {
    it(`has ${JSON.stringify(characters)} from ${code.toString(16).padStart(2, '0')} on`, () => {
      const octets = Uint8Array.from(characters, (_, index) => code + index)
      assert.deepEqual([...encodeGsm(characters)], [...octets])
      assert.equal(decodeGsm(octets), characters)
      assert.ok(isGsmText(characters))
    })
  }
})

describe('GSM 03.38 extension table', () => {
  for (const [code, character, name] of EXTENSION_ROWS) {
    it(`sends ${name} as an escape pair`, () => {
      assert.deepEqual([...encodeGsm(character)], [0x1b, code])
      assert.equal(decodeGsm(Uint8Array.of(0x1b, code)), character)
      assert.ok(isGsmText(character))
    })
  }
})

describe('characters outside GSM 03.38', () => {
  for (const [character, name] of OUTSIDE_ROWS) {
    it(`lacks ${name}`, () => {
      assert.ok(!isGsmText(`a${character}b`))
      assert.deepEqual(encodeGsm(`a${character}b`), Buffer.from('a?b'))
    })
  }

  it('agrees with split-sms about every UTF-16 code unit', () => {
    for (let unit = 0; unit <= 0xffff; unit++) {
      const character = String.fromCharCode(unit)
      assert.equal(isGsmText(character), split(character).characterSet === 'GSM', `unit ${unit.toString(16)}`)
    }
  })

  it('replaces each half of a broken surrogate pair', () => {
    assert.deepEqual(encodeGsm('\ud83da\ude00'), Buffer.from('?a?'))
  })
})

describe('decodeGsm', () => {
  const rows: readonly (readonly [string, readonly number[], string])[] = [
    ['shows the basic character for an escaped code without extension', [0x1b, 0x41], 'A'],
    ['shows a space for an escaped escape', [0x1b, 0x1b, 0x41], ' A'],
    ['shows a space for an escape at the end', [0x41, 0x1b], 'A '],
    ['reads Latin-1 octets that cannot be septets', [0x63, 0xe9, 0xe7], 'céç'],
    ['reads a Latin-1 octet after an escape', [0x1b, 0xe9], 'é'],
    ['replaces control octets above the septets', [0x80, 0x9f], '??'],
    ['reads nothing from nothing', [], ''],
  ]
  for (const [name, octets, text] of rows) {
    it(name, () => assert.equal(decodeGsm(Uint8Array.from(octets)), text))
  }

  it('gives back every GSM text that was encoded', () => {
    const characters = [
      ...BASIC_ROWS.map(([, row]) => [...row]),
      EXTENSION_ROWS.map(([, character]) => character),
    ].flat()
    const texts = fc.string({ unit: fc.constantFrom(...characters), maxLength: 400 })
    fc.assert(fc.property(texts, (text) => decodeGsm(encodeGsm(text)) === text))
  })

  it('never throws, whatever the octets', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (octets) => typeof decodeGsm(octets) === 'string'))
  })
})
