import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nameKey, numberBeginning, readDrafts } from '../src/index.ts'

describe('how a number begins', () => {
  const rows: readonly (readonly [text: string, country: string, digits: string])[] = [
    ['082', 'ZA', '2782'],
    ['0', 'ZA', '27'],
    ['+2782', 'ZA', '2782'],
    ['+27 (82', 'ZA', '2782'],
    ['002782', 'ZA', '2782'],
    ['2782', 'ZA', '2782'],
    ['82', 'ZA', '82'],
    ['', 'ZA', ''],
    ['abc', 'ZA', ''],
    // A zero that is part of the number.
    ['06', 'IT', '3906'],
    ['030', 'DE', '4930'],
    ['082', 'XX', '082'],
  ]
  for (const [text, country, digits] of rows)
    test(`${JSON.stringify(text)} in ${country}`, () => assert.equal(numberBeginning(text, country), digits))
})

describe('the key of a name', () => {
  const rows: readonly (readonly [name: string, key: string])[] = [
    ['Thandi Nkosi', 'thandi nkosi'],
    ['  JOSÉ \t Álvarez ', 'jose alvarez'],
    ['Ｆｕｌｌ', 'full'],
    ['Ёлка', 'елка'],
    ['', ''],
    [' ', ''],
    ['\u0301', '\u0301'],
  ]
  for (const [name, key] of rows) test(JSON.stringify(name), () => assert.equal(nameKey(name), key))

  test('has at most 100 characters, and no half ones', () => {
    const key = nameKey(`${'\ufdfa'.repeat(99)}${'😀'.repeat(200)}`)
    assert.equal([...key].length, 100)
    assert.equal([...nameKey('😀'.repeat(200))].join(''), '😀'.repeat(100))
  })
})

describe('drafts that were given together', () => {
  test('of one number are one contact, of which the later ones count where they say something', () => {
    const { contacts, outcomes } = readDrafts(
      [
        { mobile: '082 000 0001', name: ' Thandi  N ', fields: { ' city ': ' Durban ', none: ' ' }, groups: ['a'] },
        { mobile: 'x' },
        { mobile: '+27820000001', email: ' t@example.com ', groups: [' b '], status: 'opted-out' },
        { mobile: '27820000001' },
      ],
      'ZA',
    )
    assert.deepEqual(contacts, [
      {
        mobile: '27820000001',
        name: 'Thandi N',
        email: 't@example.com',
        fields: { city: 'Durban' },
        groups: ['a', 'b'],
        status: 'opted-out',
      },
    ])
    const added = { mobile: '27820000001', result: 'added' } as const
    const problem = { code: 'bad-number', text: 'not a phone number that can be sent to' }
    assert.deepEqual(outcomes(new Map([[added.mobile, added]])), [
      added,
      { mobile: 'x', result: 'refused', problem },
      { ...added, result: 'changed' },
      { ...added, result: 'unchanged' },
    ])
    // Nothing was written for any of them.
    const same = { ...added, result: 'unchanged' } as const
    const results = outcomes(new Map([[same.mobile, same]])).map(({ result }) => result)
    assert.deepEqual(results, ['unchanged', 'refused', 'unchanged', 'unchanged'])
  })

  test('keep a field called __proto__ as one of theirs', () => {
    const fields = JSON.parse('{"__proto__":"x"}')
    const { contacts } = readDrafts([{ mobile: '+27820000001', fields }], 'ZA')
    assert.equal(JSON.stringify(contacts[0]?.fields), '{"__proto__":"x"}')
  })
})
