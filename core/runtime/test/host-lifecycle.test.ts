import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineService, type HttpClient, type Plugin } from '@heliograph/contracts'
import { createManualClock } from '@heliograph/testkit'
import { Type } from 'typebox'
import { InstanceError } from '../src/index.ts'
import { createDeferred } from './deferred.ts'
import { createTestHost, fakeAdapter, fakeHttpAdapter, fakePlugin, startTestHost, thrownAt } from './host-fixture.ts'

const Rates = defineService<{ rate(): number }>('rates.table')

/** A plugin package whose instances record what happens to them; `start` decides how starting goes. */
function recorder(events: string[], start: (id: string, signal: AbortSignal) => unknown = () => {}) {
  return fakePlugin({
    create: ({ instanceId }): Plugin => {
      events.push(`create ${instanceId}`)
      return {
        async start(signal) {
          events.push(`start ${instanceId}`)
          await start(instanceId, signal)
        },
        async stop() {
          events.push(`stop ${instanceId}`)
        },
      }
    },
  })
}

const THREE = 'instances: { a: { use: x }, b: { use: x }, c: { use: x } }'

test('each instance may call the networks that are open to it, and no others', async (context) => {
  const clients: Record<string, HttpClient> = {}
  const x = fakePlugin({
    create: ({ instanceId, http }) => {
      clients[instanceId] = http
      return {}
    },
  })
  const yaml = 'instances: { inside: { use: x, allowNetworks: [10.1.0.0/16, 127.0.0.1] }, outside: { use: x } }'
  await startTestHost(context, { yaml, packages: { x } })
  const failure = (id: string) => clients[id]?.request({ method: 'GET', url: 'http://a.example/' }).catch(String)
  assert.equal(await failure('inside'), 'Error: Open: 10.1.0.0/16, 127.0.0.1')
  assert.equal(await failure('outside'), 'Error: Open: none')
})

test('instances are created and started in declared order and stopped in reverse', async (context) => {
  const events: string[] = []
  const { host } = await startTestHost(context, { yaml: THREE, packages: { x: recorder(events) } })
  assert.deepEqual(events.splice(0), ['create a', 'create b', 'create c', 'start a', 'start b', 'start c'])
  await Promise.all([host.stop(), host.stop()])
  await host.stop()
  assert.deepEqual(events, ['stop c', 'stop b', 'stop a'])
})

test('an instance that provides a service comes before those that need it', async (context) => {
  const events: string[] = []
  const needy = fakeAdapter({
    deps: { rates: Rates },
    create: ({ instanceId, services }) => {
      events.push(`create ${instanceId} at rate ${(services.rates as { rate(): number }).rate()}`)
      return { start: async () => void events.push(`start ${instanceId}`) }
    },
  })
  const provider = fakePlugin({
    create: () => {
      events.push('create p')
      return {
        provides: [{ token: Rates, service: { rate: () => 7 } }],
        start: async () => void events.push('start p'),
      }
    },
  })
  const yaml = 'instances: { a: { use: needy }, p: { use: provider }, b: { use: needy } }'
  await startTestHost(context, { yaml, packages: { needy, provider } })
  assert.deepEqual(events, ['create p', 'create a at rate 7', 'create b at rate 7', 'start p', 'start a', 'start b'])
})

test('an instance gets its context, its services by its own names, and its configuration with defaults', async (context) => {
  let seen: unknown
  const module = fakeAdapter({
    configSchema: Type.Object(
      { port: Type.Integer({ default: 25 }), host: Type.String() },
      { additionalProperties: false },
    ),
    deps: { prices: Rates },
    create: (moduleContext, config) => {
      seen = { ...moduleContext, config }
      return {}
    },
  })
  const service = { rate: () => 1 }
  await startTestHost(context, {
    overrides: ['instances.mail.use=x', 'instances.mail.config.host=mx', 'publicUrl=https://sms.example.com/'],
    packages: { x: module },
    services: [{ token: Rates, service }],
  })
  const { instanceId, publicUrl, services, config } = seen as Record<string, unknown>
  assert.equal(instanceId, 'mail')
  assert.equal(publicUrl, 'https://sms.example.com')
  assert.deepEqual(services, { prices: service })
  assert.deepEqual(config, { host: 'mx', port: 25 })
})

