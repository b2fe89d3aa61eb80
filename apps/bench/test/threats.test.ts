import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { ATTACKS } from '../src/attack/attacks/index.ts'

const ROOT = new URL('../../../', import.meta.url)

const model = readFileSync(new URL('apps/gateway/THREATS.md', ROOT), 'utf8')
const named = [...model.matchAll(/`attack: ([a-z0-9-]+)`/g)].map(([, name]) => name)
const paths = [...model.matchAll(/`([\w./-]+\.test\.(?:ts|mjs))`/g)].map(([, path]) => path ?? '')

describe('the threat model', () => {
  it('names every attack, and none that is gone', () => {
    assert.deepEqual([...new Set(named)].sort(), ATTACKS.map(({ name }) => name).sort())
  })

  it('names tests that exist', () => {
    assert.notEqual(paths.length, 0)
    assert.deepEqual(
      paths.filter((path) => !existsSync(new URL(path, ROOT))),
      [],
    )
  })

  it('has a test for each defence', () => {
    const rows = model.split('\n').filter((line) => line.startsWith('|') && line.split('|').length === 6)
    const defences = rows.filter((row) => !/^\|(?:---|\s*Asset)/.test(row))
    assert.notEqual(defences.length, 0)
    assert.deepEqual(
      defences.filter((row) => !/`[^`]+`\s*\|$/.test(row)),
      [],
    )
  })
})
