import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runHeliograph } from './support/gateway-process.ts'

// The launcher and the code that it compiles, as operators run them. That the process it starts is the gateway itself,
// and gets the signals, is tested with the start.

const LAUNCHER = fileURLToPath(new URL('../bin/heliograph.mjs', import.meta.url))

test('compiles in silence and hands over output and exit code', async () => {
  const asked = await runHeliograph(['--version'])
  assert.deepEqual([asked.code, asked.stderr], [0, ''])
  assert.match(asked.stdout, /^\d+\.\d+\.\d+\n$/)
  const refused = await runHeliograph(['nonsense', '--json'])
  assert.deepEqual([refused.code, refused.stdout], [1, ''])
  assert.equal(JSON.parse(refused.stderr).error.code, 'usage')
})

/** The user `nobody`: a folder of root is closed to it. */
const STRANGER = 65534
const asStranger = (command: string, args: readonly string[], cwd: string) =>
  spawnSync(command, [...args], {
    cwd,
    uid: STRANGER,
    gid: STRANGER,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  })
const withoutStranger =
  (process.getuid?.() !== 0 || asStranger('test', ['-r', LAUNCHER], '/').status !== 0) &&
  'takes root, and a checkout that others may read'

test('it works in a folder that its user may not enter', { skip: withoutStranger }, async (t) => {
  const closed = await mkdtemp(join(tmpdir(), 'heliograph-closed-'))
  t.after(() => rm(closed, { recursive: true }))
  const { status, stdout, stderr } = asStranger(process.execPath, [LAUNCHER, 'config', 'demo'], closed)
  assert.deepEqual([status, stderr], [0, ''])
  assert.match(stdout, /^instances:$/m)
})
