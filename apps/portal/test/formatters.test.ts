import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createFormatters } from '../src/language/formatters.ts'

const english = createFormatters('en-GB', 'en')
const arabic = createFormatters('ar-EG-u-nu-latn', 'ar')

const MOMENT = '2026-01-31T14:05:09Z'

describe('values as the viewer writes them', () => {
  test('a list has the comma of the language, and keeps its order among letters of another direction', () => {
    assert.equal(english.list(['http', 'dispatch']), 'http, dispatch')
    assert.equal(arabic.list(['http', 'dispatch']), '\u2068http\u2069، \u2068dispatch\u2069')
    assert.equal(arabic.list([]), '')
  })

  for (const [formatters, rows] of [
    [
      english,
      [
        ['12.5', 'auto', 'ZAR\u00a012.50'],
        ['-0.125', 'auto', '-ZAR\u00a00.125'],
        ['1200', 'always', '+ZAR\u00a01,200.00'],
      ],
    ],
    [
      arabic,
      [
        ['12.5', 'auto', '\u200f\u206612.50\u2069\u00a0ZAR'],
        ['-0.125', 'auto', '\u200f\u2066-0.125\u2069\u00a0ZAR'],
        ['1200', 'always', '\u200f\u2066+1,200.00\u2069\u00a0ZAR'],
      ],
    ],
  ] as const)
    for (const [amount, sign, text] of rows)
      test(`an amount has its currency on one side with a sign and without: ${text}`, () =>
        assert.equal(formatters.money(amount, 'ZAR', sign), text))

  test('no line breaks between a time and its half of the day', () => {
    const { clock, dateTime, time } = arabic
    for (const text of [clock(MOMENT), dateTime(MOMENT), time(MOMENT)]) assert.match(text, /\d\u00a0[صم]$/)
    assert.doesNotMatch(english.dateTime(MOMENT), /\u00a0/)
  })

  test('no line breaks between a number and its unit', () => {
    for (const { duration, fileSize } of [english, arabic])
      for (const text of [duration(150), duration(2_400), duration(7_200_000), fileSize(34_000), fileSize(1_200_000)])
        assert.doesNotMatch(text, / /)
    assert.equal(english.duration(150), '150\u00a0ms')
  })
})