test('without a configured address the public one is that of the default listener, with the port it got', async (context) => {
  let publicUrl = () => ''
  const module = fakeAdapter({
    create: (moduleContext) => {
      publicUrl = () => moduleContext.publicUrl
      return {}
    },
  })
  const { host } = await startTestHost(context, { overrides: ['instances.a.use=x'], packages: { x: module } })
  assert.equal(publicUrl(), host.listeners.get('http')?.url)
  assert.match(publicUrl(), /^http:\/\/127\.0\.0\.1:[1-9]\d+$/)
})

test('a failing start stops what has started, itself included, and names the instance', async (context) => {
  const events: string[] = []
  const fail = (id: string) => id === 'b' && Promise.reject(new Error('no carrier there'))
  const { host } = await createTestHost(context, { yaml: THREE, packages: { x: recorder(events, fail) } })
  await host.plan()
  host.create()
  await assert.rejects(
    () => host.start(),
    (error) =>
      error instanceof InstanceError &&
      error.instanceId === 'b' &&
      error.message === "Instance 'b' cannot start: no carrier there",
  )
  assert.deepEqual(events.slice(3), ['start a', 'start b', 'stop b', 'stop a'])
  assert.deepEqual([...host.listeners.keys()], ['admin'])
})

test('an instance that does not start in time is given up at the deadline, its signal aborted', async (context) => {
  const events: string[] = []
  const clock = createManualClock(0)
  const started = createDeferred<AbortSignal>()
  const hang = (_id: string, signal: AbortSignal) => {
    started.resolve(signal)
    return new Promise(() => {})
  }
  const { host } = await createTestHost(context, {
    overrides: ['instances.a.use=x'],
    packages: { x: recorder(events, hang) },
    clock,
  })
  await host.plan()
  host.create()
  const start = assert.rejects(host.start(), { message: "Instance 'a' cannot start: not done within 30 s" })
  const signal = await started.promise
  clock.advance(29_999)
  assert.equal(signal.aborted, false)
  clock.advance(1)
  assert.equal(signal.aborted, true)
  await start
  assert.deepEqual(events, ['create a', 'start a', 'stop a'])
})

test('an instance that does not stop in time, or fails to, does not keep the others', async (context) => {
  const clock = createManualClock(0)
  const events: string[] = []
  const stopping = createDeferred<void>()
  const hanging = fakePlugin({
    create: () => ({
      stop: () => {
        stopping.resolve()
        return new Promise<void>(() => {})
      },
    }),
  })
  const failing = fakePlugin({ create: () => ({ stop: () => Promise.reject(new Error('stuck')) }) })
  const yaml = 'instances: { a: { use: x }, h: { use: hanging }, f: { use: failing } }'
  const packages = { x: recorder(events), hanging, failing }
  const { host, log } = await startTestHost(context, { yaml, packages, clock })
  const stop = host.stop()
  await stopping.promise
  clock.advance(2_000)
  await stop
  assert.deepEqual(events, ['create a', 'start a', 'stop a'])
  const complaints = log.filter(({ level }) => level === 'error')
  assert.deepEqual(
    complaints.map(({ instance, msg, err }) => [instance, msg, (err as { message: string }).message]),
    [
      ['f', 'Instance did not stop cleanly', 'stuck'],
      ['h', 'Instance did not stop cleanly', 'not done within 2 s'],
    ],
  )
})

