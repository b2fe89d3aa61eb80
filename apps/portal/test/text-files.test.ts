import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { namesIn, printTextValues, TEXT_VALUES } from '../scripts/print-text-values.ts'
import { LANGUAGES } from '../src/language/languages.ts'
import { type Message, type Plural, parseMessage } from '../src/language/message.ts'
import { TEXTS, textFiles, textsByKey, writtenTexts } from './support/text-files.ts'

const FILES = textFiles('en')

test('every language has its folder', () => {
  const folders = readdirSync(TEXTS, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  assert.deepEqual(folders.map(({ name }) => name).sort(), Object.keys(LANGUAGES).sort())
})

test('the names of the values in texts are those of the English texts', () => {
  const written = readFileSync(TEXT_VALUES, 'utf8')
  assert.equal(written, printTextValues(), 'changed: run `pnpm --filter @heliograph/portal generate`')
})

test('pages have the texts of each file', () => {
  const sources = readdirSync(TEXTS).filter((name) => name.endsWith('.ts'))
  const defined = sources.flatMap(
    (name) => readFileSync(new URL(name, TEXTS), 'utf8').match(/(?<= = defineTexts\(')[\w-]+(?=')/g) ?? [],
  )
  assert.deepEqual(defined.sort(), [...FILES].sort())
})

/** The plurals of a text, with those within others. */
function pluralsIn(message: Message): readonly Plural[] {
  const plurals = message.filter((part): part is Plural => typeof part === 'object' && 'forms' in part)
  return plurals.flatMap((plural) => [plural, ...Object.values(plural.forms).flatMap(pluralsIn)])
}

/** The form for a million in French is for words, not for the digits that pages show. */
const UNUSED: Readonly<Record<string, readonly string[]>> = { fr: ['many'] }

/** The categories that CLDR has for a language. */
function categoriesOf(language: string): readonly string[] {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  return pluralCategories.filter((category) => !UNUSED[language]?.includes(category)).sort()
}

for (const language of Object.keys(LANGUAGES))
  describe(language, () => {
    test('has the files of English', () => assert.deepEqual(textFiles(language), FILES))

    for (const file of FILES) {
      const english = textsByKey(writtenTexts('en', file))
      const texts = textsByKey(writtenTexts(language, file))

      test(`${file}: has the texts of English, in their order`, () => {
        assert.deepEqual([...texts.keys()], [...english.keys()])
      })

      test(`${file}: has the values of English, and a form for each kind of number`, () => {
        for (const [key, text] of texts) {
          const message = parseMessage(text)
          assert.deepEqual([...namesIn(message)].sort(), [...namesIn(parseMessage(english.get(key) ?? ''))].sort(), key)
          for (const { forms } of pluralsIn(message)) {
            const categories = Object.keys(forms).filter((form) => !form.startsWith('='))
            assert.deepEqual(categories.sort(), categoriesOf(language), key)
          }
        }
      })
    }
  })
