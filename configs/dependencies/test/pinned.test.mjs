import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { pinnedBy, pinnedIn } from '../pinned.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const rows = pinnedBy(readFileSync(new URL('../README.md', import.meta.url), 'utf8'))

test('the README lists every version that is pinned or patched, and no other', () => {
  assert.deepEqual(rows.map(({ pin }) => pin).sort(), pinnedIn(root))
})

test('each has a reason, and what would free it', () => {
  for (const { pin, why, until } of rows) assert.ok(why.length > 20 && until.length > 5, pin)
})
