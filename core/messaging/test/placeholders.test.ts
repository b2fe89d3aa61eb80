import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillPlaceholders, readPlaceholders } from '../src/index.ts'

const COLUMNS = ['Number', 'First Name', 'Balance', 'Prénom', 'balance', 'opt_out_link', '7']
const CELLS = ['0821110001', ' Thandi ', '10', 'Zoë', 'other', 'cell']

const FILLED: readonly (readonly [text: string, filled: string, isMissing?: boolean])[] = [
  ['plain', 'plain'],
  ['{1} {2}', '0821110001 Thandi'],
  ['{first name} {FIRST_NAME} {FirstName}', 'Thandi Thandi Thandi'],
  ['{prenom}', 'Zoë'],
  ['{Balance}', '10'],
  ['{{1}} {{', '{1} {'],
  ['{{{1}}}', '{0821110001}'],
  ['{opt_out_link}|{opt_in_link}', '{opt_out_link}|{opt_in_link}'],
  ['{7}', '', true],
]

for (const [text, filled, isMissing = false] of FILLED)
  test(`${text} is filled with the cells of a row`, () => {
    const { pieces, unknown } = readPlaceholders(text, COLUMNS)
    assert.deepEqual(unknown, [])
    assert.deepEqual(fillPlaceholders(pieces, CELLS), { text: filled, isMissing })
  })

test('placeholders without a column are reported as they were written', () => {
  assert.deepEqual(readPlaceholders('{0} {8} {nobody} {} {1}', COLUMNS).unknown, ['{0}', '{8}', '{nobody}', '{}'])
})

test('what a cell holds is no placeholder', () => {
  const { pieces } = readPlaceholders('{1}', ['a', 'b'])
  assert.deepEqual(fillPlaceholders(pieces, ['{2}', 'secret']), { text: '{2}', isMissing: false })
})
