import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ExampleValues, Interfaces } from '@heliograph/contracts'
import { fakeAdapter, fakeHttpAdapter, startTestHost } from './host-fixture.ts'

const VALUES = { apiKey: 'key', email: 'jo@acme.example', clientId: 7, to: '27821234567' }

/** Answers `GET path`; has an example and a page. */
const documented = (path: string) =>
  fakeHttpAdapter(path, {
    id: 'rest',
    create: () => ({
      routes: [{ method: 'GET', path, handler: () => ({ status: 200 }) }],
      formatError: () => ({ status: 500 }),
      example: ({ url, apiKey }: ExampleValues) => `curl ${url}${path} -H 'X-API-Key: ${apiKey}'`,
      documentation: `${path}/docs`,
    }),
  })

/** Has ports of its own, which may be open or not. */
const sockets = (address?: { port: number; tlsPort?: number }) =>
  fakeAdapter({
    id: 'sockets',
    create: () => ({
      address: () => address,
      listeners: [
        { path: '', host: '0.0.0.0', port: 2775 },
        { path: 'tls', host: '0.0.0.0', port: 3550 },
      ],
    }),
  })

test('modules learn by which interfaces clients reach the deployment', async (context) => {
  let asked: Interfaces | undefined
  const asker = fakeAdapter({
    id: 'asker',
    deps: { interfaces: Interfaces },
    create({ services }) {
      asked = (services as { interfaces: Interfaces }).interfaces
      return {}
    },
  })
  const yaml = `
publicUrl: https://sms.example.com
instances: { asker: { use: asker }, a: { use: x }, b: { use: y }, open: { use: open }, closed: { use: closed } }
http: { instances: [a] }
listeners: { other: { port: 0, host: 127.0.0.1, instances: [b] } }
`
  const packages = {
    asker,
    x: documented('/a'),
    y: documented('/b'),
    open: sockets({ port: 50_001 }),
    closed: sockets(),
  }
  const { host } = await startTestHost(context, { yaml, packages })
  const other = host.listeners.get('other')?.url
  const rest = { adapter: 'rest', version: '1.2.3', ports: null }
  const own = { adapter: 'sockets', version: '1.2.3', url: null, routes: [], documentation: null }
  assert.deepEqual(asked?.list(), [
    { ...own, instanceId: 'asker', adapter: 'asker', ports: null },
    {
      ...rest,
      instanceId: 'a',
      url: 'https://sms.example.com',
      routes: [{ method: 'GET', path: '/a' }],
      documentation: 'https://sms.example.com/a/docs',
    },
    {
      ...rest,
      instanceId: 'b',
      url: other,
      routes: [{ method: 'GET', path: '/b' }],
      documentation: `${other}/b/docs`,
    },
    { ...own, instanceId: 'open', ports: { port: 50_001 } },
    { ...own, instanceId: 'closed', ports: { port: 2775, tlsPort: 3550 } },
  ])
  assert.deepEqual(asked?.examples(VALUES), {
    a: "curl https://sms.example.com/a -H 'X-API-Key: key'",
    b: `curl ${other}/b -H 'X-API-Key: key'`,
  })
})
