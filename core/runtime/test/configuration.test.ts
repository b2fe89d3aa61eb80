import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renamed } from '@heliograph/contracts'
import { Type } from 'typebox'
import { configurationError, load, summaries, type Written } from './configuration-fixture.ts'

const PUBLIC_URLS: readonly (Written & { readonly expected: string })[] = [
  { expected: 'http://127.0.0.1:8080' },
  { overrides: ['http.port=80'], expected: 'http://127.0.0.1' },
  { overrides: ['http.host=sms.internal', 'http.port=81'], expected: 'http://sms.internal:81' },
  { overrides: ['http.host="::1"'], expected: 'http://[::1]:8080' },
  { overrides: ['http.tls={ certFile: a, keyFile: b }', 'http.port=443'], expected: 'https://127.0.0.1' },
  { overrides: ['publicUrl=https://sms.example.com/api/'], expected: 'https://sms.example.com/api' },
]

for (const { expected, ...written } of PUBLIC_URLS) {
  test(`public address with ${written.overrides?.join(', ') ?? 'defaults'} is ${expected}`, async (context) => {
    assert.equal((await load(context, written)).publicUrl, expected)
  })
}

test('configuration: instances keep their order, and a name for the node is found', async (context) => {
  const configuration = await load(context, { yaml: 'instances: { b: { use: x }, a: { use: y, optional: true } }' })
  assert.deepEqual(
    configuration.instances.map(({ id, use, optional }) => ({ id, use, optional })),
    [
      { id: 'b', use: 'x', optional: false },
      { id: 'a', use: 'y', optional: true },
    ],
  )
  assert.match(configuration.node.name, new RegExp(`-${process.pid}$`))
})

test('configuration of an instance: read by its schema, with its old names, or all defaults', async (context) => {
  const { instances } = await load(context, {
    overrides: ['instances.a={ use: x, config: { old: 1 } }', 'instances.constructor.use=x'],
  })
  const schema = Type.Object({ fresh: Type.Integer({ default: 2 }) }, { additionalProperties: false })
  const results = instances.map((instance) => instance.readConfig(schema, [renamed('old', 'fresh')]).value)
  assert.deepEqual(results, [{ fresh: 1 }, { fresh: 2 }])
})

test('configuration: further sections are read by the schemas that come with them', async (context) => {
  const sections = { sample: Type.Object({ count: Type.Integer({ default: 1 }) }) }
  const { sections: values } = await load(context, { overrides: ['sample.count=3'], sections })
  assert.deepEqual(values, { sample: { count: 3 } })
})

interface ProblemCase extends Written {
  readonly name: string
  readonly problems: readonly string[]
}

const PROBLEMS: readonly ProblemCase[] = [
  {
    name: 'an instance name that is no name',
    yaml: 'instances:\n  V2: { use: x }\n',
    problems: [
      'gateway.yaml:2 instances.V2 | The name does not match ^[a-z][a-z0-9]*(-[a-z0-9]+)*$. | Expected: Adapters and plugins, each under a name of its own in lower-case letters, digits and hyphens. The same package may stand here several times.',
    ],
  },
  {
    name: 'an instance without a package',
    yaml: 'instances:\n  v2: {}\n',
    problems: [
      'gateway.yaml:2 instances.v2.use | It is missing. | Expected: Package of the adapter or plugin, for example @heliograph/adapter-v2.',
    ],
  },
  {
    name: 'a listener for an instance that does not exist',
    yaml: 'instances: { basic: { use: x } }\nlisteners: { old: { port: 0, instances: [basik] } }',
    problems: [
      "gateway.yaml:2 listeners.old.instances[0]=\"basik\" | There is no instance 'basik'. | Did you mean 'basic'?",
    ],
  },
  {
    name: 'a listener under a name that is taken',
    yaml: 'instances: { a: { use: x } }\nlisteners: { http: { port: 0, instances: [a] } }',
    problems: [
      "gateway.yaml:2 listeners.http | The name 'http' belongs to the listener of the section http. | Give this listener another name, or configure the section http.",
    ],
  },
  {
    name: 'a port for two listeners',
    yaml: 'http: { port: 9090 }',
    problems: ['gateway.yaml:1 admin.port=9090 | http.port is 9090 too. | Give each listener a port of its own.'],
  },
  {
    name: 'invalid networks',
    yaml: 'http: { trustedProxies: [10.0.0.0/8, proxy] }\ninstances: { a: { use: x, allowNetworks: [10.0.0.0/33] } }',
    problems: [
      'gateway.yaml:1 http.trustedProxies[1]="proxy" | It is neither an address nor a network. | Write for example 10.1.2.3 or 10.1.0.0/16.',
      'gateway.yaml:2 instances.a.allowNetworks[0]="10.0.0.0/33" | It is neither an address nor a network. | Write for example 10.1.2.3 or 10.1.0.0/16.',
    ],
  },
  {
    name: 'certificates of clients on the native server',
    yaml: 'http: { server: uws, tls: { certFile: a, keyFile: b, clientCertificates: { caFile: c } } }',
    problems: [
      'gateway.yaml:1 http.server="uws" | The server uws cannot ask clients for certificates (tls.clientCertificates). | Write node, or auto.',
    ],
  },
  {
    name: 'a certificate for webhooks without its key',
    yaml: 'webhookTls: { cert: x }',
    problems: [
      'gateway.yaml:1 webhookTls | It cannot be used: a certificate and its key come together. | Check the PEM files and the passphrase: certificate and key fit.',
    ],
  },
  {
    name: 'an invalid public address',
    yaml: 'publicUrl: sms.example.com',
    problems: [
      'gateway.yaml:1 publicUrl="sms.example.com" | It does not have the form that is needed here. | Expected: Address under which clients reach this deployment, with http:// or https://, for example https://sms.example.com. Without it: the host name or address and the port of the default listener.',
    ],
  },
]

for (const { name, problems, ...written } of PROBLEMS) {
  test(`configuration problem: ${name}`, async (context) => {
    assert.deepEqual(summaries(await configurationError(() => load(context, written))), problems)
  })
}
