import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { AdapterModule, CarrierLink, Plugin, PluginModule } from '@heliograph/contracts'
import { load } from './configuration-fixture.ts'
import { fakeAdapter, fakePlugin, getFrom, startTestHost } from './host-fixture.ts'

// An author changes the code of a package while the gateway runs: it is imported as another module at the next reload.

const yaml = 'instances: { a: { use: x }, b: { use: y } }'

/** What the instances did, in order. */
type Steps = string[]

/** An adapter in a version of its code, with these routes. */
function adapterOf(version: string, steps: Steps, paths: readonly string[] = ['/version']): AdapterModule {
  return fakeAdapter({
    version,
    capabilities: { submit: true, http: true, receipts: 'none', incoming: false },
    create: () => ({
      routes: paths.map((path) => ({ method: 'GET', path, handler: () => ({ status: 200, body: version }) })),
      formatError: (error) => ({ status: 499, body: error.code }),
      start: async () => void steps.push(`start ${version}`),
      stop: async () => void steps.push(`stop ${version}`),
    }),
  })
}

const other = fakeAdapter()

/** A host with the first of these modules, and a function that has it take the next. */
async function startWith(context: TestContext, first: AdapterModule | PluginModule) {
  const packages: Record<string, unknown> = { x: first, y: other }
  const { host } = await startTestHost(context, { yaml, packages, takesOtherCode: true })
  const configuration = await load(context, { yaml })
  return {
    host,
    async take(next: unknown) {
      packages.x = next
      const planned = await host.planReload(configuration)
      const { applied, failed } = await planned.apply()
      return [...planned.restart, ...applied, ...failed.map(({ path, message }) => `${path}: ${message}`)]
    },
  }
}

test('other code takes the place of an adapter, with its routes, while the listener stays', async (context) => {
  const steps: Steps = []
  const { host, take } = await startWith(context, adapterOf('1', steps))
  const ask = async (path: string) => (await getFrom(host, 'http', path)).text
  assert.equal(await ask('/version'), '1')
  assert.deepEqual(await take(adapterOf('2', steps, ['/other', '/version'])), ['instances.a'])
  assert.deepEqual([await ask('/version'), await ask('/other')], ['2', '2'])
  assert.equal((await host.health()).status, 'ok')
  assert.deepEqual(steps, ['start 1', 'stop 1', 'start 2'])
  assert.deepEqual(await take(adapterOf('3', steps, ['/other'])), ['instances.a'])
  assert.deepEqual([await ask('/other'), (await getFrom(host, 'http', '/version')).status], ['3', 404])
})

const BROKEN: readonly (readonly [name: string, module: (steps: Steps) => unknown, says: RegExp, steps: Steps])[] = [
  [
    'throws in create',
    (steps) => ({
      ...adapterOf('2', steps),
      create() {
        throw new Error('Not like this.')
      },
    }),
    /^instances\.a: Not like this\.$/,
    [],
  ],
  ['has no routes', (steps) => ({ ...adapterOf('2', steps), create: () => ({}) }), /has no routes/, []],
  ['has a route twice', (steps) => adapterOf('2', steps, ['/a', '/a']), /\/a/, []],
  ['is a plugin', () => fakePlugin(), /no adapter any more: restart/, []],
  [
    'cannot start',
    (steps) => ({
      ...adapterOf('2', steps),
      create: () => ({ ...adapterOf('2', steps).create(undefined as never, {}), start: () => Promise.reject('No.') }),
    }),
    /cannot start: No\./,
    ['stop 1', 'stop 2', 'start 1'],
  ],
]

for (const [name, module, says, expected] of BROKEN)
  test(`code that ${name} is not taken, and the code before serves`, async (context) => {
    const steps: Steps = []
    const { host, take } = await startWith(context, adapterOf('1', steps))
    steps.length = 0
    assert.match((await take(module(steps))).join('\n'), says)
    assert.equal((await getFrom(host, 'http', '/version')).text, '1')
    assert.deepEqual(steps, expected)
    assert.deepEqual(await take(adapterOf('3', steps)), ['instances.a'])
    assert.equal((await getFrom(host, 'http', '/version')).text, '3')
  })