test('an optional instance that cannot be created or started is logged and down, the others run', async (context) => {
  const events: string[] = []
  const fail = (id: string) => id === 'b' && Promise.reject(new Error('no carrier there'))
  const uncreatable = fakeAdapter({
    create: () => {
      throw thrownAt('/packages/y/index.js:7', 'no way')
    },
  })
  const yaml =
    'instances: { a: { use: x }, b: { use: x, optional: true }, c: { use: y, optional: true }, d: { use: x } }'
  const { host, log } = await startTestHost(context, { yaml, packages: { x: recorder(events, fail), y: uncreatable } })
  const health = await host.health()
  assert.deepEqual(health, {
    status: 'degraded',
    phase: 'running',
    instances: {
      a: { status: 'ok' },
      b: { status: 'down', reason: 'cannot start: no carrier there' },
      c: { status: 'down', reason: 'It cannot be created: no way (/packages/y/index.js:7)' },
      d: { status: 'ok' },
    },
    checks: {},
  })
  assert.deepEqual(
    log.filter(({ level }) => level === 'error').map(({ instance, msg }) => [instance, msg]),
    [
      ['c', 'Instance cannot be created'],
      ['b', 'Instance cannot start'],
    ],
  )
  await host.stop()
  assert.deepEqual(events.slice(-3), ['stop d', 'stop b', 'stop a'])
})

test('the routes of an optional adapter that did not start are unknown', async (context) => {
  const adapter = fakeHttpAdapter('/send')
  const failing = fakeHttpAdapter('/other', {
    create: (moduleContext, config) => ({
      ...fakeHttpAdapter('/other').create(moduleContext, config),
      start: () => Promise.reject(new Error('no')),
    }),
  })
  const yaml = 'instances: { a: { use: x }, b: { use: y, optional: true } }'
  const { host } = await startTestHost(context, { yaml, packages: { x: adapter, y: failing } })
  assert.equal((await host.inject({ url: '/send' })).text, 'a')
  assert.equal((await host.inject({ url: '/other' })).status, 404)
})

test('being told to stop while starting ends the start and stops what has started', async (context) => {
  const events: string[] = []
  const started = createDeferred<void>()
  const hang = (id: string) => {
    if (id !== 'b') return undefined
    started.resolve()
    return new Promise(() => {})
  }
  const { host } = await createTestHost(context, { yaml: THREE, packages: { x: recorder(events, hang) } })
  await host.plan()
  host.create()
  const start = assert.rejects(host.start(), { message: 'The gateway was told to stop while it started.' })
  await started.promise
  await host.stop()
  await start
  assert.deepEqual(events.slice(3), ['start a', 'start b', 'stop b', 'stop a'])
})

test('stopping what was never started does nothing, and it cannot be started after that', async (context) => {
  const events: string[] = []
  const { host } = await createTestHost(context, { yaml: THREE, packages: { x: recorder(events) } })
  await host.plan()
  host.create()
  await host.stop()
  await assert.rejects(host.start(), { message: 'The gateway was told to stop while it started.' })
  assert.deepEqual(events, ['create a', 'create b', 'create c'])
})

/** The roles of a node, the instances it starts, and those of them that its listener serves. */
const ROLES: readonly (readonly [roles: string, started: readonly string[], served: readonly string[]])[] = [
  ['http', ['web', 'hooked', 'any'], ['web', 'hooked']],
  ['sockets', ['socket', 'poller', 'any'], []],
  ['dispatch', ['carrier', 'hooked', 'any'], []],
  ['webhooks, cron', ['any'], []],
  ['http, sockets', ['socket', 'web', 'both', 'poller', 'hooked', 'any'], ['web', 'both', 'hooked']],
  ['http, dispatch', ['web', 'carrier', 'hooked', 'any'], ['web', 'hooked']],
]

