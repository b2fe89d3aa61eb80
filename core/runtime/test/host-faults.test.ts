import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  type CarrierLink,
  type EventFollower,
  EventLog,
  type EventSubscription,
  MessageEvents,
  type ModuleContext,
  type RouteSpec,
} from '@heliograph/contracts'
import { createManualClock } from '@heliograph/testkit'
import {
  createTestHost,
  fakeHttpAdapter,
  fakePlugin,
  type HostWritten,
  startTestHost,
  thrownAt,
} from './host-fixture.ts'

// An error that nothing caught, told to the host from the code that it comes from: `fault` stands for the process's
// listener, which runs in the scope of the error.

const BROKEN = thrownAt('/node_modules/x/index.js:7', 'this is broken')
const OUT =
  /^taken out of service after 3 errors .* within 60 s, the last: this is broken \(\/node_modules\/x\/index.js:7\)\./

interface World {
  /** Whether the host has taken each error so far. */
  readonly taken: boolean[]
  fault: () => void
  stops: number
  startError?: Error
  context?: ModuleContext
}

/** Two instances, `bad` on /bad and `good` on /good: `/bad/wait` has a fault and never answers, `/bad/ok` is well. */
async function startWorld(context: TestContext, written: HostWritten = {}) {
  const world: World = { taken: [], fault: () => {}, stops: 0 }
  const clock = createManualClock()
  const route = (path: string, handler: RouteSpec['handler']): RouteSpec => ({ method: 'GET', path, handler })
  const bad = fakeHttpAdapter('/bad', {
    create(given) {
      world.context = given
      return {
        routes: [
          route('/bad/ok', () => ({ status: 200, body: 'well' })),
          route('/bad/wait', async () => {
            await null
            world.fault()
            return new Promise(() => {})
          }),
          route('/bad/answered', async () => {
            setImmediate(world.fault)
            return { status: 200 }
          }),
        ],
        formatError: ({ category, code }) => ({ status: category === 'internal' ? 500 : 503, body: `bad: ${code}` }),
        start: async () => {
          if (world.startError) throw world.startError
        },
        stop: async () => void world.stops++,
      }
    },
  })
  const { host, log, configuration } = await startTestHost(context, {
    overrides: ['instances.bad.use=x', 'instances.good.use=y'],
    packages: { x: bad, y: fakeHttpAdapter('/good') },
    clock,
    ...written,
  })
  world.fault = () => void world.taken.push(host.takeFault(BROKEN, []))
  const get = (path: string) => host.inject({ url: path })
  return { world, host, log, clock, get, configuration }
}

test('a fault ends its request in the form of the interface, is logged with both names, and nothing else ends', async (context) => {
  const { world, host, log, get } = await startWorld(context)
  const answer = await get('/bad/wait')
  assert.deepEqual([answer.status, answer.text, world.taken], [500, 'bad: request-fault', [true]])
  const line = log.find(({ msg }) => /uncaught error/.test(String(msg)))
  assert.deepEqual([line?.level, line?.instance], ['error', 'bad'])
  assert.equal(line?.requestId, answer.headers['x-request-id'] ?? line?.requestId)
  assert.match(String(line?.requestId), /./)
  assert.deepEqual([(await get('/bad/ok')).text, (await get('/good')).text], ['well', 'good'])
  assert.equal((await host.health()).status, 'ok')
})

test('a third fault within a minute takes the instance out, and it alone', async (context) => {
  const { world, host, log, get } = await startWorld(context)
  for (let count = 0; count < 3; count++) await get('/bad/wait')
  const answer = await get('/bad/ok')
  assert.deepEqual([answer.status, answer.text], [503, 'bad: out-of-service'])
  assert.equal((await get('/good')).text, 'good')
  const { status, instances } = await host.health()
  assert.deepEqual([status, instances.good?.status, instances.bad?.status], ['degraded', 'ok', 'down'])
  assert.match(String(instances.bad?.reason), OUT)
  assert.equal((await host.inject({ url: '/readyz' }, 'admin')).status, 200)
  const { text } = await host.inject({ url: '/metrics' }, 'admin')
  assert.match(text, /^heliograph_uncaught_errors_total\{instance="bad"\} 3$/m)
  assert.match(text, /^heliograph_out_of_service\{instance="bad"\} 1$/m)
  assert.match(text, /^heliograph_uncaught_errors_total\{instance="good"\} 0$/m)
  assert.match(String(log.find(({ msg }) => msg === 'Instance is out of service')?.reason), OUT)
  await host.stop()
  assert.equal(world.stops, 1)
})

