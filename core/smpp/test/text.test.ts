import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isGsmText } from '@heliograph/messaging'
import fc from 'fast-check'
import {
  concatenationHeader,
  type DecodedText,
  type DecodeOptions,
  dataCodingOf,
  decodeText,
  encodeText,
  joinUserData,
  readUserDataHeader,
} from '../src/index.ts'
import './fixed-seed.ts'

const gsm = (text: string, flash = false): DecodedText => ({ encoding: 'gsm', text, flash })
const ucs2 = (text: string, flash = false): DecodedText => ({ encoding: 'ucs2', text, flash })
const binary = (text: string, flash = false): DecodedText => ({ encoding: 'binary', text, flash })

const DECODED: readonly (readonly [string, number, string, DecodedText, DecodeOptions?])[] = [
  ['GSM 03.38, unpacked', 0x00, '48696c0011021b65', gsm('Hil@_$€')],
  ['IA5', 0x01, '68690a40', gsm('hi\n@')],
  ['IA5 with a character GSM lacks', 0x01, '6060', ucs2('``')],
  ['GSM labelled IA5, as npm smpp does', 0x01, '68691b6500', gsm('hi€@')],
  ['IA5 that is always ASCII', 0x01, '6869007f', ucs2('hi\u0000\u007f'), { ia5: 'ascii' }],
  ['IA5 that is always GSM', 0x01, '2440', gsm('¤¡'), { ia5: 'gsm' }],
  ['GSM in tables of a language', 0x00, '641b671b65', gsm('dğ€'), { tables: { single: 1, locking: 0 } }],
  ['GSM in tables of a language, labelled IA5', 0x01, '640c', gsm('dğ'), { tables: { single: 0, locking: 1 } }],
  ['UTF-16 beside tables of a language', 0x08, '0448', ucs2('ш'), { tables: { single: 1, locking: 0 } }],
  ['octets', 0x02, '00ffab', binary('00FFAB')],
  ['Latin-1 within GSM', 0x03, 'e6f8e5', gsm('æøå')],
  ['Latin-1 beyond GSM', 0x03, 'e7ea', ucs2('çê')],
  ['more octets', 0x04, '0102', binary('0102')],
  ['Japanese', 0x05, '8140', binary('8140')],
  ['Cyrillic', 0x06, 'bfe0d8d2d5e2', ucs2('Привет')],
  ['Hebrew', 0x07, 'f9ecf6ed', ucs2('שלצם')],
  ['UTF-16', 0x08, '004826030041d83dde00', ucs2('H☃A😀')],
  ['half a character at the end', 0x08, '004800', ucs2('H')],
  ['GSM for text that came as UTF-16', 0x08, '00480069', ucs2('Hi')],
  ['flash', 0x10, '4869', gsm('Hi', true)],
  ['class 1', 0x11, '4869', gsm('Hi')],
  ['octets of class 0', 0x14, 'ff', binary('FF', true)],
  ['flash UTF-16', 0x18, '00480069', ucs2('Hi', true)],
  ['compressed', 0x20, '4869', binary('4869')],
  ['deleted after reading', 0x40, '4869', gsm('Hi')],
  ['a coding group in reserve', 0x80, '4869', binary('4869')],
  ['message waiting', 0xc8, '4869', gsm('Hi')],
  ['message waiting, UTF-16', 0xe8, '00480069', ucs2('Hi')],
  ['flash of the last group', 0xf0, '4869', gsm('Hi', true)],
  ['class 2 of the last group', 0xf2, '4869', gsm('Hi')],
  ['octets of the last group', 0xf5, '4869', binary('4869')],
]

describe('decodeText', () => {
  for (const [name, dataCoding, hex, expected, options] of DECODED) {
    it(`reads ${name} (data_coding 0x${dataCoding.toString(16)})`, () => {
      assert.deepEqual(decodeText(Buffer.from(hex, 'hex'), dataCoding, options), expected)
    })
  }

  it('reads anything as something', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 0, max: 255 }), (octets, dataCoding) => {
        const before = Buffer.from(octets)
        const { encoding, text } = decodeText(Buffer.from(octets.buffer, octets.byteOffset, octets.length), dataCoding)
        assert.deepEqual(Buffer.from(octets), before, 'the octets are left as they were')
        if (encoding === 'gsm' && dataCoding === 3) assert.ok(isGsmText(text))
      }),
    )
  })
})

