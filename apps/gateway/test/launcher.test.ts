import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeUsedDataDir, runHeliograph, startGateway, type TestDataDir } from './support/gateway-process.ts'

// The launcher and the code that it compiles, as operators run them.

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

test('the process that was started is the gateway: it gets the signals, and its id is the one reported', async () => {
  const stopped = await (await startGateway({ dataDir: folder.path })).stop()
  assert.deepEqual([stopped.code, stopped.signal], [0, null], stopped.stderr)
  const gateway = await startGateway({ dataDir: folder.path })
  await gateway.kill()
  const killed = await gateway.ended
  assert.deepEqual([killed.code, killed.signal], [null, 'SIGKILL'])
})
