import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PluginModule, type PortalPage, PortalPages, type Principal } from '@heliograph/contracts'
import { Type } from 'typebox'
import { configurationError, summaries } from './configuration-fixture.ts'
import { createTestHost, fakeAdapter, fakePlugin, getFrom, type HostWritten, startTestHost } from './host-fixture.ts'

const USER: Principal = {
  clientId: 7,
  clientName: 'Acme',
  country: 'ZA',
  currency: 'ZAR',
  rateLimit: 60,
  userId: 1,
  email: 'jo@acme.example',
  role: 'user',
  keyId: null,
  scope: 'portal',
  priority: null,
}

const points: PortalPage = {
  id: 'points',
  title: { en: 'Points' },
  icon: 'chart',
  roles: ['user'],
  files: [{ method: 'GET', path: '/', handler: () => ({ status: 200, body: 'Points' }) }],
  endpoints: [
    {
      name: 'read',
      input: Type.Object({ days: Type.Integer() }, { additionalProperties: false }),
      handle: async ({ principal, input }) => ({ of: principal.clientId, ...input }),
    },
  ],
}

const withPages = (pages: readonly PortalPage[] | undefined, changes: Partial<PluginModule> = {}) =>
  fakePlugin({ capabilities: { carrier: false, pages: true }, create: () => ({ pages }), ...changes })

/** A host with an adapter that has the service. */
function written(plugin: PluginModule, more: HostWritten = {}): { pages: () => PortalPages; written: HostWritten } {
  let found: PortalPages | undefined
  const portal = fakeAdapter({
    deps: { pages: PortalPages },
    create({ services }) {
      found = (services as { pages: PortalPages }).pages
      return {}
    },
  })
  const yaml = 'instances: { portal: { use: portal }, loyalty: { use: loyalty } }'
  const packages = { portal, loyalty: plugin }
  return { pages: () => found as PortalPages, written: { yaml, packages, ...more } }
}

const call = { instanceId: 'loyalty', pageId: 'points', endpoint: 'read', input: { days: 3 } }
const { signal } = new AbortController()

test('pages are served, listed and called as somebody', async (context) => {
  const { pages, written: given } = written(withPages([points]))
  const { host } = await startTestHost(context, given)
  assert.equal((await getFrom(host, 'http', '/plugin-pages/loyalty/points/')).text, 'Points')
  const { files: _, endpoints: __, ...shown } = points
  assert.deepEqual(pages().list(), [{ ...shown, instanceId: 'loyalty', path: '/plugin-pages/loyalty/points/' }])
  assert.deepEqual(await pages().call(USER, { ...call, signal }), { value: { of: 7, days: 3 }, isChange: false })
})

for (const [name, change, code] of [
  ['another role', { principal: { ...USER, role: 'operator' as const } }, 'unknown-path'],
  ['another instance', { call: { ...call, instanceId: 'portal' } }, 'unknown-path'],
  ['an unknown endpoint', { call: { ...call, endpoint: 'write' } }, 'unknown-path'],
  ['a wrong input', { call: { ...call, input: { days: 'x' } } }, 'invalid-request'],
] as const) {
  test(`a call is refused for ${name}`, async (context) => {
    const { pages, written: given } = written(withPages([points]))
    await startTestHost(context, given)
    const { principal = USER, call: changed = call } = change as { principal?: Principal; call?: typeof call }
    await assert.rejects(pages().call(principal, { ...changed, signal }), { code })
  })
}

test('a plugin that has nothing but pages may be named by a listener', async (context) => {
  const yaml = `
instances: { portal: { use: portal }, loyalty: { use: loyalty } }
listeners: { inside: { port: 0, host: 127.0.0.1, instances: [loyalty] } }
`
  const { written: given } = written(withPages([points]), { yaml })
  const { host } = await startTestHost(context, given)
  assert.equal((await getFrom(host, 'inside', '/plugin-pages/loyalty/points')).status, 200)
})

const FAULTS: readonly (readonly [name: string, plugin: PluginModule, fault: string])[] = [
  ['none', withPages(undefined), "It declares the capability 'pages', but has no pages."],
  [
    'no capability',
    withPages([points], { capabilities: { carrier: false } }),
    "It has pages, but does not declare the capability 'pages'.",
  ],
  ['one twice', withPages([points, points]), "It declares the page 'points' twice."],
  ['no document', withPages([{ ...points, files: [] }]), "The page 'points' has no file 'GET /'."],
  [
    'a file that can be written',
    withPages([{ ...points, files: points.files.flatMap((file) => [file, { ...file, method: 'POST' }]) }]),
    "The page 'points' has the route POST /, and its files are read only.",
  ],
]
for (const [name, plugin, fault] of FAULTS) {
  test(`pages that are refused: ${name}`, async (context) => {
    const { written: given } = written(plugin)
    const { host } = await createTestHost(context, given)
    await host.plan()
    const error = await configurationError(() => host.create())
    assert.deepEqual(summaries(error), [
      `gateway.yaml:1 instances.loyalty.use | ${fault} | This is a bug in the package: report it to its author.`,
    ])
  })
}
