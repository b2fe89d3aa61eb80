import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const LOADER = new URL('../register.mjs', import.meta.url).href
const folder = mkdtempSync(join(tmpdir(), 'heliograph-loader-'))
after(() => rmSync(folder, { recursive: true, force: true }))

function run(files) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', LOADER, join(folder, 'main.ts')], {
    env,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const MAIN = "import { word } from './word.ts'\nconst text: string = word()\nconsole.log(text)\n"

test('a source runs, and runs as it is now when it has changed', () => {
  for (const word of ['first', 'second', 'first'])
    assert.equal(run({ 'main.ts': MAIN, 'word.ts': `export const word = (): string => '${word}'` }).stdout, `${word}\n`)
})

test('an error is told with the line of the source', () => {
  const thrower =
    "interface Wide {\n  readonly a: number\n}\n\nexport function word(): string {\n  throw new Error('no')\n}\n"
  const { status, stderr } = run({ 'main.ts': MAIN, 'word.ts': thrower })
  assert.equal(status, 1)
  assert.match(stderr, /word\.ts:6:9/)
  assert.match(stderr, /main\.ts:2:22/)
})

test('a source that is not there is told of by name', () => {
  const { status, stderr } = run({ 'main.ts': "import './missing.ts'" })
  assert.equal(status, 1)
  assert.match(stderr, /ERR_MODULE_NOT_FOUND/)
  assert.match(stderr, /missing\.ts/)
})

test('a source with a fault in its syntax is told of with its place', () => {
  const { status, stderr } = run({ 'main.ts': 'const a: = 1' })
  assert.equal(status, 1)
  assert.match(stderr, /main\.ts:1:9/)
})
