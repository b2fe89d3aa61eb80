import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineService, optionalService } from '@heliograph/contracts'
import { Type } from 'typebox'
import { configurationError, summaries } from './configuration-fixture.ts'
import { createTestHost, fakeAdapter, fakeHttpAdapter, fakePlugin, startTestHost, thrownAt } from './host-fixture.ts'

// What a gateway runs without, and what it does not run without.

const Rates = defineService<{ rate(): number }>('rates.table')

/** Packages that cannot be used, and what is then reported. */
const UNUSABLE: readonly { readonly what: string; readonly package?: unknown; readonly reason: RegExp }[] = [
  { what: 'is not installed', reason: /^The package x is not installed\.$/ },
  {
    what: 'throws',
    package: thrownAt('/packages/x/index.js:7', 'no way'),
    reason: /no way \(\/packages\/x\/index\.js:7\)$/,
  },
  { what: 'is no module', package: 'text', reason: /no module as its default export/ },
  { what: 'has another contract', package: { ...fakeAdapter(), apiVersion: 2 }, reason: /written for contract 2/ },
  {
    what: 'does not have what it declares',
    package: fakeAdapter({ capabilities: fakeHttpAdapter('/').capabilities }),
    reason: /has no routes/,
  },
]

for (const { what, package: x, reason } of UNUSABLE) {
  test(`an optional instance whose package ${what} is left out, logged and down`, async (context) => {
    const yaml = 'instances: { a: { use: y }, b: { use: x, optional: true } }'
    const { host, log } = await startTestHost(context, { yaml, packages: { x, y: fakeHttpAdapter('/send') } })
    assert.deepEqual(
      host.failures.map(({ id }) => id),
      ['b'],
    )
    assert.match(host.failures[0]?.problem.message ?? '', reason)
    const ready = await host.inject({ url: '/readyz' }, 'admin')
    const health = JSON.parse(ready.text)
    assert.deepEqual([ready.status, health.status, health.instances.a.status], [200, 'degraded', 'ok'])
    assert.equal(health.instances.b.status, 'down')
    assert.match(health.instances.b.reason, reason)
    assert.equal((await host.inject({ url: '/send' })).text, 'a')
    const [line, ...more] = log.filter(({ level }) => level === 'error')
    assert.deepEqual([line?.instance, more.length], ['b', 0])
    assert.match(String(line?.reason), reason)
    const tree = log.find(({ msg }) => msg === 'Gateway is running') as Record<string, Record<string, string>>
    assert.match(tree.instances?.b ?? '', /^failed: /)
  })
}

const needy = fakeAdapter({ deps: { rates: Rates } })
const WAITS = "It needs the service 'rates.table', which nothing provides."
const HINT = "It may be what 'p' would provide, and that is left out: The package p is not installed."

test('what needs a service of an optional plugin that failed says so, and is no less required for that', async (context) => {
  const yaml = 'instances: { p: { use: p, optional: true }, a: { use: x } }'
  const { host } = await createTestHost(context, { yaml, packages: { x: needy } })
  await host.plan()
  const error = await configurationError(() => host.create())
  assert.deepEqual(summaries(error), [`gateway.yaml:1 instances.a | ${WAITS} | Add a plugin that provides it. ${HINT}`])
})

test('an optional instance that waits for one that failed is left out as well', async (context) => {
  const yaml = 'instances: { p: { use: p, optional: true }, a: { use: x, optional: true }, b: { use: y } }'
  const { host } = await startTestHost(context, { yaml, packages: { x: needy, y: fakePlugin() } })
  const { instances } = await host.health()
  assert.deepEqual(instances.a, { status: 'down', reason: WAITS })
  assert.deepEqual(instances.b, { status: 'ok' })
})

test('an optional instance does without a service that nothing provides', async (context) => {
  const { host } = await startTestHost(context, {
    overrides: ['instances.a={ use: x, optional: true }'],
    packages: { x: needy },
  })
  assert.deepEqual((await host.health()).instances.a, { status: 'down', reason: WAITS })
})

test('a wrong value of an optional instance is an error all the same: it can be read', async (context) => {
  const configSchema = Type.Object({ port: Type.Integer() }, { additionalProperties: false })
  const { host } = await createTestHost(context, {
    overrides: ['instances.a={ use: x, optional: true, config: { port: wide } }'],
    packages: { x: fakeAdapter({ configSchema }) },
  })
  const error = await configurationError(() => host.plan())
  assert.match(summaries(error)[0] ?? '', /instances\.a\.config\.port="wide" \| It must be a whole number/)
})

test('a service that a module can do without is there when a plugin provides it, wherever that is configured', async (context) => {
  const seen: (number | undefined)[] = []
  const taker = fakeAdapter({
    deps: { rates: optionalService(Rates) },
    create: ({ services }) => {
      seen.push((services as { rates?: { rate(): number } }).rates?.rate())
      return {}
    },
  })
  const giver = fakePlugin({ create: () => ({ provides: [{ token: Rates, service: { rate: () => 7 } }] }) })
  const packages = { x: taker, y: giver }
  const alone = await startTestHost(context, { yaml: 'instances: { a: { use: x } }', packages })
  const both = await startTestHost(context, { yaml: 'instances: { a: { use: x }, p: { use: y } }', packages })
  assert.deepEqual(seen, [undefined, 7])
  for (const { host } of [alone, both]) assert.deepEqual((await host.health()).instances.a, { status: 'ok' })
})
