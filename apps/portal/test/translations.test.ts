import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { textFiles, textsByKey, wordings, writtenTexts } from './support/text-files.ts'

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

for (const [language, { wrong, needed }] of Object.entries(LANGUAGES))
  for (const file of textFiles(language))
    test(`${language}/${file}: the texts are written as in ${language}`, () => {
      const texts = [...textsByKey(writtenTexts(language, file)).values()].flatMap((text) => wordings(text))
      const words = texts.filter((text) => /\p{L}/u.test(text) && !EVERYWHERE.has(text))
      assert.deepEqual(
        words.filter((text) => wrong.test(text) || !needed.test(text)),
        [],
      )
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
