import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Adapter, defineService, Mail } from '@heliograph/contracts'
import { Type } from 'typebox'
import { configurationError, summaries } from './configuration-fixture.ts'
import { createTestHost, fakeAdapter, fakeHttpAdapter, fakePlugin, type HostWritten, thrownAt } from './host-fixture.ts'

const Rates = defineService<{ rate(): number }>('rates.table')
const Clicks = defineService<{ count(): number }>('clicks.counter')

const withConfig = fakeAdapter({
  configSchema: Type.Object(
    {
      address: Type.String({ description: 'Where to.' }),
      password: Type.Optional(Type.String({ secret: true, minLength: 8, description: 'Of the account.' })),
    },
    { additionalProperties: false },
  ),
})
const http = { submit: true, http: true, receipts: 'none', incoming: false } as const
const authorsFault = 'This is a bug in the package: report it to its author.'
const useNamed = 'Name a package whose default export was made by defineAdapter or definePlugin.'

interface Case extends HostWritten {
  readonly name: string
  readonly problems: readonly string[]
}

const PLAN_CASES: readonly Case[] = [
  {
    name: 'a package that is not installed',
    yaml: 'instances:\n  a: { use: adapter-x }\n',
    problems: ['gateway.yaml:2 instances.a.use | The package adapter-x is not installed. | pnpm add adapter-x'],
  },
  {
    name: 'a package that breaks while it is imported',
    overrides: ['instances.a.use=broken'],
    packages: { broken: thrownAt('/packages/broken/index.js:7', 'no way') },
    problems: [
      '--set instances.a.use | The package broken cannot be loaded: no way (/packages/broken/index.js:7) | Reinstall it, or report this to its author.',
    ],
  },
  {
    name: 'a default export that is no module',
    overrides: ['instances.a.use=x', 'instances.b.use=y'],
    packages: { x: 'text', y: { kind: 'library' } },
    problems: [
      '--set instances.a.use | x has no module as its default export. | Name a package that exports a defineAdapter or definePlugin module.',
      `--set instances.b.use | y is neither an adapter nor a plugin. | ${useNamed}`,
    ],
  },
  {
    name: 'a CommonJS module with its module in exports.default',
    overrides: ['instances.a.use=x'],
    packages: { x: { default: fakeAdapter() } },
    problems: [
      '--set instances.a.use | x is a CommonJS module that has its module in exports.default, which Node does not take for the default export. | Compile it to an ES module ("type": "module" in its package.json), or set module.exports to the module.',
    ],
  },
  {
    name: 'a service of newer contracts',
    overrides: ['instances.a.use=x', 'instances.p.use=p'],
    packages: { x: fakeAdapter({ deps: { surveys: defineService('heliograph.surveys') } }), p: fakePlugin() },
    contracts: { version: '1.4.0', rangeOf: (use) => (use === 'x' ? '>=1.0.0 <2' : undefined) },
    problems: [
      "--set instances.a.use | It needs a newer gateway: there is no service 'heliograph.surveys' here. The package x asks for contracts >=1.0.0 <2; this gateway speaks 1.4.0. | Update the gateway, or install a version of x that was written for contracts 1.4.0.",
    ],
  },
  {
    name: 'a service of these contracts that a plugin would provide',
    overrides: ['instances.a.use=x'],
    packages: { x: fakeAdapter({ deps: { mail: Mail } }) },
    problems: [
      "--set instances.a | It needs the service 'heliograph.mail', which nothing provides. | Add a plugin that provides it.",
    ],
  },
  {
    name: 'a newer contract',
    overrides: ['instances.a.use=x'],
    packages: { x: { ...fakeAdapter(), apiVersion: 2 } },
    problems: [
      "--set instances.a.use | The adapter 'fake' 1.2.3 is written for contract 2; this gateway speaks 1. | Install a version of x for contract 1, or update the gateway to one that speaks 2.",
    ],
  },
  {
    name: 'an older contract',
    overrides: ['instances.a.use=x'],
    packages: { x: { ...fakePlugin(), apiVersion: 0 } },
    problems: [
      "--set instances.a.use | The plugin 'fake-plugin' 1.2.3 is written for contract 0; this gateway speaks 1. | Install a version of x for contract 1, or ask its author for one.",
    ],
  },
  {
    name: 'a module without its parts',
    overrides: ['instances.a.use=x'],
    packages: { x: { kind: 'adapter', apiVersion: 1, id: 'x', version: '1.0.0', deps: { rates: {} } } },
    problems: [
      `--set instances.a.use | The adapter of x is incomplete: configSchema, capabilities, deps, create. | ${authorsFault}`,
    ],
  },
  {
    name: 'bad configuration of several instances, a secret among it',
    yaml: 'instances:\n  a:\n    use: x\n    config: { adress: b }\n  b:\n    use: x\n    config:\n      address: c\n      password: hunter2\n',
    packages: { x: withConfig },
    problems: [
      'gateway.yaml:4 instances.a.config.address | It is missing. | Expected: Where to.',
      "gateway.yaml:4 instances.a.config.adress | This key is not known. | Did you mean 'address'?",
      'gateway.yaml:9 instances.b.config.password | It must have at least 8 characters. | Expected: Of the account.',
    ],
  },
  {
    name: 'a service that nothing provides',
    overrides: ['instances.a.use=x'],
    packages: { x: fakeAdapter({ deps: { rates: Rates } }) },
    services: [{ token: defineService('rate.table'), service: {} }],
    problems: [
      "--set instances.a | It needs the service 'rates.table', which nothing provides. | Add a plugin that provides it. (There is 'rate.table'.)",
    ],
  },
  {
    name: 'a listener for an instance without an HTTP interface',
    yaml: 'instances: { a: { use: x } }\nlisteners: { extra: { port: 0, instances: [a] } }',
    packages: { x: fakePlugin() },
    problems: [
      "gateway.yaml:2 listeners.extra.instances[0] | The instance 'a' (plugin fake-plugin) has no HTTP interface. | Take it out of this list.",
    ],
  },
  {
    name: 'problems of every kind at once',
    yaml: 'instances:\n  a: { use: none }\n  b: { use: x, config: { address: 1 } }\n  c: { use: y }\n',
    packages: { x: withConfig, y: { ...fakeAdapter(), apiVersion: 2 } },
    problems: [
      'gateway.yaml:2 instances.a.use | The package none is not installed. | pnpm add none',
      "gateway.yaml:4 instances.c.use | The adapter 'fake' 1.2.3 is written for contract 2; this gateway speaks 1. | Install a version of y for contract 1, or update the gateway to one that speaks 2.",
      'gateway.yaml:3 instances.b.config.address=1 | It must be a text. | Write it in quotes: "1"',
    ],
  },
]