for (const [roles, started, served] of ROLES) {
  test(`a node with the roles ${roles} starts ${started.join(', ')}`, async (context) => {
    const routed = (id: string) => ({
      routes: [{ method: 'GET', path: `/${id}`, handler: () => ({ status: 200, body: id }) }],
      formatError: () => ({ status: 499 }),
    })
    const listeners = [{ path: '', host: '127.0.0.1', port: 0 }]
    const carrier = { links: [] }
    const withoutRoutes = { submit: true, http: false, receipts: 'none', incoming: false } as const
    const withRoutes = { ...withoutRoutes, http: true }
    const modules: Readonly<Record<string, unknown>> = {
      socket: fakeAdapter({ capabilities: withoutRoutes, create: () => ({ listeners }) }),
      web: fakeHttpAdapter('/web'),
      both: fakeAdapter({ capabilities: withRoutes, create: () => ({ ...routed('both'), listeners }) } as never),
      poller: fakeAdapter({ capabilities: withoutRoutes }),
      carrier: fakePlugin({ capabilities: { carrier: true }, create: () => ({ carrier }) }),
      hooked: fakePlugin({
        capabilities: { carrier: true, http: true },
        create: () => ({ carrier, ...routed('hooked') }),
      } as never),
      any: fakePlugin(),
    }
    const yaml = `instances: { ${Object.keys(modules)
      .map((id) => `${id}: { use: ${id} }`)
      .join(', ')} }`
    const overrides = [`node.roles=[${roles}]`]
    const { host } = await startTestHost(context, { yaml, packages: modules, overrides })
    assert.deepEqual(Object.keys((await host.health()).instances), started)
    assert.deepEqual([...host.carriers.keys()], ['carrier', 'hooked'])
    assert.deepEqual([...host.listeners.keys()], roles.includes('http') ? ['admin', 'http'] : ['admin'])
    if (!roles.includes('http')) return
    const answers = await Promise.all(Object.keys(modules).map((id) => host.inject({ method: 'GET', url: `/${id}` })))
    assert.deepEqual(
      answers.filter(({ status }) => status === 200).map(({ text }) => text),
      served,
    )
  })
}

test('deprecated keys of an instance are warned of once', async (context) => {
  const module = fakeAdapter({
    configSchema: Type.Object({ fresh: Type.Integer() }, { additionalProperties: false }),
    deprecations: [{ kind: 'renamed', from: 'old', to: 'fresh' }],
  })
  const { log } = await startTestHost(context, {
    overrides: ['instances.a={ use: x, config: { old: 1 } }'],
    packages: { x: module },
  })
  assert.deepEqual(
    log.filter(({ level }) => level === 'warn').map(({ instance, msg }) => [instance, msg]),
    [['a', 'Configuration: instances.a.config.old (--set) is now called instances.a.config.fresh: please rename it']],
  )
})

test('one log line tells what runs and how long it took', async (context) => {
  const { log } = await startTestHost(context, { yaml: THREE, packages: { x: recorder([]) } })
  const tree = log.find(({ msg }) => msg === 'Gateway is running') as Record<string, Record<string, string>>
  assert.match(tree?.instances?.a ?? '', /^plugin fake-plugin 1\.2\.3, started, up in [\d.]+ ms$/)
  assert.match(tree?.listeners?.http ?? '', /^http:\/\/127\.0\.0\.1:\d+ by (uws|node) \(.+\)$/)
})

test('a secret of an instance stays out of the log, wherever it turns up', async (context) => {
  const module = fakeAdapter({
    configSchema: Type.Object({ account: Type.String({ secret: true }) }, { additionalProperties: false }),
    create: ({ logger }, config) => {
      logger.info({ config }, `connecting as ${config.account}`)
      return { start: () => Promise.reject(new Error(`login of ${config.account} refused`)) }
    },
  })
  const { log } = await startTestHost(context, {
    overrides: ['instances.a={ use: x, optional: true, config: { account: { env: ACCOUNT } } }'],
    env: { ACCOUNT: 'opensesame' },
    packages: { x: module },
  })
  assert.ok(log.some(({ msg }) => msg === 'connecting as [redacted]'))
  assert.ok(!JSON.stringify(log).includes('opensesame'))
})
