import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { type Count, pluralsOf } from '../src/language/plurals.ts'

const STRINGS = /'(?:[^'\\\n]|\\.)*'|`[^`]*`/g
const HOLES = /\$\{[^}]*\}/g
/** What is a string in the source and no text: names of imports and keys, and what is compared. */
const NO_TEXTS = /^import .*|(?<=^ *|[{,] )'[^'\n]+':|=== '[^']*'/gm

interface Rules {
  /** What no text of this language contains. */
  readonly wrong: RegExp
  /** What every text contains, unless it is one that is the same everywhere. */
  readonly needed: RegExp
}

const LANGUAGES: Readonly<Record<string, Rules>> = {
  de: {
    wrong: / [:;?!]|\.\.\.|"|\b(?:the|your|of|is|are|and|with|not|you|[Dd]u|[Dd]eine?)\b/,
    needed: /[a-zäöü]{2}|^An(?: …)?$|^(?:SMS-)?ID(?: …)?$|^\d+\sh$|^…(?:\/s|\sSMS)$/,
  },
  ar: { wrong: /[؀-ۿ] ?[,;?]|\.\.\.|"/, needed: /[؀-ۿ]/ },
}

/** The same in every language: names and signs. */
const EVERYWHERE = new Set([
  'Heliograph',
  'HTTP POST (JSON)',
  'GET',
  'SOAP',
  'WSDL',
  'curl',
  'X-Signature',
  'Unicode (UCS-2)',
  'user 1042',
  'Ctrl',
  'Shift',
  'Enter',
  'Esc',
  'ID',
  'Sie',
])

for (const [language, { wrong, needed }] of Object.entries(LANGUAGES)) {
  const folder = new URL(`../src/texts/${language}/`, import.meta.url)
  const files = readdirSync(folder).filter(
    (file) => !['first.ts', 'others.ts', 'plural.ts', 'counted.ts'].includes(file),
  )
  for (const file of files)
    test(`${language}/${file}: the texts are written as in ${language}`, () => {
      const source = readFileSync(new URL(file, folder), 'utf8').replaceAll(NO_TEXTS, '')
      const texts = (source.match(STRINGS) ?? []).map((text) => text.slice(1, -1).replaceAll(HOLES, '…'))
      const words = texts.filter((text) => /\p{L}/u.test(text) && !EVERYWHERE.has(text))
      assert.deepEqual(
        words.filter((text) => wrong.test(text) || !needed.test(text)),
        [],
      )
    })
}

test('every file of texts is named for the languages that have files of their own', () => {
  const folder = new URL('../src/texts/', import.meta.url)
  const read = (file: string) => readFileSync(new URL(file, folder), 'utf8')
  const defined = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => read(file).match(/(?<=^export const )\w+(?= = defineTexts\()/gm) ?? [])
  const named = read('translation.ts').match(/(?<=^ {2}\| typeof )\w+/gm) ?? []
  assert.ok(defined.length > 30)
  assert.deepEqual(named.toSorted(), defined.toSorted())
})

const FORMS = { one: 'one', two: 'two', few: 'few', many: 'many', other: 'other' }

/** By language, the form of each number. */
const COUNTS: Readonly<Record<string, readonly (readonly [count: Count, form: string])[]>> = {
  de: [
    [0, 'other'],
    [1, 'one'],
    [2, 'other'],
    ['1', 'one'],
    ['1.001', 'other'],
  ],
  ar: [
    [0, 'other'],
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

for (const [language, rows] of Object.entries(COUNTS))
  describe(`plurals: ${language}`, () => {
    const plural = pluralsOf(language)
    for (const [count, form] of rows) test(`${count}: ${form}`, () => assert.equal(plural(count, FORMS), form))
  })

/** Joins names that are stored, typed or the same everywhere. */
const AS_IT_IS = new Set([
  'pages/account/browser-name.ts',
  'pages/send/SendPage.tsx',
  'pages/send/use-typed-variables.ts',
])

test('lists have the comma of the language: see `Formatters.list`', () => {
  const folder = new URL('../src/', import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const joining = files.filter(
    (file) => /^(?!texts).*\.tsx?$/.test(file) && readFileSync(new URL(file, folder), 'utf8').includes(".join(', ')"),
  )
  assert.deepEqual(new Set(joining), AS_IT_IS)
})
