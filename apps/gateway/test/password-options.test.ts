import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { PasswordOptions } from '../src/password-options.ts'
import { readPassword } from '../src/read-password.ts'
import { runHere } from './support/cli-here.ts'

const COMMON = { set: [], json: false }
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heliograph-password-'))
  await writeFile(join(folder, 'one'), 'correct horse\r\n')
  await writeFile(join(folder, 'two'), 'correct horse\nbattery\n')
  await writeFile(join(folder, 'marked'), '\ufeffcorrect horse\n')
  await writeFile(join(folder, 'latin1'), Buffer.from('pässwort\n', 'latin1'))
})
after(() => rm(folder, { recursive: true }))

const piped = {
  isTyped: false,
  readAll: async () => Buffer.from('piped in\n'),
  askHidden: async () => assert.fail('no person'),
}
const typed = { isTyped: true, readAll: async () => assert.fail('not at once'), askHidden: async () => ' typed in ' }

interface Case {
  readonly name: string
  readonly options: () => PasswordOptions
  readonly input?: typeof piped | typeof typed
  readonly password: string
  readonly warning?: RegExp
}

const CASES: readonly Case[] = [
  { name: 'a file', options: () => ({ passwordFile: join(folder, 'one') }), input: typed, password: 'correct horse' },
  {
    name: 'a file with a byte order mark',
    options: () => ({ passwordFile: join(folder, 'marked') }),
    password: 'correct horse',
  },
  { name: 'standard input', options: () => ({ passwordFile: '-' }), input: piped, password: 'piped in' },
  { name: 'a terminal', options: () => ({ passwordFile: '-' }), input: typed, password: ' typed in ' },
  { name: 'a terminal, without an option', options: () => ({}), input: typed, password: ' typed in ' },
  {
    name: 'the command line, with a warning',
    options: () => ({ password: 'correct horse' }),
    password: 'correct horse',
    warning: /^warning: --password shows in the process list/,
  },
]

describe('a password comes from', () => {
  for (const { name, options, input, password, warning = /^$/ } of CASES)
    test(name, async () => {
      const reported: string[] = []
      const terminal = { out: () => assert.fail('no answer'), err: (text: string) => void reported.push(text) }
      const given = await readPassword({ ...terminal, ...(input && { input }) }, { ...COMMON, ...options() })
      assert.equal(given, password)
      assert.match(reported.join(''), warning)
    })
})

describe('without a password', () => {
  const add = ['user', 'add', '--client', '1', '--email', 'a@b.example', '--data-dir', '/nowhere/heliograph', '--json']
  const REFUSED: readonly [string, () => readonly string[], typeof piped | undefined, string, RegExp][] = [
    ['no option and no terminal', () => [], piped, 'usage', /--password-file <file>/],
    ['no standard input', () => ['--password-file', '-'], undefined, 'usage', /--password-file <file>/],
    [
      'a file of two lines',
      () => ['--password-file', join(folder, 'two')],
      piped,
      'bad-password-file',
      /several lines/,
    ],
    [
      'a file in Latin-1',
      () => ['--password-file', join(folder, 'latin1')],
      piped,
      'bad-password-file',
      /not UTF-8 text\. Save it as UTF-8/,
    ],
    ['a file that is not there', () => ['--password-file', join(folder, 'no')], piped, 'file', /ENOENT.*no'/],
    ['two passwords', () => ['--password-file', '-', '--password', 'x'], piped, 'usage', /cannot be used with/],
  ]
  for (const [name, options, input, code, message] of REFUSED)
    test(`${name}: nothing is done`, async () => {
      const finished = await runHere([...add, ...options()], input)
      const { error } = JSON.parse(finished.stderr)
      assert.deepEqual([finished.code, error.code], [1, code])
      assert.match(error.message, message)
    })
})
