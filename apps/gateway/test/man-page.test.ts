import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createProgram } from '../src/cli.ts'
import { allCommands, describeCommands } from '../src/command-tree.ts'
import { formatManPage } from '../src/man-page.ts'
import { readManPage } from '../src/manual.ts'
import { runProgram } from './support/peers/http/run-script.ts'
import { findProgram, reasonUnless } from './support/peers/installed.ts'

const leaves = allCommands(describeCommands(createProgram({ out() {}, err() {} }, false))).filter(
  ({ commands }) => commands.length === 0,
)

test('it has every command, and options of all commands once', () => {
  const page = readManPage()
  const sections = [...page.matchAll(/^\.SS "(.*)"$/gm)].map(([, title = '']) => title)
  assert.equal(sections.length, leaves.length)
  for (const [index, { path }] of leaves.entries()) assert.ok(sections[index]?.startsWith(path.replaceAll('-', '\\-')))
  assert.equal(page.match(/^\.B \\-\\-config <file>$/gm)?.length, 1)
  assert.match(page, /^\.B HELIOGRAPH_CONFIG\nthe same as \\-\\-config$/m)
})

test('no text is taken for a request', () => {
  const nothing = { path: '', description: '', arguments: [], options: [], commands: [] }
  const odd = { ...nothing, path: 'odd', description: '.\\\' and a "quote"' }
  const page = formatManPage({ ...nothing, commands: [odd] }, 'x', '1', [])
  assert.match(page, /^\\&\.\\e' and a \\\(dqquote\\\(dq$/m)
})

const withoutMan = reasonUnless(findProgram('man') !== undefined, 'man', 'man-db')

test('man shows it, and finds nothing wrong', { skip: withoutMan }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-man-'))
  try {
    const file = join(folder, 'heliograph.1')
    await writeFile(file, readManPage())
    const env = { MANWIDTH: '100', LC_ALL: 'C', MAN_KEEP_FORMATTING: '' }
    const { code, stdout, stderr } = await runProgram('man', ['--warnings', '--local-file', file], { env })
    assert.deepEqual([code, stderr], [0, ''])
    for (const { path } of leaves) assert.ok(stdout.includes(path), path)
    assert.match(stdout, /--set <path=value>\s+any configuration key, for example http\.port=0 \(repeatable\)/)
  } finally {
    await rm(folder, { recursive: true })
  }
})
