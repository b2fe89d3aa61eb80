import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { textFiles, textsByKey, wordings, writtenTexts } from './support/text-files.ts'

/** No line begins with these marks: French puts a no-break space before them, and none before the last. */
const BREAKING_SPACE = / [:;?!»%…]|« /

/** Words that lose their last letter before these. */
const UNELIDED = /(?<![\p{L}-])(?:de|jusque|le|lorsque|ne|puisque|que|se) (?:aucune?|elles?|ils?|on|une?)(?!\p{L})/u

for (const file of textFiles('fr'))
  test(`${file}: no line of French begins with a punctuation mark, and no word keeps a letter that it loses`, () => {
    const texts = [...textsByKey(writtenTexts('fr', file)).values()].flatMap((text) => wordings(text, '0'))
    assert.deepEqual(
      texts.filter((text) => BREAKING_SPACE.test(text)),
      [],
    )
    assert.deepEqual(
      texts.filter((text) => UNELIDED.test(text)),
      [],
    )
  })

const PAGES = new URL('../src/', import.meta.url)

/** A colon behind a text, which French has a space before: `formatters.colon` knows. */
const OWN_COLON = /\{(?:[a-z]*texts|shell)\.[\w.]+\}:|[.]\w+\}: \$/i

for (const file of readdirSync(PAGES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx')))
  test(`${file}: no colon stands behind a text as in English`, () => {
    assert.equal(OWN_COLON.exec(readFileSync(new URL(file, PAGES), 'utf8'))?.[0], undefined)
  })
