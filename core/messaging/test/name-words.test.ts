import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasWords, nameWords, wordBeginnings } from '../src/index.ts'

const NAMES: readonly (readonly [name: string, words: readonly string[]])[] = [
  ['', []],
  ['Anna Botha', ['anna', 'botha']],
  ['  Zoë   MÜLLER-Lüdenscheidt ', ['zoe', 'muller', 'ludenscheidt']],
  ['O’Brien, Pat (work)', ['o', 'brien', 'pat', 'work']],
  ['Анна Ботева', ['анна', 'ботева']],
  ['王小明', ['王小明']],
  ['3rd floor / 2', ['3rd', 'floor', '2']],
  ['???', ['???']],
]

for (const [name, words] of NAMES) test(`words of “${name}”`, () => assert.deepEqual(nameWords(name), words))

const SEARCHES: readonly (readonly [typed: string, name: string, isFound: boolean])[] = [
  ['botha', 'Anna Botha', true],
  ['BOT', 'Anna Botha', true],
  ['otha', 'Anna Botha', false],
  ['botha anna', 'Anna Botha', true],
  ['botha maria', 'Anna Botha', false],
  ['brien', 'Pat O’Brien', true],
  ['o brien', "Pat O'Brien", true],
  ['luden', 'Zoë Müller-Lüdenscheidt', true],
  ['an anna', 'Anna Botha', true],
  ['', 'Anna Botha', true],
  ['?', '???', true],
  ['?', 'Anna Botha', false],
]

for (const [typed, name, isFound] of SEARCHES)
  test(`“${typed}” ${isFound ? 'finds' : 'does not find'} “${name}”`, () =>
    assert.equal(hasWords(name, wordBeginnings(typed)), isFound))

test('a beginning with which another begins says nothing more, and there are eight at most', () => {
  assert.deepEqual(wordBeginnings('an Anna anna b'), ['anna', 'b'])
  assert.deepEqual(wordBeginnings('c d e f g h i j k l'), [...'cdefghij'])
})
