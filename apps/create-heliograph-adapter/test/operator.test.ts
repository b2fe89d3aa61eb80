import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { after, before, describe, type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { CREATED, openWorkplace, ownEnvironment, run, type Workplace } from './support/workplace.ts'

// The path of an author to the end: packages that were created and installed with npm from a registry run in an
// installed gateway, for an operator as for the author.

const ROOT = new URL('../../../', import.meta.url)

const OF_THE_GATEWAY = [
  'core/postgres-driver',
  'core/postgres',
  'core/runtime',
  'core/engine',
  'apps/docs',
  'apps/portal',
  ...['adapters', 'plugins'].flatMap((group) => readdirSync(new URL(group, ROOT)).map((name) => `${group}/${name}`)),
  'apps/gateway',
]

const CONFIGURATION = `
http: { host: 127.0.0.1, port: 0 }
admin: { port: 0 }
defaults: { country: ZA, currency: ZAR }
instances:
  acme: { use: heliograph-adapter-acme }
  count: { use: heliograph-plugin-acme-count, config: { token: token-of-callers } }
  network: { use: heliograph-carrier-acme-sms, config: { url: 'http://127.0.0.1:9/send', key: secret, token: token-of-network } }
`

describe('an operator with npm alone', () => {
  let workplace: Workplace

  before(async () => {
    workplace = await openWorkplace(OF_THE_GATEWAY, ['@heliograph/gateway'])
    for (const { name } of CREATED) await run(join(workplace.folder, name), 'npm', 'run', 'build')
  })

  after(() => workplace?.remove())

  test('runs packages that were made for the gateway', async (context) => {
    const { folder } = workplace
    await writeFile(join(folder, 'gateway.yaml'), CONFIGURATION)
    const start = await openData(context)
    const heliograph = join(folder, 'node_modules/.bin/heliograph')
    const gateway = await start(folder, heliograph, ['start', '--config', 'gateway.yaml'])
    assert.equal(await ask(gateway, 'POST', '/acme/send'), '401 ERROR The API key is missing or wrong\n')
    assert.match(await ask(gateway, 'GET', '/acme-count/count'), /^401 /)
    assert.equal(await ask(gateway, 'POST', '/acme-sms/receipts'), '401 {"error":"The token is missing or wrong"}')
    assert.deepEqual(await gateway.stop(), [0, null])
  })

  test('sends by an adapter over a carrier, both of its author, pushes the receipt and counts it once over a kill', async (context) => {
    const gateway = { url: '' }
    const network = await openNetwork(context, (id) =>
      fetch(`${gateway.url}/acme-sms/receipts`, {
        method: 'POST',
        headers: { 'x-token': 'secret-token' },
        body: JSON.stringify({ id, state: 'delivered' }),
      }),
    )
    const client = await openClient(context)
    const plugin = `{ use: ${join(workplace.folder, 'acme-count')}, config: { token: token-of-callers } }`
    const sets = [
      `instances.simulator.config.url=${network.url}`,
      `instances.acme.use=${join(workplace.folder, 'acme')}`,
      `instances.acme-count=${plugin}`,
    ]
    const args = ['start', '--', ...FREE_PORTS, ...sets.flatMap((each) => ['--set', each])]
    const startWith = await openData(context)
    const start = async () => {
      const started = await startWith(join(workplace.folder, 'acme-sms'), 'npm', args)
      gateway.url = started.http
      return started
    }

    const first = await start()
    const send = async (to: string) => {
      const body = new URLSearchParams({ to, text: 'Hello', callback: client.url })
      const headers = { 'x-api-key': first.demo.apiKey }
      return (await fetch(`${gateway.url}/acme/send`, { method: 'POST', headers, body })).text()
    }
    assert.match(await send('0821234567'), /^\d+:27821234567:PENDING\n$/)
    assert.match(await client.reported('27821234567'), /^id=\d+&to=27821234567&state=delivered$/)
    assert.deepEqual(network.taken, [{ from: '27820001234', to: '27821234567', text: 'Hello' }])
    // Whether or not the plugin has counted the message by now.
    await first.kill()

    const second = await start()
    await counted(second.http, 1)
    assert.match(await send('0837654321'), /^\d+:27837654321:PENDING\n$/)
    assert.match(await client.reported('27837654321'), /state=delivered$/)
    await counted(second.http, 2)
    await second.stop()
  })

  // Comes last: it leaves the packages changed.
  test('npm run dev runs what its author saves, without a restart', async (context) => {
    const startWith = await openData(context)
    const dev = (name: string) => startWith(join(workplace.folder, name), 'npm', ['run', 'dev', '--', ...FREE_PORTS])
    const save = async (file: string, changes: Readonly<Record<string, string>>, isSeen: () => Promise<boolean>) => {
      const path = join(workplace.folder, file)
      const before = await readFile(path, 'utf8')
      for (const from of Object.keys(changes)) assert.ok(before.includes(from), `${file} has no ${from}`)
      const change = (code: string, [from, to]: readonly [string, string]) => code.replace(from, () => to)
      const savedAt = performance.now()
      await writeFile(path, Object.entries(changes).reduce(change, before))
      const isLate = () => performance.now() - savedAt > 60_000
      await until(async () => (await isSeen()) || isLate())
      assert.ok(!isLate(), `${file}: what was saved is not seen`)
      context.diagnostic(`${file}: seen ${Math.round(performance.now() - savedAt)} ms after it was saved`)
    }

    const plugin = await dev('acme-count')
    const count = (path: string) => ask(plugin, 'GET', `/acme-count/${path}`)
    assert.match(await count('count'), /^401 /)
    await save('acme-count/src/routes.ts', { '/count`': '/total`' }, async () => /^401 /.test(await count('total')))
    assert.match(await count('count'), /^404 /)
    // It gets a say in what is sent, and then says something else.
    const headers = { 'x-api-key': plugin.demo.apiKey }
    const send = () => ask(plugin, 'GET', '/api/http/main.ashx?to=27821234567&msg=Hello', headers)
    assert.match(await send(), /^200 success\|/)
    const code = 'acme-count/src/plugin.ts'
    await save(code, HAVING_A_SAY, async () => /Not today/.test(await send()))
    await save(code, { 'Not today': 'Not tomorrow' }, async () => /Not tomorrow/.test(await send()))
    assert.deepEqual(await plugin.stop(), [0, null])

    const adapter = await dev('acme')
    const refused = () => ask(adapter, 'POST', '/acme/send')
    assert.equal(await refused(), '401 ERROR The API key is missing or wrong\n')
    // What does not compile is told with its place, and the code before goes on.
    await save('acme/src/errors.ts', { '`ERROR ': 'true * `ERROR ' }, async () =>
      /does not compile.*src\/errors\.ts\(\d+,\d+\)/s.test(adapter.log()),
    )
    assert.equal(await refused(), '401 ERROR The API key is missing or wrong\n')
    const isFault = async () => (await refused()) === '401 FAULT The API key is missing or wrong\n'
    await save('acme/src/errors.ts', { 'true * `ERROR ': '`FAULT ' }, isFault)
    assert.deepEqual(await adapter.stop(), [0, null])

    const carrier = await dev('acme-sms')
    const report = () => ask(carrier, 'POST', '/acme-sms/receipts')
    assert.equal(await report(), '401 {"error":"The token is missing or wrong"}')
    const isOther = async () => (await report()) === '401 {"fault":"The token is missing or wrong"}'
    await save('acme-sms/src/errors.ts', { '{ error:': '{ fault:' }, isOther)
    assert.deepEqual(await carrier.stop(), [0, null])
  })
})

/** Status and text of the answer to a request. */
async function ask({ http }: Started, method: string, path: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`${http}${path}`, { method, headers })
  return `${response.status} ${await response.text()}`
}

