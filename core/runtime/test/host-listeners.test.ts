import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { get as httpsGet } from 'node:https'
import { test } from 'node:test'
import type { GatewayError } from '@heliograph/contracts'
import { resolveServerKind } from '@heliograph/http'
import {
  createTestHost,
  echo,
  fakeAdapter,
  fakeHttpAdapter,
  fakePlugin,
  getFrom,
  startTestHost,
} from './host-fixture.ts'

/** The native server has no binary for some versions of Node. */
const SERVERS = (await resolveServerKind('auto')) === 'uws' ? (['uws', 'node'] as const) : (['node'] as const)

for (const server of SERVERS) {
  test(`listeners serve the instances they name, the default one all of them (${server})`, async (context) => {
    const yaml = `
instances: { a: { use: x }, b: { use: y } }
listeners: { old: { port: 0, host: 127.0.0.1, server: ${server}, instances: [b] } }
`
    const packages = { x: fakeHttpAdapter('/a'), y: fakeHttpAdapter('/b') }
    const { host } = await startTestHost(context, { yaml, packages, overrides: [`http.server=${server}`] })
    assert.deepEqual([...host.listeners.keys()], ['admin', 'http', 'old'])
    assert.equal(host.listeners.get('old')?.server, server)
    const answers = await Promise.all(
      ['http', 'old'].flatMap((listener) => ['/a', '/b'].map((path) => getFrom(host, listener, path))),
    )
    assert.deepEqual(
      answers.map(({ status, text }) => (status === 200 ? text : status)),
      ['a', 'b', 404, 'b'],
    )
    assert.equal((await host.inject({ url: '/a' }, 'old')).status, 404)
    await assert.rejects(host.inject({ url: '/a' }, 'new'), { message: "There is no listener 'new'." })
  })
}

test('the default listener can be narrowed, so that two instances may share a path', async (context) => {
  const yaml = `
instances: { a: { use: x }, b: { use: x } }
http: { instances: [a] }
listeners: { other: { port: 0, host: 127.0.0.1, instances: [b] } }
`
  const { host } = await startTestHost(context, { yaml, packages: { x: fakeHttpAdapter('/send') } })
  assert.equal((await getFrom(host, 'http', '/send')).text, 'a')
  assert.equal((await getFrom(host, 'other', '/send')).text, 'b')
})

test('metrics are OpenMetrics text with the requests served and what instances count', async (context) => {
  const module = fakeHttpAdapter('/send/:id', {
    create: (moduleContext, config) => {
      const { metrics } = moduleContext
      metrics.counter('fake_sends_total', 'Sends').add(2)
      return fakeHttpAdapter('/send/:id').create(moduleContext, config)
    },
  })
  const { host } = await startTestHost(context, { overrides: ['instances.a.use=x'], packages: { x: module } })
  await getFrom(host, 'http', '/send/1')
  await getFrom(host, 'http', '/send/2')
  await getFrom(host, 'http', '/send/2', 'POST')
  await getFrom(host, 'http', '/nowhere/27821234567')
  const answer = await getFrom(host, 'admin', '/metrics')
  assert.equal(answer.headers.get('content-type'), 'application/openmetrics-text; version=1.0.0; charset=utf-8')
  const lines = answer.text.split('\n')
  assert.ok(lines.includes('heliograph_fake_sends_total{instance="a"} 2'))
  const count = 'heliograph_http_request_seconds_count'
  const counts = lines.filter((line) => line.startsWith(count)).map((line) => line.slice(count.length))
  assert.deepEqual(
    counts
      .map((line) =>
        line
          .split(/[{},\s]/)
          .filter(Boolean)
          .toSorted()
          .join(' '),
      )
      .toSorted(),
    [
      '1 instance="a" method="POST" route="/send/:id" status="499"',
      '1 instance="none" method="OTHER" route="none" status="404"',
      '2 instance="a" method="GET" route="/send/:id" status="200"',
    ],
  )
  assert.equal(answer.text.slice(-6), '# EOF\n')
})

test('routes of the gateway itself are on the admin port, and nowhere else', async (context) => {
  const { host } = await startTestHost(context, { adminRoutes: [{ method: 'GET', path: '/links', handler: echo }] })
  assert.match((await getFrom(host, 'admin', '/links')).text, /^GET \/links/)
  assert.equal((await getFrom(host, 'admin', '/healthz')).status, 200)
  assert.equal((await getFrom(host, 'http', '/links')).status, 404)
})

