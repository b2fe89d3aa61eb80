import assert from 'node:assert/strict'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { HostHealth } from '@heliograph/runtime'
import { makeUsedDataDir, runHeliograph, startGateway, type TestDataDir, until } from './support/gateway-process.ts'

const LAUNCHER = fileURLToPath(new URL('../bin/heliograph.mjs', import.meta.url))
const FAULTY = fileURLToPath(new URL('./support/faulty/index.mjs', import.meta.url))

let folder: TestDataDir
const INSTANCES = ['bad', 'other', 'third', 'good']
let config: readonly string[]
before(async () => {
  folder = await makeUsedDataDir()
  const file = join(folder.path, 'gateway.yaml')
  const instances = INSTANCES.map((id) => `${id}: { use: '${FAULTY}' }`)
  await writeFile(file, `http: { host: 127.0.0.1 }\ninstances: { ${instances.join(', ')} }\n`)
  config = ['--config', file]
})
after(() => folder.remove())

interface Row {
  readonly how: string
  readonly instance: string
  readonly message: RegExp
  /** Whether the stack leads to the package. */
  readonly hasPlace: boolean
}

const FAULTS: readonly Row[] = [
  { how: 'timer', instance: 'bad', message: /^this is broken$/, hasPlace: true },
  { how: 'rejection', instance: 'bad', message: /^this is broken$/, hasPlace: true },
  { how: 'event', instance: 'other', message: /^not heard$/, hasPlace: true },
  { how: 'text', instance: 'other', message: /^only a text$/, hasPlace: false },
  { how: 'socket', instance: 'third', message: /^connect ECONNREFUSED/, hasPlace: false },
]

const linesOf = (stderr: string) =>
  stderr.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
const othersOf = (stderr: string) =>
  stderr
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('{'))

test('what nothing catches ends its request, three of it an instance, never the gateway; nor do warnings', async () => {
  const gateway = await startGateway({ dataDir: folder.path, args: config })
  const get = async (path: string) => {
    const response = await fetch(`${gateway.http}${path}`)
    return `${response.status} ${await response.text()}`
  }
  for (const { how, instance } of FAULTS) {
    assert.equal(await get(`/${instance}/${how}`), '500 faulty: request-fault', how)
  }
  const response = await gateway.askAdmin('/instances/third/break/again', { method: 'POST' })
  assert.equal(response.status, 202)
  const health = await until(
    async () => (await (await gateway.askAdmin('/readyz')).json()) as HostHealth,
    ({ instances }) => instances.third?.status === 'down',
  )
  assert.match(health.instances.third?.reason ?? '', /^taken out of service after 3 errors .* this is broken/)
  assert.equal(await get('/third/text'), '503 faulty: out-of-service')
  assert.equal((await gateway.askAdmin('/instances/third/break/again', { method: 'POST' })).status, 503)
  assert.deepEqual([health.status, health.instances.good?.status], ['degraded', 'ok'])
  await gateway.askAdmin('/instances/bad/break/warning', { method: 'POST' })
  const { code, stderr } = await gateway.stop()
  assert.deepEqual([code, othersOf(stderr)], [0, ['Stopping. (Again to stop at once.)']], stderr)
  checkWarning(stderr)
  const log = linesOf(stderr).filter(({ msg }) => /uncaught error/.test(msg))
  for (const [index, { how, instance, message, hasPlace }] of FAULTS.entries()) {
    const line = log[index]
    assert.deepEqual([line.level, line.instance], ['error', instance], how)
    assert.match(line.err.message ?? line.err, message)
    assert.match(line.requestId, /./, how)
    if (hasPlace) assert.match(line.err.stack, /faulty\/index\.mjs:\d+/)
  }
  assert.ok(log.length < 30, `${log.length} lines`)
})

/** A warning of Node's is in the log with the instances of its package, and its stack. */
function checkWarning(stderr: string): void {
  const line = linesOf(stderr).find(({ err }) => err?.code === 'WEAR')
  assert.deepEqual([line?.level, line?.instances, line?.msg], ['warn', INSTANCES, 'WearWarning: this wears out'])
  assert.match(line.err.stack, /faulty\/index\.mjs:\d+/)
}

test('a fault that leads to no instance is logged, and the gateway drains and ends', async () => {
  const breaking = `process.on('SIGUSR2', () => { throw new Error('this is broken') })`
  const NODE_OPTIONS = `--import "data:text/javascript,${encodeURIComponent(breaking)}"`
  const gateway = await startGateway({ dataDir: folder.path, args: config, env: { NODE_OPTIONS } })
  const { code, signal, stderr } = await gateway.stop('SIGUSR2')
  assert.deepEqual([code, signal], [1, null], stderr)
  const [line] = linesOf(stderr).filter(({ msg }) => /uncaught error/.test(msg))
  assert.deepEqual([line.level, line.instance, line.err.message], ['error', undefined, 'this is broken'])
  // Besides the log, only a line that it stops and a line with the reason: no stack trace printed by Node.
  assert.match(othersOf(stderr).join('\n'), /^Stopping\..*\nerror: Stopped because of an error that nothing caught.*$/)
  await assert.rejects(stat(join(folder.path, 'postgres', 'data', 'postmaster.pid')), { code: 'ENOENT' })
})

test('while it starts, with --json: one object that names the instance and has the stack', async () => {
  const set = ['http.port=0', 'admin.port=0', 'instances.bad.config.whileStarting=true']
  const { code, stdout, stderr } = await runHeliograph([
    'start',
    '--data-dir',
    folder.path,
    '--json',
    ...config,
    ...set.flatMap((override) => ['--set', override]),
  ])
  assert.deepEqual([code, stdout], [1, ''], stderr)
  const { error } = JSON.parse(stderr)
  assert.equal(error.code, 'fault')
  assert.match(error.message, /instance 'bad'.*this is broken/)
  assert.match(error.details.stack, /faulty\/index\.mjs:\d+/)
})

test('in a short command it is one line and exit code 1', async () => {
  const breaking = `globalThis.fetch = () => new Promise(() => setTimeout(() => { throw new Error('too late') }, 1))`
  const program = ['--import', `data:text/javascript,${breaking}`, LAUNCHER]
  const { code, stdout, stderr } = await runHeliograph(['links', '--admin', 'http://127.0.0.1:1', '--json'], {
    program,
  })
  assert.deepEqual([code, stdout], [1, ''], stderr)
  assert.match(stderr, /^\{"error":\{"code":"internal","message":"Error: too late.*\}\}\n$/)
})
