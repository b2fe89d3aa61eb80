import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readExports } from '../read-exports.mjs'
import { findUnlevelled, renderReference, versionsSince } from '../render-reference.mjs'

const folder = mkdtempSync(join(tmpdir(), 'heliograph-reference-'))
after(() => rmSync(folder, { recursive: true }))

const SOURCE = `
/** No one else's. */
interface Inner {}

/**
 * Greets,
 * politely.
 *
 * - once
 * - twice
 *
 * @param name - of the guest
 * @stability stable
 */
export function greet(name: string): string {
  return name
}

/** A thing. @stability experimental */
export interface Thing {
  /** Its name. */
  readonly name: string
  readonly size?: number | undefined
  /** Throws \`invalid\`. */
  open(
    key: string | undefined,
  ): void
}

/** A service. */
export interface Service {}
export const Service: ServiceToken<Service> = defineService('a.b')

export const MOST = 3

/** @stability sometimes */
export type Kind =
  /** The first. */
  | 'a'
  | 'b'
`

writeFileSync(join(folder, 'a.ts'), SOURCE)
writeFileSync(join(folder, 'index.ts'), "export { greet, type Thing, Service, MOST, type Kind } from './a.ts'\n")
const exports = readExports(join(folder, 'index.ts'))

test('an export without a level, or with an unknown one, is named with what to write', () => {
  const advice =
    'does not say how stable it is. End its docstring with "@stability stable" (changes in a way that breaks packages only with a new major version) or "@stability experimental" (may change with any minor version, and the change log says how).'
  assert.deepEqual(
    findUnlevelled(exports, folder),
    ['Service', 'MOST', 'Kind'].map((name) => `a.ts: ${name} ${advice}`),
  )
})

test('the page has each export with its kind, level, signature, docstring and members', () => {
  const page = renderReference('x', exports)
  for (const part of [
    '# x: reference\n',
    '| `a.ts` | [`greet`](#greet), [`Thing`](#thing)\\*, [`Service`](#service), [`MOST`](#most), [`Kind`](#kind) |',
    '### greet\n\nfunction, stable: `greet(name: string): string`\n\nGreets, politely.\n\n- once\n- twice\n\n- `name`: of the guest\n',
    '### Thing\n\ninterface, experimental\n\nA thing.\n',
    '| `name: string` | Its name. |\n| `size?: number` |  |\n| `open(key: string \\| undefined): void` | Throws `invalid`. |',
    '### Service\n\ninterface, service, of no level\n\nA service.\n',
    '### MOST\n\nconstant, of no level: `= 3`\n',
    "| `'a'` | The first. |\n| `'b'` |  |",
  ])
    assert.ok(page.includes(part), `${part}\nis not in\n${page}`)
})

test('each export keeps the version that the page has had for it; a new one gets the next minor version', () => {
  const [known, added] = [exports.slice(0, 2), exports.slice(2)]
  const first = renderReference('x', known, versionsSince('', known, '1.3.2'))
  assert.ok(first.includes('### greet\n\nfunction, stable, since 1.4.0: `greet(name: string): string`\n'), first)
  const page = renderReference('x', exports, versionsSince(first, exports, '1.4.0'))
  for (const { name } of known) assert.match(page, new RegExp(`### ${name}\\n\\n.*, since 1\\.4\\.0`))
  for (const { name } of added) assert.match(page, new RegExp(`### ${name}\\n\\n.*, since 1\\.5\\.0`))
  assert.deepEqual(page, renderReference('x', exports, versionsSince(page, exports, '1.5.0')))
})
