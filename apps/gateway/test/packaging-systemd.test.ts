import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createProgram } from '../src/cli.ts'
import { runProgram } from './support/peers/http/run-script.ts'
import { findProgram, reasonUnless } from './support/peers/installed.ts'

// The unit file as systemd itself judges it.

const FOLDER = fileURLToPath(new URL('../packaging/systemd', import.meta.url))
const withoutAnalyze = reasonUnless(findProgram('systemd-analyze') !== undefined, 'systemd-analyze', 'systemd')
const withoutSysusers = reasonUnless(findProgram('systemd-sysusers') !== undefined, 'systemd-sysusers', 'systemd')

/** In tenths; what is left are the network, which the gateway is for, and what Node needs. */
const MOST_EXPOSED = 18

let folder: string
let unit: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heliograph-unit-'))
  unit = join(folder, 'heliograph.service')
  const text = await readFile(join(FOLDER, 'heliograph.service'), 'utf8')
  // The gateway is not installed here, and programs have to exist.
  await writeFile(unit, text.replace(/^(Exec\w+=)heliograph /gm, '$1/bin/true '))
})
after(() => rm(folder, { recursive: true }))

test('systemd reads it without a complaint', { skip: withoutAnalyze }, async () => {
  const { code, stdout, stderr } = await runProgram('systemd-analyze', [
    'verify',
    '--man=no',
    '--recursive-errors=no',
    unit,
  ])
  assert.deepEqual([code, stdout, stderr], [0, '', ''])
})

test('systemd rates it as little exposed', { skip: withoutAnalyze }, async (t) => {
  const args = ['security', '--no-pager', '--offline=true', `--threshold=${MOST_EXPOSED}`, unit]
  const { code, stdout, stderr } = await runProgram('systemd-analyze', args)
  t.diagnostic(stdout.trimEnd().split('\n').at(-1) ?? '')
  assert.equal(code, 0, stdout + stderr)
})

test('its commands are there, with their options', async () => {
  const program = createProgram({ out() {}, err() {} }, false)
  const text = await readFile(join(FOLDER, 'heliograph.service'), 'utf8')
  const commands = [...text.matchAll(/^Exec\w+=heliograph (\w+)(.*)$/gm)]
  assert.equal(commands.length, 2)
  for (const [, name, options = ''] of commands) {
    const command = program.commands.find((each) => each.name() === name)
    const known = command?.options.map(({ long }) => long)
    for (const option of options.split(' ').filter((word) => word !== '')) assert.ok(known?.includes(option), option)
  }
})

test('its user is made by systemd-sysusers', { skip: withoutSysusers }, async () => {
  await mkdir(join(folder, 'etc'))
  const { code, stderr } = await runProgram('systemd-sysusers', [`--root=${folder}`, '-'], {
    input: await readFile(join(FOLDER, 'sysusers.conf'), 'utf8'),
  })
  assert.equal(code, 0, stderr)
  const users = await readFile(join(folder, 'etc/passwd'), 'utf8')
  assert.match(users, /^heliograph:x:\d+:\d+:Heliograph SMS gateway:\/var\/lib\/heliograph:\/usr\/sbin\/nologin$/m)
})
