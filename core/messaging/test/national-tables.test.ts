import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { NATIONAL_LANGUAGES, type NationalLanguage } from '@heliograph/contracts'
import { hasLockingTable, lockingTable, type SeptetTable, singleTable } from '../src/national-tables.ts'

/** SHA-256 of all tables as `rowOf` writes them, made from another transcript of 3GPP TS 23.038 V18, A.2 and A.3. */
const ALL = 'f6267c0fd124cb16476b1b968deb3379fae6c619199c0204053e7f95f1369386'

function rowOf({ characters }: SeptetTable): string {
  return characters
    .flatMap((character, code) => (character === '' ? [] : `${hex(code, 2)}:${hex(character.charCodeAt(0), 4)}`))
    .join(' ')
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}

test('the tables are those of the standard', () => {
  const lines = NATIONAL_LANGUAGES.flatMap((language, index) => [
    `${language} single ${rowOf(singleTable(index + 1))}`,
    ...(hasLockingTable(language) ? [`${language} locking ${rowOf(lockingTable(index + 1))}`] : []),
  ])
  assert.equal(lines.length, 25)
  assert.equal(createHash('sha256').update(lines.join('\n')).digest('hex'), ALL)
})

const SINGLE: readonly (readonly [NationalLanguage, code: number, character: string])[] = [
  ['tr', 0x67, 'ğ'],
  ['tr', 0x65, '€'],
  ['es', 0x55, 'Ú'],
  ['pt', 0x61, 'Â'],
  ['bn', 0x19, '\u09e6'],
  ['hi', 0x19, '\u0964'],
  ['ta', 0x24, '\u0bee'],
  ['ur', 0x3f, '\u06d4'],
  ['ur', 0x41, 'A'],
]
for (const [language, code, character] of SINGLE)
  test(`after an escape: ${hex(code, 2)} in ${language} is ${character}`, () => {
    const table = singleTable(NATIONAL_LANGUAGES.indexOf(language) + 1)
    assert.equal(table.characters[code], character)
    assert.equal(table.codes.get(character.charCodeAt(0)), code)
  })

const LOCKING: readonly (readonly [NationalLanguage, code: number, character: string])[] = [
  ['tr', 0x0b, 'Ğ'],
  ['tr', 0x41, 'A'],
  ['pt', 0x15, '∞'],
  ['gu', 0x7f, '\u0af1'],
  ['hi', 0x00, '\u0901'],
  ['hi', 0x28, ')'],
  ['ml', 0x7f, '\u0d79'],
  ['or', 0x47, '\u0b33'],
  ['ur', 0x00, '\u0627'],
]
for (const [language, code, character] of LOCKING)
  test(`without an escape: ${hex(code, 2)} in ${language} is ${character}`, () => {
    const table = lockingTable(NATIONAL_LANGUAGES.indexOf(language) + 1)
    assert.equal(table.characters[code], character)
    assert.equal(table.codes.get(character.charCodeAt(0)), code)
  })

test('identifiers of no language, and Spanish without an escape, are the default tables', () => {
  for (const identifier of [0, 14, 255]) assert.equal(singleTable(identifier).characters[0x67], '')
  for (const identifier of [0, 2, 14]) assert.equal(lockingTable(identifier).characters[0x60], '¿')
})
