import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findGlances } from '../find-glances.mjs'

const GLANCES = [
  'assert.equal(await rows.count(), 2)',
  'assert.equal((await rows.count()) + 1, 2)',
  "assert.match((await page.getByRole('alert').textContent()) ?? '', /gone/)",
  "assert(await page.evaluate('document.hidden'))",
]

const OTHERS = [
  'await assertShows(() => rows.count(), 2)',
  'const many = await rows.count()',
  'assert.equal(await call(), 2)',
  'assert.equal(rows.count, 2)',
]

for (const code of GLANCES) test(`finds ${code}`, () => assert.deepEqual(findGlances(`\n${code}`, 'a.ts'), [2]))
for (const code of OTHERS) test(`accepts ${code}`, () => assert.deepEqual(findGlances(code, 'a.ts'), []))
