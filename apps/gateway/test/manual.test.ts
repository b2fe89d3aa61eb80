import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import * as contracts from '@heliograph/contracts'

// The README of contracts is the manual for authors: it lists every service, and every error that the gateway throws to
// them.

const root = fileURLToPath(new URL('../../..', import.meta.url))
const manual = readFileSync(`${root}/core/contracts/README.md`, 'utf8')

/** The first two cells of the rows of a section's table, without backticks. */
function rowsOf(heading: string): readonly (readonly [string, string])[] {
  const section = manual.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? ''
  return [...section.matchAll(/^\| `([^|]+)` \| ([^|]+) \|/gm)].map(([, first = '', second = '']) => [
    first,
    second.replaceAll('`', '').trim(),
  ])
}

test('every service has its row', () => {
  const services = Object.entries(contracts)
    .filter(([, value]) => String((value as { id?: unknown } | null)?.id ?? '').startsWith('heliograph.'))
    .map(([name]) => name)
  assert.deepEqual(
    rowsOf('Services')
      .map(([name]) => name)
      .toSorted(),
    services.toSorted(),
  )
})

const PACKAGES = ['config', 'engine', 'http', 'messaging', 'access', 'postgres', 'runtime', 'wire']
const THROWN = /new GatewayError\(\s*'([a-z-]+)',\s*'([a-z0-9-]+)'|\b(invalid)\(\s*'([a-z0-9-]+)'/g
const MISSING = /\b(?:missing|existing)Account\(.*'([a-z]+)', /g

/** Sources of errors that only operators see: from a command, at the start or on the admin port. */
const FOR_OPERATORS = [
  'engine/src/accounts/master-keys/',
  'engine/src/database/apply-migration.ts',
  'engine/src/database/corrected-driver.ts',
  'engine/src/notify/webhooks/',
  'runtime/src/host/admin-guard.ts',
  'runtime/src/host/reload.ts',
]

function sourcesOf(name: string): readonly string[] {
  return readdirSync(join(root, 'core', name, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(join(root, 'core'), join(entry.parentPath, entry.name)))
    .filter((file) => !FOR_OPERATORS.some((path) => file.startsWith(path)))
}

test('every error that a service or the host throws has its row, under its category', () => {
  const thrown = new Set<string>()
  for (const file of PACKAGES.flatMap(sourcesOf)) {
    const text = readFileSync(join(root, 'core', file), 'utf8')
    for (const [, category, code, invalid, reason] of text.matchAll(THROWN))
      thrown.add(`${code ?? reason}: ${category ?? invalid}`)
    for (const [, account] of text.matchAll(MISSING)) thrown.add(`${account}-not-found: not-found`)
  }
  assert.ok(thrown.size > 30)
  assert.deepEqual(
    rowsOf('Error codes')
      .map(([code, category]) => `${code}: ${category}`)
      .toSorted(),
    [...thrown].toSorted(),
  )
})