test('a reload puts an adapter back, created again; before that, its requests are refused', async (context) => {
  const { world, host, get, configuration } = await startWorld(context)
  for (let count = 0; count < 3; count++) await get('/bad/wait')
  const first = world.context
  const { restart, apply } = await host.planReload(configuration)
  assert.equal((await get('/bad/ok')).status, 503)
  assert.deepEqual([restart, await apply()], [[], { applied: ['instances.bad'], restart: [], failed: [] }])
  assert.deepEqual([(await get('/bad/ok')).text, world.stops, world.context === first], ['well', 1, false])
  assert.deepEqual((await host.health()).status, 'ok')
  // It counts from the beginning.
  await get('/bad/wait')
  await get('/bad/wait')
  assert.equal((await get('/bad/ok')).text, 'well')
  await get('/bad/wait')
  assert.equal((await get('/bad/ok')).status, 503)
  assert.equal(
    (await host.inject({ url: '/metrics' }, 'admin')).text.match(/out_of_service\{instance="bad"\} (\d)/)?.[1],
    '1',
  )
})

test('an adapter that cannot start again stays out, and the reload says why', async (context) => {
  const { world, host, get, configuration } = await startWorld(context)
  for (let count = 0; count < 3; count++) await get('/bad/wait')
  world.startError = new Error('no way')
  const { apply } = await host.planReload(configuration)
  const { applied, failed } = await apply()
  assert.deepEqual([applied, failed.map(({ path }) => path)], [[], ['instances.bad']])
  assert.match(failed[0]?.message ?? '', /no way/)
  assert.equal((await get('/bad/ok')).status, 503)
})

test('faults that are further apart do not add up', async (context) => {
  const { get, clock } = await startWorld(context)
  for (let count = 0; count < 6; count++) {
    await get('/bad/wait')
    clock.advance(30_001)
  }
  assert.equal((await get('/bad/ok')).text, 'well')
})

test('an instance that is out and goes on failing does not fill the log', async (context) => {
  const { host, log } = await startWorld(context)
  for (let count = 0; count < 100; count++) assert.equal(host.takeFault(BROKEN, ['bad']), true)
  assert.equal(log.filter(({ msg }) => /uncaught error/.test(String(msg))).length, 13)
})

interface OwnerRow {
  readonly what: string
  readonly owners: readonly string[]
  readonly isTaken: boolean
}

const OWNERS: readonly OwnerRow[] = [
  { what: 'one', owners: ['bad'], isTaken: true },
  { what: 'several', owners: ['bad', 'good'], isTaken: false },
  { what: 'none', owners: [], isTaken: false },
  { what: 'an unknown one', owners: ['gone'], isTaken: false },
]
for (const { what, owners, isTaken } of OWNERS) {
  test(`outside of any scope, a stack that leads to ${what} is ${isTaken ? '' : 'not '}taken`, async (context) => {
    const { host } = await startWorld(context)
    assert.equal(host.takeFault(BROKEN, owners), isTaken)
  })
}

test('no fault is taken before the host has started; one that comes while it stops does not count any more', async (context) => {
  const { host } = await createTestHost(context, {
    overrides: ['instances.a.use=x'],
    packages: { x: fakePlugin() },
  })
  await host.plan()
  host.create()
  assert.equal(host.takeFault(BROKEN, ['a']), false)
  await host.start()
  await host.stop()
  assert.equal(host.takeFault(BROKEN, ['a']), true)
})

test('a request that has been answered is not answered again', async (context) => {
  const { world, get } = await startWorld(context)
  assert.equal((await get('/bad/answered')).status, 200)
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  assert.deepEqual(world.taken, [true])
})

test('as long as all packages come with the gateway, scopes are not carried: only the stack leads to an instance', async (context) => {
  const { world, host, get } = await startWorld(context, { isOwnPackage: (use) => 'xy'.includes(use) })
  void get('/bad/wait')
  await new Promise(setImmediate)
  assert.deepEqual([world.taken, host.takeFault(BROKEN, ['bad'])], [[false], true])
})

