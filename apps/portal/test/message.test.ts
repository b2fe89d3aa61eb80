import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formatMessage, parseMessage, type Value } from '../src/language/message.ts'

const say = (text: string, values: Readonly<Record<string, Value>> = {}, language = 'en') =>
  formatMessage(parseMessage(text), values, new Intl.PluralRules(language))

const PARTS = '{count, plural, =0 {nothing} one {# part} other {# parts}}'
const NESTED = '{count, plural, one {# of {all}} other {# of {all, plural, one {one} other {all #}}}}'

describe('a text with its values', () => {
  for (const { text, values = {}, said } of [
    { text: 'To {name}: {text}', values: { name: 'Ann', text: '{name}' }, said: 'To Ann: {name}' },
    { text: '{ name }', values: { name: 0 }, said: '0' },
    { text: PARTS, values: { count: 0 }, said: 'nothing' },
    { text: PARTS, values: { count: 1 }, said: '1 part' },
    { text: PARTS, values: { count: 1.5 }, said: '1.5 parts' },
    { text: PARTS, values: { count: '1,001' }, said: '1,001 parts' },
    { text: NESTED, values: { count: 1, all: 7 }, said: '1 of 7' },
    { text: NESTED, values: { count: 2, all: 7 }, said: '2 of all 7' },
    { text: NESTED, values: { count: 2, all: 1 }, said: '2 of one' },
    { text: "as in '{first_name|there}'", said: 'as in {first_name|there}' },
    { text: "'{{' and '}}', not {count}", values: { count: 2 }, said: '{{ and }}, not 2' },
    { text: "it's ''so'', # 1 {count, plural, other {'#' #}}", values: { count: 1 }, said: "it's 'so', # 1 # 1" },
    { text: '', said: '' },
  ])
    test(text, () => assert.equal(say(text, values), said))
})

describe('what is not a text', () => {
  for (const text of [
    '{',
    '}',
    'To {name',
    '{}',
    '{first name}',
    '{count, number}',
    '{count, plural, lots {#}}',
    '{count, plural, one {#}',
    '{count, plural, one #}',
  ])
    test(text, () => assert.throws(() => parseMessage(text), { name: 'SyntaxError', message: text }))
})

/** By language, the form of each number. */
const COUNTS: Readonly<Record<string, readonly (readonly [count: Value, form: string])[]>> = {
  fr: [
    [0, 'one'],
    [1, 'one'],
    [2, 'other'],
    ['1 001', 'other'],
  ],
  de: [
    [0, 'other'],
    [1, 'one'],
    [2, 'other'],
    ['1', 'one'],
    ['1.001', 'other'],
  ],
  ar: [
    [0, 'zero'],
    [1, 'one'],
    [2, 'two'],
    [3, 'few'],
    [10, 'few'],
    [11, 'many'],
    [99, 'many'],
    [100, 'other'],
    [102, 'other'],
    ['1,103', 'few'],
  ],
}

const FORMS = '{n, plural, zero {zero} one {one} two {two} few {few} many {many} other {other}}'

for (const [language, rows] of Object.entries(COUNTS))
  describe(`plurals: ${language}`, () => {
    for (const [n, form] of rows) test(`${n}: ${form}`, () => assert.equal(say(FORMS, { n }, language), form))
  })
