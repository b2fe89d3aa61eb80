import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TemplateVariable } from '@heliograph/contracts'
import { fillTemplate, type VariableValues } from '../src/index.ts'

const AMOUNT: TemplateVariable = { name: 'amount', type: 'number', fallback: null, choices: [] }
const DUE: TemplateVariable = { name: 'Due date', type: 'date', fallback: 'soon', choices: [] }
const BRANCH: TemplateVariable = { name: 'branch', type: 'choice', fallback: '', choices: ['North', 'South'] }
const NOTE: TemplateVariable = { name: 'note', type: 'text', fallback: null, choices: [] }

const FILLED: readonly (readonly [
  what: string,
  text: string,
  variables: readonly TemplateVariable[],
  values: VariableValues,
  expected: string,
])[] = [
  [
    'values replace their names, in any case and spacing',
    '{Amount} {AMOUNT} { amount }',
    [AMOUNT],
    { amount: '5' },
    '5 5 5',
  ],
  [
    'fields of contacts and links stay',
    '{first_name|you} {opt_out_link} {amount}',
    [AMOUNT],
    { amount: '5' },
    '{first_name|you} {opt_out_link} 5',
  ],
  [
    'written braces stay, and so do those of a value',
    '{{amount}} {note}',
    [NOTE],
    { note: '{name}' },
    '{{amount}} {{name}}',
  ],
  ['a date is written out', 'by {due_date}', [DUE], { 'Due date': '2026-01-31' }, 'by 31 January 2026'],
  ['the fallback stands where there is no value', 'by {due_date}{branch}', [DUE, BRANCH], { branch: '  ' }, 'by soon'],
  ['the fallback in the text goes first', 'by {due_date|Friday}', [DUE], {}, 'by Friday'],
  ['a number may have spaces and a decimal comma', '{amount}', [AMOUNT], { amount: ' 1 200,50 ' }, '1 200,50'],
]

const REFUSED: readonly (readonly [what: string, variable: TemplateVariable, value: string | undefined])[] = [
  ['no value where one is required', AMOUNT, undefined],
  ['a blank one', AMOUNT, ' '],
  ['no number', AMOUNT, '1e5'],
  ['no date', DUE, '31/01/2026'],
  ['a day that does not exist', DUE, '2026-02-30'],
  ['none of the choices', BRANCH, 'West'],
  ['a long text', NOTE, 'x'.repeat(501)],
]

describe('a template that is filled in', () => {
  for (const [what, text, variables, values, expected] of FILLED)
    test(what, () => assert.equal(fillTemplate({ text, variables }, values, 'en-GB'), expected))

  for (const [what, variable, value] of REFUSED)
    test(`refused: ${what}`, () =>
      assert.throws(
        () => fillTemplate({ text: 'x', variables: [variable] }, { [variable.name]: value }, 'en'),
        (error: { code: string; details: object }) => {
          assert.deepEqual([error.code, Object.keys(error.details)], ['bad-values', [variable.name]])
          return true
        },
      ))
})
