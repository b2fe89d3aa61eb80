import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesIn } from '../scripts/print-text-values.ts'
import { formatMessage, parseMessage } from '../src/language/message.ts'
import { textFiles, textsByKey, writtenTexts } from './support/text-files.ts'

/** Counts that English and French write in the singular. */
const SINGULAR = { en: ['1'], fr: ['0', '1'] } as const

/** A count before a noun in the plural, not what a name of that kind `is` or `has`. */
const PLURAL =
  /(?<![\d.,:])[01] \p{Ll}+s\b(?<! (?:belongs|dans|depuis|des|does|fois|has|is|logs|ms|receives|takes|was))/u

/** Never so few, or no count. */
const MORE = new Set([
  'clients.credited',
  'contact-import.moreProblems',
  'developers.keys.after',
  'field-faults.choices',
  'field-faults.hours',
  'field-faults.length-between',
  'field-faults.variable-name',
  'messages.exporting',
  'messages.times',
  'operator.link.beginningOf',
  'routing.fits',
  'waiting.moreBefore',
])

/** What each text of a file says with this count in the place of every value, by its key. */
function said(language: 'en' | 'fr', file: string, count: string): readonly (readonly [key: string, text: string])[] {
  const rules = new Intl.PluralRules(language)
  return [...textsByKey(writtenTexts(language, file))].map(([key, text]) => {
    const message = parseMessage(text)
    const values = Object.fromEntries([...namesIn(message)].map((name) => [name, count]))
    return [`${file}.${key}`, namesIn(message).size === 0 ? '' : formatMessage(message, values, rules)]
  })
}

for (const file of textFiles('en'))
  test(`${file}: a noun after 1 is in the singular, in French after 0 as well`, () => {
    const wrong = (['en', 'fr'] as const).flatMap((language) =>
      SINGULAR[language]
        .flatMap((count) => said(language, file, count))
        .filter(([key, text]) => PLURAL.test(text) && !MORE.has(key)),
    )
    assert.deepEqual(wrong, [])
  })