test('adapters tell the ports they have open themselves', async (context) => {
  const x = fakeAdapter({
    create: () => {
      let port: number | undefined
      return {
        start: async () => {
          port = 2775
        },
        address: () => (port === undefined ? undefined : { port }),
      }
    },
  })
  const { host } = await createTestHost(context, {
    yaml: 'instances: { a: { use: x }, b: { use: y } }',
    packages: { x, y: fakePlugin() },
  })
  await host.plan()
  host.create()
  assert.deepEqual([...host.adapters.keys()], ['a'])
  assert.equal(host.adapters.get('a')?.address?.(), undefined)
  await host.start()
  assert.deepEqual(host.adapters.get('a')?.address?.(), { port: 2775 })
})

test('routes of plugins are below their instance on the admin port, and nowhere else', async (context) => {
  const plugin = fakePlugin({
    create: () => ({
      adminRoutes: [
        { method: 'POST', path: '/incoming/:number', handler: echo },
        { method: 'GET', path: '/', handler: echo },
      ],
    }),
  })
  const { host } = await startTestHost(context, { overrides: ['instances.sim.use=x'], packages: { x: plugin } })
  assert.equal(
    (await getFrom(host, 'admin', '/instances/sim/incoming/27', 'POST')).text,
    'POST /instances/sim/incoming/27 {"number":"27"}',
  )
  assert.equal((await getFrom(host, 'admin', '/instances/sim')).status, 200)
  assert.equal((await getFrom(host, 'http', '/instances/sim')).status, 404)
  const refused = await getFrom(host, 'admin', '/instances/sim/incoming/27')
  assert.equal(refused.status, 405)
  assert.equal(refused.headers.get('allow'), 'POST')
  assert.equal(JSON.parse(refused.text).error.code, 'method-not-allowed')
})

test('routes of plugins for their network are on the listeners, as those of adapters', async (context) => {
  const capabilities = { carrier: false, http: true }
  const hook = fakePlugin({
    capabilities,
    create: () => ({
      routes: [
        { method: 'POST', path: '/callback', bodyLimit: 4, handler: ({ body }) => ({ status: 200, body }) },
        { method: 'GET', path: '/broken', handler: () => Promise.reject(new Error('no')) },
      ],
      formatError: (error) => ({ status: 460, body: error.code }),
    }),
  })
  const yaml = `
instances: { hook: { use: hook }, web: { use: web } }
http: { instances: [web] }
listeners: { network: { port: 0, host: 127.0.0.1, instances: [hook] } }
`
  const { host } = await startTestHost(context, { yaml, packages: { hook, web: fakeHttpAdapter('/send') } })
  const ask = async (method: string, path: string, body = '', listener = 'network') => {
    const { status, text } = await host.inject({ method, url: path, body: Buffer.from(body) }, listener)
    return [status, text]
  }
  assert.deepEqual(await ask('POST', '/callback', 'ok'), [200, 'ok'])
  assert.deepEqual(await ask('POST', '/callback', 'too much'), [460, 'body-too-large'])
  assert.deepEqual(await ask('GET', '/broken'), [460, 'internal'])
  assert.deepEqual(await ask('GET', '/callback'), [460, 'method-not-allowed'])
  assert.equal((await getFrom(host, 'network', '/callback')).status, 460)
  for (const listener of ['http', 'admin']) assert.equal((await ask('POST', '/callback', 'ok', listener))[0], 404)
})

test('a listener whose port is taken ends the start and names the listener', async (context) => {
  const { host: first } = await startTestHost(context, {})
  const port = first.listeners.get('http')?.port
  const { host } = await createTestHost(context, { overrides: [`http.port=${port}`, 'http.server=node'] })
  await host.plan()
  host.create()
  await assert.rejects(host.start(), /^Error: Listener 'http' cannot open: .*EADDRINUSE/)
})

