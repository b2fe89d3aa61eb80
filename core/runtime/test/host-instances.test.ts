import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Instances, type Principal } from '@heliograph/contracts'
import { Type } from 'typebox'
import { fakeAdapter, fakePlugin, startTestHost } from './host-fixture.ts'

const principal = (role: Principal['role']): Principal => ({
  clientId: 1,
  clientName: 'Acme',
  userId: 1,
  email: 'ops@acme.example',
  role,
  keyId: null,
  scope: 'portal' as const,
  country: 'ZA',
  currency: 'ZAR',
  priority: null,
  rateLimit: 300,
})

const YAML = `
node: { name: node-a }
instances:
  asker: { use: asker }
  net:
    use: carrier
    config: { host: smsc.example, password: hunter-two, note: 'the password is hunter-two' }
  gone: { use: not-installed, optional: true }
`

test('operators learn what the gateway is made of, without its secrets', async (context) => {
  let asked: Instances | undefined
  const asker = fakeAdapter({
    id: 'asker',
    deps: { instances: Instances },
    create({ services }) {
      asked = (services as { instances: Instances }).instances
      return {}
    },
  })
  const carrier = fakePlugin({
    id: 'carrier-fake',
    version: '4.5.6',
    configSchema: Type.Object({
      host: Type.String(),
      port: Type.Integer({ default: 2775 }),
      password: Type.String({ secret: true }),
      note: Type.String(),
    }),
    create: () => ({ health: () => ({ status: 'degraded', reason: 'one link is down' }) }),
  })
  await startTestHost(context, { yaml: YAML, packages: { asker, carrier } })
  const { node, instances } = await (asked as Instances).list(principal('operator'))
  assert.equal(node, 'node-a')
  assert.deepEqual(instances, [
    {
      instanceId: 'asker',
      use: 'asker',
      isOptional: false,
      health: { status: 'ok' },
      configuration: {},
      module: { kind: 'adapter', id: 'asker', version: '1.2.3' },
    },
    {
      instanceId: 'net',
      use: 'carrier',
      isOptional: false,
      health: { status: 'degraded', reason: 'one link is down' },
      module: { kind: 'plugin', id: 'carrier-fake', version: '4.5.6' },
      configuration: {
        host: 'smsc.example',
        port: 2775,
        password: '[redacted]',
        note: 'the password is [redacted]',
      },
    },
    {
      instanceId: 'gone',
      use: 'not-installed',
      isOptional: true,
      module: null,
      configuration: null,
      health: { status: 'down', reason: 'The package not-installed is not installed.' },
    },
  ])
  for (const role of ['admin', 'user'] as const)
    await assert.rejects((asked as Instances).list(principal(role)), { category: 'forbidden', code: 'not-allowed' })
})
