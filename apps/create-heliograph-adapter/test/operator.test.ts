import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { after, before, describe, type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { CREATED, openWorkplace, ownEnvironment, run, type Workplace } from './support/workplace.ts'

// The steps of an operator with a third-party adapter and carrier: install all from tarballs, name them in a
// configuration, start.

const ROOT = new URL('../../../', import.meta.url)

const OF_THE_GATEWAY = [
  'core/postgres-driver',
  'core/postgres',
  'core/runtime',
  'core/engine',
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
  network: { use: heliograph-carrier-acme-sms, config: { url: 'http://127.0.0.1:9/send', key: secret } }
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
    const heliograph = join(folder, 'node_modules/.bin/heliograph')
    const start = await openData(context)
    const { http, stop } = await start(folder, heliograph, ['start', '--config', 'gateway.yaml'])
    const response = await fetch(`${http}/acme/send`, {
      method: 'POST',
      body: new URLSearchParams({ to: '1', text: 'Hello' }),
    })
    assert.deepEqual([response.status, await response.text()], [401, 'ERROR The API key is missing or wrong\n'])
    assert.deepEqual(await stop(), [0, null])
  })

  test('carries a message to a network on this machine by npm start, and counts it once over a kill', async (context) => {
    const network = await openNetwork()
    context.after(network.close)
    const plugin = `{ use: ${join(workplace.folder, 'acme-count')}, config: { token: token-of-callers } }`
    const sets = [`instances.simulator.config.url=${network.url}`, `instances.acme-count=${plugin}`]
    const args = ['start', '--', ...FREE_PORTS, ...sets.flatMap((each) => ['--set', each])]
    const startWith = await openData(context)
    const start = () => startWith(join(workplace.folder, 'acme-sms'), 'npm', args)

    const first = await start()
    const send = (http: string) =>
      fetch(`${http}/api/http/main.ashx?to=27821234567&msg=Hello`, { headers: { 'x-api-key': first.demo.apiKey } })
    assert.match(await (await send(first.http)).text(), /^success\|/)
    assert.deepEqual(JSON.parse(await network.taken), { from: '27820001234', to: '27821234567', text: 'Hello' })
    await counted(first.http, 1)
    await first.kill()

    const second = await start()
    assert.match(await (await send(second.http)).text(), /^success\|/)
    await counted(second.http, 2)
    await second.stop()
  })
})

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
  stop(): Promise<unknown>
  kill(): Promise<unknown>
}

async function startGateway(cwd: string, program: string, args: readonly string[]): Promise<RunningGateway> {
  const child = spawn(program, args, { cwd, env: ownEnvironment(), stdio: ['ignore', 'pipe', 'inherit'] })
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
  return { ...gateway, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

/** What the gateway prints once it listens; npm prints lines before. */
async function firstObject(output: Readable): Promise<Started> {
  for await (const line of createInterface({ input: output })) if (line.startsWith('{')) return JSON.parse(line)
  return assert.fail('it ended before it listened')
}

/** A network on this machine that takes every message; `taken` resolves with the first. */
async function openNetwork() {
  const server = createServer()
  const taken = new Promise<string>((resolve) => {
    server.on('request', async (request, response) => {
      resolve(Buffer.concat(await request.toArray()).toString())
      response.end('{"id":"n-1"}')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/send`, taken, close: () => void server.close() }
}