for (const { name, problems, ...written } of PLAN_CASES) {
  test(`plan problem: ${name}`, async (context) => {
    const { host } = await createTestHost(context, written)
    const error = await configurationError(() => host.plan())
    assert.deepEqual(summaries(error), problems)
    assert.ok(!error.format().includes('hunter2'))
  })
}

const CREATE_CASES: readonly Case[] = [
  {
    name: 'keys that could be taken over, by nothing',
    overrides: ['instances.a.use=x'],
    packages: { x: fakeAdapter({ liveKeys: ['tls.cert'] }) },
    problems: [
      '--set instances.a.use | It declares liveKeys, but has no reconfigure. | This is a bug in the package: report it to its author.',
    ],
  },
  {
    name: 'a service that no plugin turns out to provide',
    overrides: ['instances.a.use=x', 'instances.p.use=p'],
    packages: { x: fakeAdapter({ deps: { rates: Rates } }), p: fakePlugin() },
    problems: [
      "--set instances.a | It needs the service 'rates.table', which nothing provides. | Add a plugin that provides it.",
    ],
  },
  {
    name: 'plugins that wait for each other',
    overrides: ['instances.p.use=p', 'instances.q.use=q'],
    packages: {
      p: fakePlugin({ deps: { rates: Rates }, create: () => ({ provides: [{ token: Clicks, service: {} }] }) }),
      q: fakePlugin({ deps: { clicks: Clicks }, create: () => ({ provides: [{ token: Rates, service: {} }] }) }),
    },
    problems: [
      "--set instances.p | It needs the service 'rates.table', which nothing provides. | Add a plugin that provides it. The plugins 'p', 'q' wait for services themselves: if they wait for each other, one of them has to go.",
      "--set instances.q | It needs the service 'clicks.counter', which nothing provides. | Add a plugin that provides it. The plugins 'p', 'q' wait for services themselves: if they wait for each other, one of them has to go.",
    ],
  },
  {
    name: 'a service provided twice',
    overrides: ['instances.p.use=p', 'instances.q.use=p'],
    packages: { p: fakePlugin({ create: () => ({ provides: [{ token: Rates, service: {} }] }) }) },
    problems: [
      `--set instances.q.use | It provides the service 'rates.table', which is provided already. | ${authorsFault}`,
    ],
  },
  {
    name: 'parts that do not agree with the capabilities',
    overrides: ['a', 'b', 'p', 'q', 'r', 's', 't'].map((id) => `instances.${id}.use=${id}`),
    packages: {
      r: fakePlugin({ capabilities: { carrier: false, hooks: true } }),
      s: fakePlugin({ create: () => ({ hooks: { onFault: 'pass' } }) }),
      t: fakePlugin({
        capabilities: { carrier: false, hooks: true },
        create: () => ({ hooks: { onFault: 'wait' as 'pass', order: Number.NaN, deadlineMs: 1_001 } }),
      }),
      a: fakeAdapter({ capabilities: http }),
      b: fakeAdapter({ create: () => ({ routes: [] }) }),
      p: fakePlugin({ capabilities: { carrier: true } }),
      q: fakePlugin({ create: () => ({ carrier: { links: [] } }) }),
    },
    problems: [
      `--set instances.a.use | It declares the capability 'http', but has no routes. It declares the capability 'http', but has no formatError. | ${authorsFault}`,
      `--set instances.b.use | It has routes, but does not declare the capability 'http'. | ${authorsFault}`,
      `--set instances.p.use | It declares the capability 'carrier', but has no carrier. | ${authorsFault}`,
      `--set instances.q.use | It has carrier, but does not declare the capability 'carrier'. | ${authorsFault}`,
      `--set instances.r.use | It declares the capability 'hooks', but has no hooks. | ${authorsFault}`,
      `--set instances.s.use | It has hooks, but does not declare the capability 'hooks'. | ${authorsFault}`,
      `--set instances.t.use | The order of its hooks is no number. The deadlineMs of its hooks is no number from 1 to 1000. The onFault of its hooks is neither 'refuse' nor 'pass'. | ${authorsFault}`,
    ],
  },
  {
    name: 'commands that cannot be typed',
    overrides: ['instances.p.use=p'],
    packages: {
      p: fakePlugin({
        create: () => ({
          commands: [{ name: 'Add', summary: 'Add.', values: Type.Object({}), run: async () => 0 }],
        }),
      }),
    },
    problems: [`--set instances.p.use | The command 'Add' has no name in kebab-case. | ${authorsFault}`],
  },
  {
    name: 'factories that return something else',
    overrides: ['a', 'b', 'c', 'd'].map((id) => `instances.${id}.use=${id}`),
    packages: {
      a: fakeAdapter({ create: async () => Promise.reject(new Error('not heard')) } as object),
      b: fakePlugin({ create: () => undefined } as object),
      c: fakeAdapter({ create: () => ({ strat: async () => {} }) as Adapter }),
      d: fakePlugin({ create: () => ({ telephone: () => {} }) as object }),
    },
    problems: [
      "--set instances.a.use | The create of the adapter 'fake' 1.2.3 returns a promise. It has to return the adapter itself. | Make create synchronous, without async, and wait in start instead.",
      `--set instances.b.use | The create of the plugin 'fake-plugin' 1.2.3 returns undefined instead of the plugin. | ${authorsFault}`,
      "--set instances.c.use | The create of the adapter 'fake' 1.2.3 returns the method 'strat', which no adapter has in the contracts of this gateway. | Did you mean 'start'? Rename or remove it, or update the gateway if newer contracts have it.",
      "--set instances.d.use | The create of the plugin 'fake-plugin' 1.2.3 returns the method 'telephone', which no plugin has in the contracts of this gateway. | Methods are start, stop, health, reconfigure, check, routes, formatError, carrier, provides, hooks, adminRoutes, commands, pages. Rename or remove it, or update the gateway if newer contracts have it.",
    ],
  },
  {
    name: 'instances that throw while they are created, all of them named',
    overrides: ['instances.a.use=x', 'instances.b.use=x'],
    packages: {
      x: fakeAdapter({
        create: () => {
          throw thrownAt('/packages/x/create.js:7', 'no way')
        },
      }),
    },
    problems: [
      '--set instances.a | It cannot be created: no way (/packages/x/create.js:7) | The log tells more, and so does: heliograph check --verbose',
      '--set instances.b | It cannot be created: no way (/packages/x/create.js:7) | The log tells more, and so does: heliograph check --verbose',
    ],
  },
  {
    name: 'two instances with one path on one listener',
    overrides: ['instances.a.use=x', 'instances.b.use=x'],
    packages: { x: fakeHttpAdapter('/send') },
    problems: [
      "--set http | Route GET /send of instance 'b' is already taken by instance 'a' (GET /send); give one of them another path or listener. | Name the instances of each listener by its key `instances`, so that no two share a path.",
    ],
  },
]