test('ports that are taken are found before anything is opened, but for those that are shared or not needed', async (context) => {
  const { host: other } = await startTestHost(context, {})
  const port = other.listeners.get('http')?.port as number
  const started: string[] = []
  const listens = fakeAdapter({
    create: () => ({
      listeners: [{ path: '', host: '127.0.0.1', port }],
      start: async () => void started.push('instance'),
    }),
  })
  interface Row {
    readonly set: readonly string[]
    readonly opensAdmin?: boolean
    readonly error?: RegExp
  }
  const rows: readonly Row[] = [
    { set: [`http.port=${port}`], error: /^Error: Listener 'http' cannot open: .*EADDRINUSE/ },
    {
      set: ['instances.w.use=w', 'listeners.more.instances=[w]', `listeners.more.port=${port}`],
      error: /^Error: Listener 'more' cannot open/,
    },
    { set: [`admin.port=${port}`], error: /^Error: Listener 'admin' cannot open/ },
    { set: ['instances.a.use=x'], error: /^InstanceError: Instance 'a' cannot start: .*EADDRINUSE/ },
    { set: ['instances.a.use=x', 'instances.a.optional=true'] },
    {
      set: [`http.port=${port}`, 'instances.a.use=x'],
      error: /^AggregateError: Listener 'http' cannot open: .*EADDRINUSE.*\nInstance 'a' cannot start: .*EADDRINUSE/,
    },
    { set: [`http.port=${port}`, 'node.roles=[dispatch]'] },
    { set: [`http.port=${port}`, 'http.reusePort=true'] },
    { set: [`admin.port=${port}`], opensAdmin: false },
    { set: ['instances.a.use=x'], opensAdmin: false, error: /^InstanceError: Instance 'a' cannot start: .*EADDRINUSE/ },
  ]
  for (const { set, opensAdmin, error } of rows) {
    const { host } = await createTestHost(context, {
      overrides: set,
      opensAdmin,
      packages: { x: listens, w: fakeHttpAdapter('/w') },
    })
    await host.plan()
    host.create()
    if (error === undefined) await host.requirePorts()
    else await assert.rejects(host.requirePorts(), error)
    assert.deepEqual([...host.listeners], [])
  }
  assert.deepEqual(started, [])
})

test('the admin port of another process: requests to it are passed on, and no port is opened for it', async (context) => {
  const { host } = await startTestHost(context, { opensAdmin: false })
  assert.deepEqual([...host.listeners.keys()], ['http'])
  assert.equal((await host.inject({ url: '/readyz' }, 'admin')).status, 200)
})

for (const server of SERVERS) {
  test(`a listener has the limits of its settings (${server})`, async (context) => {
    const handler = () => new Promise<never>(() => {})
    const create = () => ({ routes: [{ method: 'GET', path: '/a', handler }] as const, formatError })
    const formatError = (error: GatewayError) => ({ status: 499, body: error.code })
    const { host } = await startTestHost(context, {
      yaml: `
instances: { a: { use: x } }
http: { server: ${server}, limits: { handlerTimeoutMs: 50 } }
`,
      packages: { x: fakeHttpAdapter('/a', { create }) },
    })
    const answer = await fetch(`${host.listeners.get('http')?.url}/a`)
    assert.deepEqual([answer.status, await answer.text()], [499, 'outcome-unknown'])
  })
}

test('TLS files are looked for beside the configuration file', async (context) => {
  const yaml = 'http: { tls: { certFile: tls/cert.pem, keyFile: tls/key.pem } }'
  const { host } = await createTestHost(context, { yaml })
  await host.plan()
  host.create()
  await assert.rejects(host.start(), /Listener 'http' cannot open: .*\/heliograph-configuration-[^/]+\/tls\/cert\.pem/)
})

for (const server of SERVERS) {
  test(`a listener with a certificate speaks https, and its address says so (${server})`, async (context) => {
    const fixture = (name: string) =>
      readFile(new URL(`../../http/test/fixtures/http-tls/${name}`, import.meta.url), 'utf8')
    const files = { 'cert.pem': await fixture('cert.pem'), 'key.pem': await fixture('key.pem') }
    const yaml = `
instances: { a: { use: x } }
http: { server: ${server}, tls: { certFile: cert.pem, keyFile: key.pem } }
`
    const { host } = await startTestHost(context, { yaml, files, packages: { x: fakeHttpAdapter('/a') } })
    const { url = '', port } = host.listeners.get('http') ?? {}
    assert.equal(url, `https://127.0.0.1:${port}`)
    assert.equal(await getTrusting(`${url}/a`, files['cert.pem']), 'a')
  })
}

/** A GET over TLS that trusts one certificate, whatever name is in it. */
function getTrusting(url: string, ca: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { ca, checkServerIdentity: () => undefined, agent: false }
    const request = httpsGet(url, options, async (response) => {
      resolve(Buffer.concat(await response.toArray()).toString())
    })
    request.on('error', reject)
  })
}