/** Resolves when it is true. */
async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await delay(20)
}

/** Resolves when the plugin has counted so many messages. */
async function counted(http: string, expected: number): Promise<void> {
  for (;;) {
    const response = await fetch(`${http}/acme-count/count`, { headers: { 'x-token': 'token-of-callers' } })
    const { delivered } = (await response.json()) as { delivered: number }
    assert.ok(delivered <= expected, `${delivered} were counted`)
    if (delivered === expected) return
    await delay(50)
  }
}

const FREE_PORTS = ['http', 'admin', 'instances.smpp.config', 'instances.email.config'].flatMap((path) => [
  '--set',
  `${path}.port=0`,
])

/** What a created plugin needs for having a say in what is sent. */
const HAVING_A_SAY = {
  'pages: true }': 'pages: true, hooks: true }',
  '      formatError,\n': `
      formatError,
      hooks: {
        onFault: 'refuse',
        beforeAccepting: (requests) => requests.map(() => ({ refuse: { category: 'conflict', text: 'Not today' } })),
      },
`,
}

interface Started {
  readonly http: string
  readonly demo: { readonly apiKey: string }
  readonly pid: number
}

/** Makes a folder for the data of a gateway, and resolves with a function that starts one with it. */
async function openData(context: TestContext) {
  const data = await mkdtemp(join(tmpdir(), 'heliograph-data-'))
  const gateways: RunningGateway[] = []
  context.after(async () => {
    for (const { stop } of gateways) await stop()
    await rm(data, { recursive: true, force: true })
  })
  return async (cwd: string, program: string, args: readonly string[]) => {
    const gateway = await startGateway(cwd, program, [...args, '--data-dir', data, '--json'])
    gateways.push(gateway)
    return gateway
  }
}

