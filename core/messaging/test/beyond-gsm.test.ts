import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBeyondGsm, isGsmText, replaceBeyondGsm } from '../src/index.ts'

test('finds what GSM lacks by its place, with what says the same', () => {
  assert.deepEqual(findBeyondGsm('plain é €'), [])
  assert.deepEqual(findBeyondGsm('it’s 😀 ok'), [
    { at: 2, length: 1, character: '’', replacement: "'" },
    { at: 5, length: 2, character: '😀', replacement: null },
  ])
})

const ROWS = [
  ['“Quoted” — it’s 5…', '"Quoted" - it\'s 5...'],
  ['1\u00a0000\u202f€\u200b', '1 000 €'],
  ['çaise, ŷ, Łódź, cœur', 'caise, y, Lodz, coeur'],
  ['½ of ﬁve №3', '1/2 of five No.3'],
  ['tab\there\u2028next', 'tab here\nnext'],
  ['привет 😀', 'привет 😀'],
  ['e\u0301 stays readable', 'e stays readable'],
] as const

for (const [text, expected] of ROWS) test(`replaces ${text}`, () => assert.equal(replaceBeyondGsm(text), expected))

test('what is offered in place of a character travels as GSM', () => {
  for (let code = 0; code < 0x3000; code += 1)
    for (const { replacement } of findBeyondGsm(String.fromCharCode(code)))
      assert.ok(replacement === null || isGsmText(replacement), `${code.toString(16)} ${replacement}`)
})
