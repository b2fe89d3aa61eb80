import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createFormatters } from '../src/language/formatters.ts'

const english = createFormatters('en-GB', 'en')
const arabic = createFormatters('ar-EG-u-nu-latn', 'ar')

describe('values as the viewer writes them', () => {
  test('a list has the comma of the language, and keeps its order among letters of another direction', () => {
    assert.equal(english.list(['http', 'dispatch']), 'http, dispatch')
    assert.equal(arabic.list(['http', 'dispatch']), '\u2068http\u2069، \u2068dispatch\u2069')
    assert.equal(arabic.list([]), '')
  })

  test('no line breaks between a number and its unit', () => {
    for (const { duration, fileSize } of [english, arabic])
      for (const text of [duration(150), duration(2_400), duration(7_200_000), fileSize(34_000), fileSize(1_200_000)])
        assert.doesNotMatch(text, / /)
    assert.equal(english.duration(150), '150\u00a0ms')
  })
})