/** `stop` resolves with how the program ended, as `kill` does, which gives the gateway no time. */
interface RunningGateway extends Started {
  /** Its standard error so far. */
  log(): string
  stop(): Promise<unknown>
  kill(): Promise<unknown>
}

async function startGateway(cwd: string, program: string, args: readonly string[]): Promise<RunningGateway> {
  const child = spawn(program, args, { cwd, env: ownEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  child.stderr.on('data', (chunk) => {
    log += chunk
    process.stderr.write(chunk)
  })
  const exit = once(child, 'exit')
  const gateway = await Promise.race([
    firstObject(child.stdout),
    exit.then(([code]) => assert.fail(`it ended with ${code}`)),
  ])
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    // npm would end before the gateway that it started.
    if (child.exitCode === null) process.kill(gateway.pid, signal)
    return exit
  }
  return { ...gateway, log: () => log, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

/** What the gateway prints once it listens; npm prints lines before. */
async function firstObject(output: Readable): Promise<Started> {
  for await (const line of createInterface({ input: output })) if (line.startsWith('{')) return JSON.parse(line)
  return assert.fail('it ended before it listened')
}

/**
 * A network on this machine that takes every message and then reports on it, by its id, until that is acknowledged;
 * `taken` are the messages so far.
 */
async function openNetwork(context: TestContext, report: (id: string) => Promise<{ readonly status: number }>) {
  const taken: unknown[] = []
  const url = await openServer(context, async (body, response) => {
    const id = `n-${taken.push(JSON.parse(body))}`
    response.end(JSON.stringify({ id }))
    for (let tries = 0; tries < 200; tries += 1) {
      if ((await report(id).catch(() => undefined))?.status === 204) return
      await delay(50)
    }
  })
  return { url: `${url}/send`, taken }
}

/** The web server of a client; `told` resolves with what it is told of a recipient. */
async function openClient(context: TestContext) {
  const receipts: string[] = []
  const url = await openServer(context, (body, response) => {
    receipts.push(body)
    response.end()
  })
  return {
    url: `${url}/receipts`,
    async reported(to: string): Promise<string> {
      const receipt = () => receipts.find((each) => each.includes(`to=${to}`))
      await until(() => receipt() !== undefined)
      return receipt() ?? ''
    },
  }
}

async function openServer(context: TestContext, take: (body: string, response: ServerResponse) => unknown) {
  const server = createServer(async (request, response) => {
    await take(Buffer.concat(await request.toArray()).toString(), response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  context.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