for (const { name, problems, ...written } of CREATE_CASES) {
  test(`create problem: ${name}`, async (context) => {
    const { host } = await createTestHost(context, written)
    await host.plan()
    const error = await configurationError(() => host.create())
    assert.deepEqual(summaries(error), problems)
  })
}

test('problems come in the order of the configuration, whichever package failed first', async (context) => {
  const { host } = await createTestHost(context, {
    yaml: 'instances: { a: { use: slow }, b: { use: none } }',
    packages: {
      get slow() {
        return new Promise((resolve) => setImmediate(() => resolve(thrownAt('/packages/slow.js:7', 'no way'))))
      },
    },
  })
  const { problems } = await configurationError(() => host.plan())
  assert.deepEqual(
    problems.map(({ path }) => path),
    ['instances.a.use', 'instances.b.use'],
  )
})

test('what was thrown goes to the log with its stack and causes, and so does the problem', async (context) => {
  const error = thrownAt('/packages/x/index.js:7', 'no way')
  error.cause = thrownAt('/packages/y/index.js:8', 'no reason')
  const { host, log } = await createTestHost(context, { overrides: ['instances.a.use=x'], packages: { x: error } })
  const [problem] = (await configurationError(() => host.plan())).problems
  assert.match(problem?.stack ?? '', /x\/index\.js:7.*caused by: .*y\/index\.js:8/s)
  assert.deepEqual(
    log.map(({ level, instance, msg, err }) => [level, instance, msg, (err as Error).stack]),
    [['error', 'a', 'Instance cannot be loaded', error.stack]],
  )
})

test('what a package throws may quote its environment: what its configuration refers to is a secret then', async (context) => {
  const { host, log } = await createTestHost(context, {
    yaml: 'instances: { a: { use: x, config: { links: [{ password: { env: PASSWORD } }, { key: { file: key.txt } }] } } }',
    env: { PASSWORD: 'opensesame' },
    files: { 'key.txt': 'mellon-mellon' },
    packages: { x: thrownAt('/packages/x/index.js:7', 'cannot use opensesame and mellon-mellon') },
  })
  await configurationError(() => host.plan())
  assert.equal(log.length, 1)
  assert.doesNotMatch(JSON.stringify(log), /opensesame|mellon/)
})
