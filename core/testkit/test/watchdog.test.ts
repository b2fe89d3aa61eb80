import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const LOOP = fileURLToPath(new URL('./fixtures/endless-loop.ts', import.meta.url))
/** As this process runs: from the sources, or as an author does. */
const FLAGS = process.execArgv.filter((flag) => !flag.startsWith('--test'))

test('a loop that never ends is ended, with its line', async () => {
  const { NODE_TEST_CONTEXT: _runner, ...env } = process.env
  const child = spawn(process.execPath, [...FLAGS, LOOP], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const said = child.stderr.toArray()
  const [, signal] = await once(child, 'exit')
  assert.equal(signal, 'SIGKILL')
  assert.match(Buffer.concat(await said).toString(), /did not turn during 1 s of CPU time.*endless-loop\.ts:8:/s)
})
