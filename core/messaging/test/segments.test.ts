import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Encoding } from '@heliograph/contracts'
import fc from 'fast-check'
import { split } from 'split-sms'
import { isGsmText, MAX_PARTS, measureText, splitText } from '../src/index.ts'
import './fixed-seed.ts'

interface Row {
  readonly name: string
  readonly text: string
  readonly encoding: 'gsm' | 'ucs2'
  readonly units: number
  /** Units of each part. */
  readonly parts: readonly number[]
  readonly remaining: number
}

const ROWS: readonly Row[] = [
  { name: 'an empty text', text: '', encoding: 'gsm', units: 0, parts: [0], remaining: 160 },
  // spec: Limits | limit | 1 to 160 characters are 1 part -> measures and splits 60 GSM characters
  { name: '60 GSM characters', text: 'a'.repeat(60), encoding: 'gsm', units: 60, parts: [60], remaining: 100 },
  // spec: Limits | limit | single SMS, GSM 7-bit: 160 characters ; 1 to 160 characters are 1 part -> measures and splits 160 GSM characters
  { name: '160 GSM characters', text: 'a'.repeat(160), encoding: 'gsm', units: 160, parts: [160], remaining: 0 },
  // spec: Outgoing message request (v2) | rule | messages[].text is split when long -> measures and splits 161 GSM characters
  // spec: Preview result (v2) | rule | messageCount is the number of SMS parts -> measures and splits 161 GSM characters
  // spec: Limits | limit | 161 to 306 characters are 2 parts -> measures and splits 161 GSM characters
  { name: '161 GSM characters', text: 'a'.repeat(161), encoding: 'gsm', units: 161, parts: [153, 8], remaining: 145 },
  // spec: Limits | limit | concatenated part, GSM: 153 characters ; 161 to 306 characters are 2 parts -> measures and splits 306 GSM characters
  { name: '306 GSM characters', text: 'a'.repeat(306), encoding: 'gsm', units: 306, parts: [153, 153], remaining: 0 },
  // spec: Limits | limit | 307 to 459 characters are 3 parts -> measures and splits 307 GSM characters
  {
    name: '307 GSM characters',
    text: 'a'.repeat(307),
    encoding: 'gsm',
    units: 307,
    parts: [153, 153, 1],
    remaining: 152,
  },
  // spec: Limits | limit | 307 to 459 characters are 3 parts -> measures and splits 459 GSM characters
  {
    name: '459 GSM characters',
    text: 'a'.repeat(459),
    encoding: 'gsm',
    units: 459,
    parts: [153, 153, 153],
    remaining: 0,
  },
  { name: 'CR LF counted as two', text: '\r\n', encoding: 'gsm', units: 2, parts: [2], remaining: 158 },
  // spec: Limits | rule | {}[]\~^| and the euro sign count 2 in GSM -> measures and splits each of the extension characters that can be typed
  {
    name: 'each of the extension characters that can be typed',
    text: '{}[]\\~^|€',
    encoding: 'gsm',
    units: 18,
    parts: [18],
    remaining: 142,
  },
  { name: '80 euro signs', text: '€'.repeat(80), encoding: 'gsm', units: 160, parts: [160], remaining: 0 },
  { name: '81 euro signs', text: '€'.repeat(81), encoding: 'gsm', units: 162, parts: [152, 10], remaining: 144 },
  {
    name: '153 euro signs, three parts for 306 septets',
    text: '€'.repeat(153),
    encoding: 'gsm',
    units: 306,
    parts: [152, 152, 2],
    remaining: 153,
  },
  {
    name: 'an escape pair astride the end of a part',
    text: `${'a'.repeat(152)}€${'a'.repeat(152)}`,
    encoding: 'gsm',
    units: 306,
    parts: [152, 153, 1],
    remaining: 153,
  },
  // spec: Limits | limit | single SMS, UCS2: 70 characters -> measures and splits 70 UCS-2 units
  { name: '70 UCS-2 units', text: 'я'.repeat(70), encoding: 'ucs2', units: 70, parts: [70], remaining: 0 },
  // spec: Limits | limit | concatenated part, UCS2: 67 characters -> measures and splits 71 UCS-2 units
  { name: '71 UCS-2 units', text: 'я'.repeat(71), encoding: 'ucs2', units: 71, parts: [67, 4], remaining: 63 },
  // spec: Preview result (v2) | rule | charactersRemaining is what still fits -> measures and splits 98 UCS-2 units
  { name: '98 UCS-2 units', text: 'я'.repeat(98), encoding: 'ucs2', units: 98, parts: [67, 31], remaining: 36 },
  { name: '35 emoji', text: '😀'.repeat(35), encoding: 'ucs2', units: 70, parts: [70], remaining: 0 },
  {
    name: '67 emoji, three parts for 134 units',
    text: '😀'.repeat(67),
    encoding: 'ucs2',
    units: 134,
    parts: [66, 66, 2],
    remaining: 67,
  },
  {
    name: 'extension characters in UCS-2, one unit each',
    text: `${'€'.repeat(69)}я`,
    encoding: 'ucs2',
    units: 70,
    parts: [70],
    remaining: 0,
  },
  // spec: Limits | rule | a smart quote switches the whole text to UCS2 -> measures and splits one smart quote, which switches the whole text
  {
    name: 'one smart quote, which switches the whole text',
    text: `${'a'.repeat(99)}’`,
    encoding: 'ucs2',
    units: 100,
    parts: [67, 33],
    remaining: 34,
  },
  // spec: Limits | rule | an emoji switches the whole text to UCS2 -> measures and splits one emoji, which switches the whole text
  {
    name: 'one emoji, which switches the whole text',
    text: `${'a'.repeat(99)}😀`,
    encoding: 'ucs2',
    units: 101,
    parts: [67, 34],
    remaining: 33,
  },
  {
    name: 'broken surrogates, units like any other',
    text: '\ud83d'.repeat(71),
    encoding: 'ucs2',
    units: 71,
    parts: [67, 4],
    remaining: 63,
  },
]

