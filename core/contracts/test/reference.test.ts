import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const PAGE = new URL('../docs/reference.md', import.meta.url)
const { readExports } = await import(new URL('../../../configs/lint/read-exports.mjs', import.meta.url).href)
const { findUnlevelled, renderReference, versionsSince } = await import(
  new URL('../../../configs/lint/render-reference.mjs', import.meta.url).href
)
const found = readExports(fileURLToPath(new URL('../src/index.ts', import.meta.url)))

test('every export says how stable it is', () => {
  assert.deepEqual(findUnlevelled(found, ROOT), [])
})

test('the reference is that of the sources', async () => {
  const before = await readFile(PAGE, 'utf8').catch(() => '')
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
  const page = renderReference('@heliograph/contracts', found, versionsSince(before, found, version))
  if (process.env.UPDATE_DOCS === '1') {
    await mkdir(new URL('.', PAGE), { recursive: true })
    await writeFile(PAGE, page)
  } else {
    assert.ok(before === page, 'docs/reference.md is out of date: run this test once with UPDATE_DOCS=1')
  }
})
