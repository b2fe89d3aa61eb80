import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSourcePlaces } from '../src/profile/source-places.ts'

/** Line 3 of the compiled file is line 2 of the source; the lines before it have none. */
const MAP = JSON.stringify({ version: 3, sources: ['../src/a/b.ts'], names: [], mappings: ';;AACA' })

const sourceOf = createSourcePlaces((url) => {
  if (url.href !== 'file:///x/core/engine/dist/index.js.map') throw new Error('ENOENT')
  return MAP
})

test('a place in compiled code is led to its source', () => {
  const place = { url: 'file:///x/core/engine/dist/index.js', lineNumber: 2, columnNumber: 0 }
  assert.deepEqual(sourceOf(place), { url: 'file:///x/core/engine/src/a/b.ts', lineNumber: 1 })
})

for (const [what, url] of [
  ['without a source map', 'file:///x/core/http/dist/index.js'],
  ['of Node', 'node:net'],
  ['of no file', ''],
] as const)
  test(`a place ${what} stays as it is`, () => {
    assert.deepEqual(sourceOf({ url, lineNumber: 7 }), { url, lineNumber: 7 })
  })