function unitsOf(text: string, encoding: Encoding): number {
  if (encoding === 'ucs2') return text.length
  return [...text].reduce((units, character) => units + ('\f^{}\\[~]|€'.includes(character) ? 2 : 1), 0)
}

describe('measureText and splitText', () => {
  for (const row of ROWS) {
    it(`measures and splits ${row.name}`, () => {
      const capacity = { gsm: [160, 153], ucs2: [70, 67] }[row.encoding][row.parts.length === 1 ? 0 : 1]
      const { encoding, units, remaining } = row
      assert.deepEqual(measureText(row.text), { encoding, units, parts: row.parts.length, capacity, remaining })
      const cut = splitText(row.text)
      assert.equal(cut.encoding, row.encoding)
      assert.deepEqual(
        cut.segments.map((segment) => unitsOf(segment, encoding)),
        row.parts,
      )
      assert.equal(cut.segments.join(''), row.text)
    })
  }
})

describe('the limit of 255 parts', () => {
  const rows: readonly (readonly [string, string, number])[] = [
    // spec: Limits | limit | 255 parts: 39015 GSM characters -> 39,015 GSM characters fit
    ['39,015 GSM characters fit', 'a'.repeat(39_015), 255],
    ['39,016 GSM characters do not', 'a'.repeat(39_016), 256],
    ['39,015 septets with an escape pair in the way do not', `${'a'.repeat(152)}€${'a'.repeat(38_861)}`, 256],
    // spec: Limits | limit | 255 parts: 17085 Unicode characters -> 17,085 UCS-2 units fit
    ['17,085 UCS-2 units fit', 'я'.repeat(17_085), 255],
    ['17,086 UCS-2 units do not', 'я'.repeat(17_086), 256],
    ['17,085 units of emoji and one letter take 259', `${'😀'.repeat(8542)}a`, 259],
  ]
  for (const [name, text, parts] of rows) {
    it(name, () => {
      assert.equal(measureText(text).parts, parts)
      assert.equal(splitText(text).segments.length, parts)
      assert.equal(parts <= MAX_PARTS, parts === 255)
    })
  }
})

describe('segmentation properties', () => {
  const gsm = fc.constantFrom(...'aeZ0 @£\nÇΩ')
  const extension = fc.constantFrom(...'^{}\\[~]|€\f')
  const wide = fc.constantFrom('я', '’', 'ç', '中')
  const emoji = fc.constantFrom('😀', '👩', '🏽')
  const lead = fc.nat(320).map((length) => 'a'.repeat(length))
  const body = (...units: fc.Arbitrary<string>[]) =>
    fc.string({ unit: fc.oneof(...units), maxLength: 500, size: 'max' })
  const text = fc
    .tuple(
      lead,
      fc.oneof(body(gsm), body(gsm, extension), body(extension), body(gsm, wide), body(emoji), body(wide, emoji)),
    )
    .map(([start, end]) => start + end)

  it('agrees with split-sms', () => {
    fc.assert(
      fc.property(text, (value) => {
        const theirs = split(value)
        const ours = splitText(value)
        assert.equal(ours.encoding, theirs.characterSet === 'GSM' ? 'gsm' : 'ucs2')
        assert.deepEqual(
          ours.segments,
          theirs.parts.map((part) => part.content),
        )
      }),
      { numRuns: 3000 },
    )
  })

  it('measures what it splits, fills greedily, and cuts no character', () => {
    fc.assert(
      fc.property(text, (value) => {
        const measure = measureText(value)
        const { segments, encoding } = splitText(value)
        const sizes = segments.map((segment) => unitsOf(segment, encoding))
        assert.equal(measure.parts, segments.length)
        assert.equal(measure.units, unitsOf(value, encoding))
        assert.equal(measure.remaining, measure.parts * measure.capacity - measure.units)
        assert.equal(encoding === 'gsm', isGsmText(value))
        assert.equal(segments.join(''), value)
        segments.forEach((segment, index) => {
          assert.ok((sizes[index] ?? 0) <= measure.capacity)
          assert.doesNotMatch(segment, /\p{Surrogate}/u)
          const next = segments[index + 1]
          if (next === undefined) return
          const nextCharacter = String.fromCodePoint(next.codePointAt(0) ?? 0)
          assert.ok((sizes[index] ?? 0) + unitsOf(nextCharacter, encoding) > measure.capacity)
        })
      }),
      { numRuns: 2000 },
    )
  })

  it('takes any string, well-formed or not', () => {
    const anything = fc
      .array(fc.nat(0xffff), { maxLength: 600, size: 'max' })
      .map((units) => String.fromCharCode(...units))
    fc.assert(fc.property(anything, (value) => splitText(value).segments.join('') === value))
  })
})

describe('speed', () => {
  const texts: readonly (readonly [string, string])[] = [
    ['plain', 'a'.repeat(39_015)],
    ['with an extension character', `${'a'.repeat(39_013)}€`],
    ['of emoji', '😀'.repeat(19_507)],
  ]
  for (const [name, text] of texts) {
    it(`measures and splits 39,015 characters ${name} in under 10 ms`, () => {
      // The best of a few runs: other processes of the machine are not under test.
      const bestMs = Math.min(
        ...Array.from({ length: 10 }, () => {
          const start = performance.now()
          measureText(text)
          splitText(text)
          return performance.now() - start
        }),
      )
      assert.ok(bestMs < 10, `${bestMs} ms`)
    })
  }
})
