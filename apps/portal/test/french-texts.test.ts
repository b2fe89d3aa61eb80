import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const folder = new URL('../src/texts/', import.meta.url)
const STRINGS = /'(?:[^'\\\n]|\\.)*'|`[^`]*`/g
const HOLES = /\$\{[^}]*\}/g

/** French puts a space before these marks; a line must not break there. */
const BREAKING_SPACE = / [:;?!»%]|« /

/** Folders are other languages; these two files have no texts of their own. */
const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !/^translations?[.]ts$/.test(name))

for (const file of files)
  test(`${file}: no line of French begins with a punctuation mark`, () => {
    const [, french] = readFileSync(new URL(file, folder), 'utf8').split('\n  fr: {')
    assert.ok(french, 'has no French texts')
    const texts = (french.match(STRINGS) ?? []).map((text) => text.replaceAll(HOLES, '…'))
    assert.deepEqual(
      texts.filter((text) => BREAKING_SPACE.test(text)),
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
