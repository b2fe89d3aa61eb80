import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Charset, charsetByLabel, charsetLabelOf, decodeText, mediaTypeOf } from '../src/index.ts'

/**
 * The octets 80 to 9F by Unicode's table of code page 1252; the five undefined ones stay control characters (WHATWG).
 */
const WINDOWS_1252 = [
  0x20ac, 0x81, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8d, 0x017d,
  0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x9d,
  0x017e, 0x0178,
]

test('windows-1252: every octet', () => {
  for (let octet = 0; octet < 256; octet += 1) {
    const expected = octet >= 0x80 && octet < 0xa0 ? WINDOWS_1252[octet - 0x80] : octet
    assert.equal(decodeText(Buffer.from([octet]), 'windows-1252').codePointAt(0), expected)
  }
})

const TEXTS: readonly (readonly [
  what: string,
  octets: readonly number[],
  charset: Charset | undefined,
  text: string,
])[] = [
  ['UTF-8 without a word about it', [0x63, 0xc3, 0xa9], undefined, 'cé'],
  ['windows-1252 without a word about it', [0x63, 0xe9, 0x80], undefined, 'cé€'],
  ['UTF-8 that is called so', [0xe2, 0x82, 0xac], 'utf-8', '€'],
  ['windows-1252 that is called UTF-8', [0xe9], 'utf-8', 'é'],
  ['windows-1252 that could be UTF-8', [0xc3, 0xa9], 'windows-1252', 'Ã©'],
  ['overlong UTF-8', [0xc0, 0x80], undefined, 'À€'],
  ['a surrogate in UTF-8', [0xed, 0xa0, 0x80], undefined, 'í\u00a0€'],
  ['UTF-8 cut short', [0xe2, 0x82], undefined, 'â‚'],
  ['nothing', [], undefined, ''],
]

for (const [what, octets, charset, text] of TEXTS) {
  test(`decodeText: ${what}`, () => assert.equal(decodeText(Buffer.from(octets), charset), text))
}

test('decodeText: any octets have a text without replacement characters', () => {
  const property = fc.property(fc.uint8Array(), (octets) => {
    const text = decodeText(Buffer.from(octets))
    return !text.includes('\ufffd') || Buffer.from(text).equals(Buffer.from(octets))
  })
  fc.assert(property, { seed: 1 })
})

for (const [label, charset] of [
  ['UTF-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['ISO-8859-1', 'windows-1252'],
  [' Latin1 ', 'windows-1252'],
  ['Windows-1252', 'windows-1252'],
  ['utf-16', 'utf-16'],
  ['UTF-16LE', 'utf-16le'],
  ['shift_jis', undefined],
  ['', undefined],
] as const) {
  test(`charset label ${JSON.stringify(label)}`, () => assert.equal(charsetByLabel(label), charset))
}

for (const [contentType, mediaType, label] of [
  [undefined, '', undefined],
  ['', '', undefined],
  ['application/json', 'application/json', undefined],
  [' Text/XML ; Charset=UTF-8', 'text/xml', 'UTF-8'],
  ['text/xml; action="a;b"; charset="utf-8"', 'text/xml', 'utf-8'],
  ['text/xml;charset=', 'text/xml', ''],
  ['text/xml;charset=iso-8859-1;x=y', 'text/xml', 'iso-8859-1'],
  ['text/xml; mycharset=x', 'text/xml', undefined],
] as const) {
  test(`Content-Type ${JSON.stringify(contentType)}`, () => {
    assert.deepEqual([mediaTypeOf(contentType), charsetLabelOf(contentType)], [mediaType, label])
  })
}
