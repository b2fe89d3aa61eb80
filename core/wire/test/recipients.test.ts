import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_RECIPIENTS, recipientsOfJson, splitRecipients } from '../src/index.ts'
import { assertRefused } from './refusals.ts'

const TEXTS: readonly (readonly [text: string, recipients: readonly string[]])[] = [
  ['27821234567', ['27821234567']],
  ['1,2', ['1', '2']],
  ['1;2', ['1', '2']],
  ['1\r\n2\n3\r4', ['1', '2', '3', '4']],
  [' 1 , 2 ;\t3\u00a0', ['1', '2', '3']],
  [',;1,,;2,\n', ['1', '2']],
  ['+27 82 123 4567, (082) 123-4567', ['+27 82 123 4567', '(082) 123-4567']],
  ['1,1', ['1', '1']],
  ['1|2', ['1|2']],
  ['', []],
  [' ,; \n', []],
]

for (const [text, recipients] of TEXTS) {
  test(`recipients of ${JSON.stringify(text)}`, () => assert.deepEqual(splitRecipients(text), recipients))
}

const VALUES: readonly (readonly [value: unknown, recipients: readonly string[]])[] = [
  ['1, 2', ['1', '2']],
  [27821234567, ['27821234567']],
  [
    ['1', 2, '3;4'],
    ['1', '2', '3', '4'],
  ],
  [[], []],
  [null, []],
  [undefined, []],
  [['', null, '1'], ['1']],
]

for (const [value, recipients] of VALUES) {
  test(`recipients of JSON ${JSON.stringify(value)}`, () => assert.deepEqual(recipientsOfJson(value), recipients))
}

for (const value of [true, {}, 1.5, -1, 1e21, Number.NaN, [['1']], ['1', {}]]) {
  test(`no recipients: JSON ${JSON.stringify(value)}`, () =>
    assertRefused(() => recipientsOfJson(value), 'bad-recipients'))
}

test('recipients: at most 10,000, counted without the empty ones', () => {
  const text = `${',1 ,'.repeat(MAX_RECIPIENTS)},,`
  assert.equal(MAX_RECIPIENTS, 10_000)
  assert.equal(splitRecipients(text).length, MAX_RECIPIENTS)
  assertRefused(() => splitRecipients(`${text}1`), 'too-many-recipients')
  assertRefused(() => recipientsOfJson([text, 1]), 'too-many-recipients')
  assertRefused(() => splitRecipients('1,2,3', 2), 'too-many-recipients')
})
