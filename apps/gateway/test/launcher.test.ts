import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { makeUsedDataDir, runHeliograph, startGateway, type TestDataDir } from './support/gateway-process.ts'

// The launcher and the code that it compiles, as operators run them.

const LAUNCHER = fileURLToPath(new URL('../bin/heliograph.mjs', import.meta.url))

let folder: TestDataDir
before(async () => {
  folder = await makeUsedDataDir()
})
after(() => folder.remove())

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

test('the process that was started is the gateway: it gets the signals, and its id is the one reported', async () => {
  const stopped = await (await startGateway({ dataDir: folder.path })).stop()
  assert.deepEqual([stopped.code, stopped.signal], [0, null], stopped.stderr)
  const gateway = await startGateway({ dataDir: folder.path })
  await gateway.kill()
  const killed = await gateway.ended
  assert.deepEqual([killed.code, killed.signal], [null, 'SIGKILL'])
})