describe('encodeText', () => {
  it('comes back in every alphabet that holds the text', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 200 })
    fc.assert(
      fc.property(texts, (text) => {
        assert.equal(decodeText(encodeText(text, 'ucs2'), 8).text, text)
      }),
    )
    const letters = fc.array(fc.constantFrom(...'abcÆØÅ@£$_^{}[]~|€\n '), { maxLength: 200 })
    fc.assert(
      fc.property(letters, (characters) => {
        const text = characters.join('')
        assert.deepEqual(decodeText(encodeText(text, 'gsm'), 0), gsm(text))
      }),
    )
    const narrow = fc.array(fc.integer({ min: 0x20, max: 0xff }), { maxLength: 200 })
    fc.assert(
      fc.property(narrow, (codes) => {
        const text = String.fromCharCode(...codes)
        assert.equal(decodeText(encodeText(text, 'latin1'), 3).text, text)
      }),
    )
  })

  it('writes a question mark for what an alphabet lacks', () => {
    assert.equal(encodeText('æ😀x', 'ascii').toString('latin1'), '??x')
    assert.equal(encodeText('æ😀x', 'latin1').toString('latin1'), 'æ?x')
  })

  it('knows the data_coding of what it writes', () => {
    const codings = (['gsm', 'ucs2', 'binary'] as const).map((encoding) => [
      dataCodingOf(encoding, false),
      dataCodingOf(encoding, true),
    ])
    assert.deepEqual(codings, [
      [0x00, 0x10],
      [0x08, 0x18],
      [0x04, 0x14],
    ])
    for (const encoding of ['gsm', 'ucs2', 'binary'] as const) {
      for (const flash of [false, true]) {
        const read = decodeText(Buffer.from('00480069', 'hex'), dataCodingOf(encoding, flash))
        assert.deepEqual([read.encoding, read.flash], [encoding, flash])
      }
    }
  })
})

describe('the user data header', () => {
  it('comes back as it was joined', () => {
    const parts = fc.record({
      reference: fc.nat({ max: 65_535 }),
      total: fc.integer({ min: 1, max: 255 }),
      bits: fc.constantFrom(8 as const, 16 as const),
      rest: fc.uint8Array({ maxLength: 134 }),
    })
    fc.assert(
      fc.property(parts, fc.nat(), ({ reference, total, bits, rest }, seed) => {
        const part = 1 + (seed % total)
        const header = concatenationHeader(reference, total, part, bits)
        const read = readUserDataHeader(joinUserData(header, Buffer.from(rest)))
        const expected = { reference: bits === 8 ? reference & 0xff : reference, total, part }
        assert.deepEqual(read, { header, rest: Buffer.from(rest), concatenation: expected, tables: undefined })
      }),
    )
  })

  const HEADERS: readonly (readonly [string, string, object | undefined])[] = [
    ['is missing', '', undefined],
    ['runs past the end', '05000301', undefined],
    ['is empty', '00', {}],
    ['has ports and a concatenation', '0b 0504158a0000 0003 0a 02 01', { reference: 10, total: 2, part: 1 }],
    [
      'has two concatenations, of which the last counts',
      '0b 0003 0a 02 01 0804 0102 03 02',
      { reference: 258, total: 3, part: 2 },
    ],
    ['has part 0', '05 0003 0a 02 00', {}],
    ['has a part above the total', '05 0003 0a 02 03', {}],
    ['has a concatenation of the wrong length', '04 0002 0a 02', {}],
    ['has an element that runs past its end', '04 0009 0a 02', {}],
    ['has an element without a length', '01 00', {}],
  ]
  for (const [name, hex, expected] of HEADERS) {
    it(name, () => {
      const read = readUserDataHeader(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
      if (expected === undefined) assert.equal(read, undefined)
      else assert.deepEqual({ ...read?.concatenation }, expected)
    })
  }

  it('names the tables of languages that the text is in', () => {
    const octets = Buffer.from('0b0003070201250101240101646120', 'hex')
    assert.deepEqual(readUserDataHeader(octets)?.tables, { single: 1, locking: 1 })
  })
})
