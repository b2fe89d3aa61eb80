import assert from 'node:assert/strict'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { makeUsedDataDir, runHeliograph, startGateway, type TestDataDir } from './support/gateway-process.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const FAULTY = fileURLToPath(new URL('./support/faulty/index.mjs', import.meta.url))

let folder: TestDataDir
let config: readonly string[]
before(async () => {
  folder = await makeUsedDataDir()
  const file = join(folder.path, 'gateway.yaml')
  await writeFile(file, `http: { host: 127.0.0.1 }\ninstances: { bad: { use: '${FAULTY}' } }\n`)
  config = ['--config', file]
})
after(() => folder.remove())

interface Row {
  readonly how: string
  readonly message: RegExp
  /** Undefined when the stack leads to no package. */
  readonly instance: string | undefined
}

const FAULTS: readonly Row[] = [
  { how: 'timer', message: /^this is broken$/, instance: 'bad' },
  { how: 'rejection', message: /^this is broken$/, instance: 'bad' },
  { how: 'event', message: /^not heard$/, instance: 'bad' },
  { how: 'text', message: /^only a text$/, instance: undefined },
  { how: 'again', message: /^this is broken$/, instance: 'bad' },
]

for (const { how, message, instance } of FAULTS) {
  test(`what nothing catches (${how}) is logged with its instance, and the gateway drains and ends`, async () => {
    const gateway = await startGateway({ dataDir: folder.path, args: config })
    const response = await gateway.askAdmin(`/instances/bad/break/${how}`, { method: 'POST' })
    assert.equal(response.status, 202)
    const { code, signal, stderr } = await gateway.ended
    assert.deepEqual([code, signal], [1, null], stderr)
    const lines = stderr.trim().split('\n')
    const log = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
    const [line, ...more] = log.filter(({ msg }) => /nothing caught/.test(msg))
    assert.equal(line.level, 'error')
    assert.equal(line.instance, instance)
    assert.match(line.err.message ?? line.err, message)
    if (instance !== undefined) assert.match(line.err.stack, /faulty\/index\.mjs:\d+/)
    assert.ok(more.length < 30, `${more.length} more lines`)
    // Besides the log, only a line that it stops and a line with the reason: no stack trace printed by Node.
    const others = lines.filter((line) => !line.startsWith('{'))
    assert.match(others.join('\n'), /^Stopping\..*\nerror: Stopped because of an error that nothing caught.*$/)
    await assert.rejects(stat(join(folder.path, 'postgres', 'data', 'postmaster.pid')), { code: 'ENOENT' })
  })
}

test('what is only warned of goes to the log with its instance and stack, and nothing stops', async () => {
  const gateway = await startGateway({ dataDir: folder.path, args: config })
  await gateway.askAdmin('/instances/bad/break/warning', { method: 'POST' })
  const { code, stderr } = await gateway.stop()
  const lines = stderr.trim().split('\n')
  assert.deepEqual([code, lines.filter((line) => !line.startsWith('{'))], [0, ['Stopping. (Again to stop at once.)']])
  const line = lines
    .flatMap((text) => (text.startsWith('{') ? [JSON.parse(text)] : []))
    .find(({ err }) => err?.code === 'WEAR')
  assert.deepEqual([line?.level, line?.instance, line?.msg], ['warn', 'bad', 'WearWarning: this wears out'])
  assert.match(line.err.stack, /faulty\/index\.mjs:\d+/)
})

test('while it starts, with --json: one object that names the instance and has the stack', async () => {
  const set = ['http.port=0', 'admin.port=0', 'instances.bad.config.whileStarting=true']
  const { code, stdout, stderr } = await runHeliograph([
    'start',
    ...['--data-dir', folder.path, '--json', ...config],
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
  const program = [
    ...process.execArgv.filter((arg) => !arg.startsWith('--test')),
    '--import',
    `data:text/javascript,${breaking}`,
    MAIN,
  ]
  const { code, stdout, stderr } = await runHeliograph(['links', '--admin', 'http://127.0.0.1:1', '--json'], {
    program,
  })
  assert.deepEqual([code, stdout], [1, ''], stderr)
  assert.match(stderr, /^\{"error":\{"code":"internal","message":"Error: too late.*\}\}\n$/)
})