test('timers of an instance run until it is out and has stopped', async (context) => {
  const { world, get, clock } = await startWorld(context)
  let ticks = 0
  const tick = () => {
    ticks += 1
    world.context?.clock.after(1_000, tick)
  }
  tick()
  clock.advance(1_000)
  for (let count = 0; count < 3; count++) await get('/bad/wait')
  await new Promise(setImmediate)
  clock.advance(10_000)
  assert.equal(ticks, 2)
})

test('a plugin that is out: its links are down and closed, its subscriptions end, its routes answer 503', async (context) => {
  const calls: string[] = []
  const link: CarrierLink = {
    name: 'a',
    window: 1,
    partsPerSecond: 0,
    receipts: 'none',
    isUp: () => true,
    onChange: () => {},
    open: () => void calls.push('open'),
    close: async () => void calls.push('close'),
    submit: async () => [],
  }
  let subscription: EventSubscription | undefined
  const events: MessageEvents = {
    subscribe: async (given) => {
      subscription = given
      return { stop: async () => void calls.push('listener stops') }
    },
    cancel: async () => {},
  }
  let follower: EventFollower | undefined
  const log: Pick<EventLog, 'follow'> = {
    follow: async (given) => {
      follower = given
      return { stop: async () => void calls.push('follower stops') }
    },
  }
  const plugin = fakePlugin({
    capabilities: { carrier: true },
    deps: { events: MessageEvents, log: EventLog },
    create: ({ services }) => ({
      carrier: { links: [link] },
      adminRoutes: [{ method: 'GET', path: '/state', handler: () => ({ status: 200 }) }],
      start: async () => {
        await (services.events as MessageEvents).subscribe({
          name: 'p',
          kinds: ['sms-received'],
          handler: async () => void fault(),
        })
        await (services.log as EventLog).follow({ name: 'p', kinds: ['sms-received'], handler: async () => fault() })
      },
    }),
  })
  const { host, configuration } = await startTestHost(context, {
    overrides: ['instances.p.use=x'],
    packages: { x: plugin },
    services: [
      { token: MessageEvents, service: events },
      { token: EventLog, service: log },
    ],
  })
  const taken: boolean[] = []
  const fault = () => taken.push(host.takeFault(BROKEN, []))
  const guarded = host.carriers.get('p')?.links[0]
  assert.ok(guarded)
  guarded.onChange(() => calls.push(`up: ${guarded.isUp()}`))
  guarded.open?.()
  for (const listening of [subscription, follower, follower]) await listening?.handler([], new AbortController().signal)
  guarded.open?.()
  assert.deepEqual(taken, [true, true, true])
  assert.deepEqual(calls, ['open', 'listener stops', 'follower stops', 'up: false', 'close'])
  const answer = await host.inject({ url: '/instances/p/state' }, 'admin')
  assert.deepEqual([answer.status, JSON.parse(answer.text).error.code], [503, 'out-of-service'])
  assert.deepEqual((await host.planReload(configuration)).restart, ['instances.p'])
})

test('a plugin that is out: its hooks fail; what nothing catches in them counts', async (context) => {
  let asked = 0
  const plugin = fakePlugin({
    capabilities: { carrier: false, hooks: true },
    create: () => ({
      hooks: {
        order: 7,
        deadlineMs: 9,
        onFault: 'pass',
        beforeAccepting(requests) {
          asked += 1
          taken.push(host.takeFault(BROKEN, []))
          return requests.map(() => undefined)
        },
      },
    }),
  })
  const packages = { x: plugin, y: fakePlugin() }
  const { host } = await startTestHost(context, { overrides: ['instances.p.use=x', 'instances.q.use=y'], packages })
  const taken: boolean[] = []
  assert.deepEqual([...host.hooks.keys()], ['p'])
  const hooks = host.hooks.get('p')
  assert.deepEqual([hooks?.order, hooks?.deadlineMs, hooks?.onFault, hooks?.beforeRouting], [7, 9, 'pass', undefined])
  const ask = () => hooks?.beforeAccepting?.([], new AbortController().signal)
  for (let count = 0; count < 3; count++) assert.deepEqual(ask(), [])
  assert.deepEqual(taken, [true, true, true])
  assert.throws(ask, { code: 'out-of-service' })
  assert.equal(asked, 3)
})