test('code that cannot be imported changes nothing', async (context) => {
  const { host, take } = await startWith(context, adapterOf('1', []))
  await assert.rejects(take(new SyntaxError('Unexpected token')), /Unexpected token/)
  assert.equal((await getFrom(host, 'http', '/version')).text, '1')
})

test('a gateway that is not for authors keeps the code it has', async (context) => {
  const packages: Record<string, unknown> = { x: adapterOf('1', []), y: other }
  const { host } = await startTestHost(context, { yaml, packages })
  packages.x = adapterOf('2', [])
  const planned = await host.planReload(await load(context, { yaml }))
  assert.deepEqual((await planned.apply()).applied, [])
  assert.equal((await getFrom(host, 'http', '/version')).text, '1')
})

/** A carrier in a version of its code, whose links tell what is asked of them. */
function carrierOf(version: string, steps: Steps, names: readonly string[] = ['main']): PluginModule {
  const linkOf = (name: string): CarrierLink => {
    let isUp = false
    let changed = () => {}
    const switchTo = (next: boolean) => {
      isUp = next
      steps.push(`${next ? 'open' : 'close'} ${version}`)
      changed()
    }
    return {
      name,
      window: 1,
      partsPerSecond: 0,
      receipts: 'none' as const,
      isUp: () => isUp,
      onChange(listener) {
        changed = listener
      },
      open: () => switchTo(true),
      close: async () => switchTo(false),
      submit: async () => [{ kind: 'accepted', networkId: version }],
    }
  }
  return fakePlugin({
    version,
    capabilities: { carrier: true },
    create: (): Plugin => ({ carrier: { links: names.map(linkOf) } }),
  })
}

test('the links that the engine holds lead to the other code, opened as before', async (context) => {
  const steps: Steps = []
  const { host, take } = await startWith(context, carrierOf('1', steps))
  const link = host.carriers.get('a')?.links[0] as CarrierLink
  const seen: boolean[] = []
  link.onChange(() => seen.push(link.isUp()))
  link.open?.()
  assert.deepEqual(await take(carrierOf('2', steps)), ['instances.a'])
  assert.deepEqual(steps, ['open 1', 'close 1', 'open 2'])
  assert.deepEqual(await link.submit({} as never), [{ kind: 'accepted', networkId: '2' }])
  assert.deepEqual([seen.at(0), seen.includes(false), seen.at(-1)], [true, true, true])
  assert.equal(host.carriers.get('a')?.links[0], link)
  assert.match((await take(carrierOf('3', steps, ['other']))).join(), /other links now: restart/)
  assert.equal(link.isUp(), true)
})

/** A plugin whose hooks tell the version of its code, as the reason of a refusal; without hooks: none. */
function hookedOf(version: string, order?: number): PluginModule {
  const refusal = { refuse: { category: 'forbidden' as const, text: version } }
  return fakePlugin({
    version,
    capabilities: { carrier: false, hooks: order !== undefined },
    create: (): Plugin =>
      order === undefined ? {} : { hooks: { order, onFault: 'pass', beforeAccepting: () => [refusal] } },
  })
}

test('the hooks of the other code take the place of those before, which fail from then on', async (context) => {
  const { host, take } = await startWith(context, hookedOf('1', 5))
  const { signal } = new AbortController()
  const hooks = () => host.hooks.get('a')
  const before = hooks()
  assert.deepEqual(await take(hookedOf('2', 7)), ['instances.a'])
  const decisions = await hooks()?.beforeAccepting?.([], signal)
  assert.deepEqual([hooks()?.order, decisions], [7, [{ refuse: { category: 'forbidden', text: '2' } }]])
  assert.throws(() => before?.beforeAccepting?.([], signal), { code: 'out-of-service' })
  assert.deepEqual(await take(hookedOf('3')), ['instances.a'])
  assert.equal(hooks(), undefined)
  assert.deepEqual(await take(hookedOf('4', 1)), ['instances.a'])
  assert.equal(hooks()?.order, 1)
})

test('a plugin whose services others hold needs a restart', async (context) => {
  const provider = () =>
    fakePlugin({ create: () => ({ provides: [{ token: { id: 'x.rates' }, service: {} }] }) as unknown as Plugin })
  const { take } = await startWith(context, provider())
  assert.match((await take(provider())).join(), /provides services: restart/)
})
