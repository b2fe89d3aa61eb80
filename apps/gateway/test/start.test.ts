import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { startFakeSmsc } from '@heliograph/testkit'
import { DEMO_PORTS } from './support/demo-ports.ts'
import {
  type GatewayProcess,
  makeDataDir,
  makeUsedDataDir,
  runHeliograph,
  startGateway,
  type TestDataDir,
  until,
} from './support/gateway-process.ts'

const run = promisify(execFile)
const hasCurl = spawnSync('curl', ['--version']).status === 0

/** Interfaces with an example line that sends. */
const INTERFACES = [
  'v2',
  'basic',
  'accounting',
  'desktop',
  'legacy',
  'soap',
  'queue-platform',
  'erp-a',
  'erp-b',
  'jasmin',
  'kannel-sendsms',
  'twilio',
  'infobip',
]

interface Report {
  readonly status: { readonly name: string }
}

const SEND = { messages: [{ destinations: [{ to: '27821234567' }], text: 'Hello from Heliograph' }] }

for (const server of ['uws', 'node']) {
  describe(`the demo on the ${server} server`, () => {
    const args = ['--set', `http.server=${server}`]
    let folder: TestDataDir
    let gateway: GatewayProcess
    let key: string
    let messageId: string
    before(async () => {
      folder = await makeDataDir()
      gateway = await startGateway({ dataDir: folder.path, args })
    })
    after(() => folder.remove())

    test('the banner shows a key once, and lines to paste', async () => {
      const { stdout } = gateway.output
      const { smpp, email } = gateway.instances
      key = shownKey(gateway)
      assert.match(stdout, new RegExp(`^curl -s ${gateway.http}/sms/2/messages .*App ${key}.*$`, 'm'))
      assert.ok(stdout.includes(`${gateway.http}/sms/2/docs`))
      assert.ok(stdout.includes(`${gateway.admin}/metrics`))
      assert.match(stdout, new RegExp(`^  HTTP server +${server} \\(.+\\)$`, 'm'))
      assert.match(
        stdout,
        new RegExp(
          `^  smpp +port ${smpp?.port}\\n  email +port ${email?.port}\\n  Login there +demo@example\\.com`,
          'm',
        ),
      )
    })

    // spec: v2 send | endpoint | POST /sms/2/messages
    // spec: v2 send | status | 200 with a send result
    // spec: v2 delivery reports | endpoint | GET /sms/2/reports
    // spec: What the service does | status | v2 200 is accepted and queued: group PENDING, name PENDING_ACCEPTED
    // spec: Message states | state | v2 send accepted, 200: PENDING / PENDING_ACCEPTED
    test('a message is accepted, then delivered', async () => {
      const sent = await gateway.request('/sms/2/messages', { key, body: SEND })
      assert.equal(sent.status, 200)
      assert.equal(sent.body.messages[0].status.name, 'PENDING_ACCEPTED')
      messageId = sent.body.messages[0].messageId
      await untilDelivered(gateway, key, messageId)
    })

    test('each line to paste does what it says', { skip: hasCurl ? false : 'curl is not installed' }, async () => {
      const lines: readonly string[] = gateway.output.stdout.match(/^curl -s .*$/gm) ?? []
      const shown = INTERFACES.filter((name) => gateway.output.stdout.includes(`\n# ${name}\ncurl -s `))
      assert.deepEqual(shown, INTERFACES)
      for (const line of lines) {
        const { stdout } = await run('sh', ['-c', line])
        assert.match(stdout, /PENDING|DELIVERED|opted in|^0: Accepted for delivery|^Success "|"status":"queued"/, line)
      }
      const finished = await until(
        () => gateway.request('/sms/2/reports?limit=50', { key }),
        ({ body }) => body.results.every((report: Report) => report.status.name === 'DELIVERED'),
      )
      assert.ok(finished.body.results.length >= INTERFACES.length)
    })

    test('documentation, portal, health and metrics answer', async () => {
      for (const url of [
        gateway.http,
        `${gateway.http}/docs/`,
        `${gateway.http}/portal/messages`,
        `${gateway.http}/portal/api/1/openapi.json`,
        `${gateway.http}/sms/2/docs`,
        `${gateway.admin}/healthz`,
        `${gateway.admin}/readyz`,
        `${gateway.admin}/metrics`,
      ]) {
        const response = await fetch(url)
        assert.equal(response.status, 200, url)
        await response.arrayBuffer()
      }
      const { servers } = (await (await fetch(`${gateway.http}/sms/2/openapi.json`)).json()) as { servers: unknown }
      assert.deepEqual(servers, [{ url: gateway.http }], 'the port that was free at the start')
    })

    test('SIGTERM stops it within ten seconds, clients connected or not', async () => {
      const stopped = await gateway.stop()
      assert.deepEqual([stopped.code, stopped.signal], [0, null], stopped.stderr)
      assert.ok(stopped.elapsedMs < 10_000, `${stopped.elapsedMs} ms`)
      await assert.rejects(stat(join(folder.path, 'postgres', 'data', 'postmaster.pid')), { code: 'ENOENT' })
      assert.deepEqual(await readdir(join(folder.path, 'postgres.run', 'tenants')), [])
    })

    // The following tests are the same for both servers.
    if (server === 'node') return

    // spec: Authentication | rule | a key is shown once
    test('the next start has the data, the key still works and is not shown again', async () => {
      gateway = await startGateway({ dataDir: folder.path, args })
      await untilDelivered(gateway, key, messageId)
      assert.ok(!gateway.output.stdout.includes(key))
      assert.match(gateway.output.stdout, /heliograph key add --user 1001/)
    })

    test('after kill -9 the next start adopts the database and goes on', async () => {
      await gateway.kill()
      const killed = await gateway.ended
      assert.deepEqual([killed.code, killed.signal], [null, 'SIGKILL'], 'the process that was started is the gateway')
      gateway = await startGateway({ dataDir: folder.path, args })
      assert.match(gateway.output.stderr, /running embedded Postgres adopted/)
      await untilDelivered(gateway, key, messageId)
      const stopped = await gateway.stop('SIGINT')
      assert.equal(stopped.code, 0, stopped.stderr)
    })
  })
}

test('owed answers and half a request do not keep it from stopping in time; --json prints one object', async () => {
  const folder = await makeUsedDataDir()
  const silence = ['submitDelayMs=600000', 'responseTimeoutMs=600000'].map((key) => `instances.simulator.config.${key}`)
  const args = ['--json', ...silence.flatMap((key) => ['--set', key])]
  const gateway = await startGateway({ dataDir: folder.path, args })
  const client = connect(Number(new URL(gateway.http).port), '127.0.0.1')
  client.on('error', () => undefined)
  try {
    const key = checkPrinted(gateway)
    const sent = await gateway.request('/sms/2/messages', { key, body: SEND })
    assert.equal(sent.status, 200)
    client.write('POST /sms/2/messages HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf')
    await until(
      async () => (await fetch(`${gateway.admin}/instances/simulator/stats`)).json() as Promise<{ messages: number }>,
      (stats) => stats.messages > 0,
    )
    const stopped = await gateway.stop()
    assert.deepEqual([stopped.code, stopped.signal], [0, null], stopped.stderr)
    assert.ok(stopped.elapsedMs < 10_000, `${stopped.elapsedMs} ms`)
    JSON.parse(stopped.stdout)
  } finally {
    client.destroy()
    await folder.remove()
  }
})

/** Checks the object that a start of the demo prints with `--json`, and returns the key in it. */
function checkPrinted(gateway: GatewayProcess): string {
  const { demo, httpServer, portal, ...addresses } = JSON.parse(gateway.output.stdout)
  const { http, admin, instances, pid } = gateway
  assert.deepEqual(addresses, { http, admin, instances, pid })
  assert.deepEqual(Object.keys(instances), ['smpp', 'email'])
  for (const { port } of Object.values(instances)) assert.ok(Number(port) > 0)
  assert.match(httpServer, /^(uws|node) \(.+\)$/)
  assert.match(demo.apiKey, /^[A-Za-z0-9]{40}$/)
  assert.equal(portal.url, `${http}/portal/`)
  assert.match(portal.logInLink, new RegExp(`^${http}/portal/log-in[?]to=%2Fphones#[\\w-]{43}$`))
  return demo.apiKey
}

/** Tries to start the demo where another program listens on some of its ports. */
async function startOnBusyPort(dataDir: string, ...keys: readonly string[]) {
  const busy = createServer().listen(0, '127.0.0.1')
  await once(busy, 'listening')
  try {
    const { port } = busy.address() as AddressInfo
    const free = DEMO_PORTS.map((name) => `${name}=0`)
    const set = [...free, ...keys.map((key) => `${key}=${port}`)].flatMap((override) => ['--set', override])
    return { port, finished: await runHeliograph(['start', '--data-dir', dataDir, ...set, '--json']) }
  } finally {
    busy.close()
  }
}

test('several busy ports are reported at once, with the line for free ones, and nothing is left running', async () => {
  const folder = await makeUsedDataDir()
  try {
    const keys = ['http.port', 'instances.smpp.config.port', 'instances.email.config.port']
    const { port, finished } = await startOnBusyPort(folder.path, ...keys)
    const { message } = JSON.parse(finished.stderr).error
    const lines = ["Listener 'http'", "Instance 'smpp'", "Instance 'email'"].map((name) => `${name} .*port ${port} `)
    assert.match(message, new RegExp(lines.join('.*\\n')))
    const line = `heliograph start${DEMO_PORTS.map((key) => ` --set ${key}=0`).join('')}\n`
    assert.ok(message.includes(line), message)
    await assert.rejects(stat(join(folder.path, 'postgres', 'data', 'postmaster.pid')), { code: 'ENOENT' })
  } finally {
    await folder.remove()
  }
})

test('a busy port is reported with its remedy, nothing is left running, and the next start shows the key', async () => {
  const folder = await makeUsedDataDir()
  try {
    const { port, finished } = await startOnBusyPort(folder.path, 'http.port')
    assert.deepEqual([finished.code, finished.stdout], [1, ''])
    const { error } = JSON.parse(finished.stderr)
    assert.equal(error.code, 'port-in-use')
    assert.match(error.message, new RegExp(`${port}.*--set http\\.port=0`, 's'))
    await assert.rejects(stat(join(folder.path, 'postgres', 'data', 'postmaster.pid')), { code: 'ENOENT' })
    const gateway = await startGateway({ dataDir: folder.path })
    assert.equal((await gateway.request('/sms/2/reports', { key: shownKey(gateway) })).status, 200)
    await gateway.stop()
  } finally {
    await folder.remove()
  }
})

test('a busy port is found before any network sees a bind', async () => {
  const folder = await makeUsedDataDir()
  const smsc = await startFakeSmsc({ password: 'Kd83mQ' })
  const busy = createServer().listen(0, '127.0.0.1')
  await once(busy, 'listening')
  const { port } = busy.address() as AddressInfo
  const config = join(folder.path, 'busy.yaml')
  await writeFile(
    config,
    `
http: { port: 0, host: 127.0.0.1 }
admin: { port: 0 }
instances:
  smpp: { use: '@heliograph/adapter-smpp', config: { host: 127.0.0.1, port: ${port} } }
  smsc:
    use: '@heliograph/carrier-smpp'
    config: { links: { main: { hosts: ['127.0.0.1:${smsc.port}'], systemId: us, password: Kd83mQ } } }
`,
  )
  try {
    const finished = await runHeliograph(['start', '--config', config, '--data-dir', folder.path, '--json'])
    assert.equal(JSON.parse(finished.stderr).error.code, 'port-in-use')
    assert.deepEqual(smsc.binds, [])
  } finally {
    busy.close()
    await smsc.stop()
    await folder.remove()
  }
})

test('routes to links that are not there are reported at the start', async () => {
  const folder = await makeUsedDataDir()
  try {
    const set = [...DEMO_PORTS.map((name) => `${name}=0`), 'routes.default.links=[nowhere]']
    const finished = await runHeliograph([
      'start',
      '--data-dir',
      folder.path,
      '--json',
      ...set.flatMap((override) => ['--set', override]),
    ])
    assert.equal(finished.code, 1)
    const { error } = JSON.parse(finished.stderr)
    assert.equal(error.code, 'bad-routes')
    assert.match(error.details[0], /'nowhere'; links that exist: simulator\/main/)
  } finally {
    await folder.remove()
  }
})

async function untilDelivered(gateway: GatewayProcess, key: string, messageId: string): Promise<void> {
  await until(
    () => gateway.request(`/sms/2/reports?messageId=${messageId}`, { key }),
    ({ body }) => body.results?.[0]?.status.name === 'DELIVERED',
  )
}

/** The key in the banner of a first start. */
function shownKey({ output }: GatewayProcess): string {
  const key = /shown this once: ([A-Za-z0-9]{40})\n/.exec(output.stdout)?.[1]
  assert.ok(key, output.stdout)
  return key
}
