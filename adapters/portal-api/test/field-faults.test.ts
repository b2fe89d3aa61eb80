import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { fieldFaultOf } from '../src/field-faults/field-fault.ts'
import { FIELD_FAULTS } from '../src/field-faults/field-fault-table.ts'
import { withCallers } from './support/key-caller.ts'

describe('what is wrong with a field', () => {
  for (const [sentence, code, values] of [
    ['is missing', 'required', {}],
    ['must be a phone number in international form', 'international-number', {}],
    ['must have 1 to 100 characters', 'length-between', { least: '1', most: '100' }],
    ['must be >= 5', 'too-small', { least: '5' }],
    [
      'must be one of 27820001234; ask an operator',
      'foreign-number',
      { choices: '27820001234', remedy: 'ask an operator' },
    ],
    ['must be one of a, b', 'no-choice', { choices: 'a, b' }],
    ['must be at most 31 days after from', 'period-too-long', { most: '31' }],
    ['must be at most 20', 'too-high', { most: '20' }],
    ['must be NORMAL or LOW', 'priority-not-allowed', { one: 'NORMAL', other: 'LOW' }],
    ['must have  characters', 'other', {}],
    ['is whatever nobody has thought of', 'other', {}],
  ] as const) {
    test(`${sentence}: ${code}`, () => assert.deepEqual(fieldFaultOf(sentence), { code, values }))
  }

  test('every sentence of the table is known by its own code', () => {
    for (const [code, sentences] of Object.entries(FIELD_FAULTS))
      for (const sentence of sentences)
        assert.equal(fieldFaultOf(sentence.replaceAll(/<[a-z]+>/g, '7')).code, code, sentence)
  })

  test('every sentence that core and endpoints say of a field has a code', async () => {
    const missing: string[] = []
    for (const folder of FOLDERS)
      for (const file of await readdir(new URL(folder, import.meta.url), { recursive: true })) {
        if (!file.endsWith('.ts') || file.endsWith('field-fault-table.ts')) continue
        for (const sentence of sentencesIn(await readFile(new URL(folder + file, import.meta.url), 'utf8')))
          if (fieldFaultOf(sentence).code === 'other' && !OF_NO_FIELD.has(sentence))
            missing.push(`${file}: ${sentence}`)
      }
    assert.deepEqual(missing, [])
  })

  test('goes with the answer, beside the English text', async () => {
    await withCallers(async ({ ask }) => {
      const { status, json } = await ask('admin', 'POST', '/groups', { name: 'x'.repeat(101), more: 1 })
      assert.equal(status, 400)
      assert.deepEqual(Object.keys(json.faults), Object.keys(json.details))
      assert.deepEqual(json.faults.more, { code: 'unknown', values: {} })
    })
  })
})

const FOLDERS = ['../src/', ...['access', 'engine', 'messaging'].map((name) => `../../../core/${name}/src/`)]

/** Sentences that are said of no field of this API, or of one that only programs send. */
const OF_NO_FIELD: ReadonlySet<string> = new Set([
  'is not on this node, or writes no receipts',
  'is not on this node, or writes no receipts together',
  'is not on this node, or writes no incoming SMS',
  'must be an octet of the file after `from`',
  'must be a JSON object of at most 7 octets',
  // Rich content: of adapters to come.
  'must have at most 7 characters as JSON',
  'must have at most 7 parameters',
  'must have 1 to 7 buttons',
  'has a button without a title',
  'is of an unknown kind',
  'has an address that is not one of http or https',
  // Two priorities in one: the row of `NORMAL or LOW` is above.
  'must be 7',
])

/** Texts in quotation marks that say something of a field; what is put in is 7. */
function sentencesIn(source: string): readonly string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, '')
  const quoted = code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)
  return [...quoted]
    .map(([, plain, template]) => plain ?? template?.replaceAll(/\{?\$\{[^}]*\}+/g, '7') ?? '')
    .filter((text) => /^(?:must|is|has|may|does) \S+ /.test(text) && !text.endsWith('.'))
}
