import assert from 'node:assert/strict'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Adapter, AdapterModule } from '@heliograph/contracts'
import type { OutboundTls } from '@heliograph/http'
import { createManualClock } from '@heliograph/testkit'
import { Type } from 'typebox'
import { certificateEnd } from '../src/index.ts'
import { load } from './configuration-fixture.ts'
import { createTestHost, fakeAdapter, startTestHost } from './host-fixture.ts'

// What a running host takes over: certificates, and changed configurations of instances.

const pem = (name: string) => fileURLToPath(new URL(`../../http/test/fixtures/http-tls/${name}.pem`, import.meta.url))

interface FakeConfig {
  readonly greeting: string
  readonly tls?: { readonly cert: string; readonly port: number }
}

/** An adapter that takes over its greeting and its certificate; `taken` gets what it was given. */
function liveAdapter(taken: FakeConfig[]): AdapterModule {
  return fakeAdapter({
    configSchema: Type.Object(
      {
        greeting: Type.String({ default: 'hello' }),
        pace: Type.Integer({ default: 1 }),
        rooms: Type.Record(Type.String(), Type.Object({ size: Type.Integer(), door: Type.Integer({ default: 1 }) }), {
          default: {},
        }),
        tls: Type.Optional(Type.Object({ cert: Type.String(), port: Type.Integer({ default: 1 }) })),
      },
      { additionalProperties: false },
    ),
    liveKeys: ['greeting', 'tls.cert', 'rooms.*.size'],
    create: (_, given): Adapter => {
      let config = given as unknown as FakeConfig
      return {
        reconfigure(changed) {
          if ((changed as FakeConfig).greeting === 'rude') throw new Error('No one greets like that.')
          config = changed as FakeConfig
          taken.push(config)
        },
        get listeners() {
          return [{ path: 'tls', host: '127.0.0.1', port: 1, certificate: config.tls?.cert }]
        },
      }
    },
  })
}

const instance = (config: string) => `instances: { a: { use: x, config: ${config} } }`

const ROWS: readonly {
  readonly name: string
  readonly before?: string
  readonly after: string
  readonly applied?: readonly string[]
  readonly restart?: readonly string[]
  readonly failed?: readonly string[]
}[] = [
  { name: 'nothing', after: '{}' },
  { name: 'a default written out', after: '{ greeting: hello }' },
  { name: 'a live key', after: '{ greeting: hi }', applied: ['instances.a.config.greeting'] },
  { name: 'another key', after: '{ pace: 2 }', restart: ['instances.a.config.pace'] },
  {
    name: 'both: all of it waits, half a change may be worse than none',
    after: '{ greeting: hi, pace: 2 }',
    restart: ['instances.a.config.pace', 'instances.a.config.greeting'],
  },
  {
    name: 'a live key in a mapping',
    before: '{ tls: { cert: a } }',
    after: '{ tls: { cert: b } }',
    applied: ['instances.a.config.tls.cert'],
  },
  {
    name: 'a live key under any name',
    before: '{ rooms: { a: { size: 1 }, b: { size: 1 } } }',
    after: '{ rooms: { a: { size: 1 }, b: { size: 2 } } }',
    applied: ['instances.a.config.rooms.b.size'],
  },
  {
    name: 'a name that comes, beside a live key',
    before: '{ rooms: { a: { size: 1 } } }',
    after: '{ rooms: { a: { size: 2 }, b: { size: 1 } } }',
    restart: ['instances.a.config.rooms.b', 'instances.a.config.rooms.a.size'],
  },
  { name: 'a mapping that comes', after: '{ tls: { cert: b } }', restart: ['instances.a.config.tls'] },
  {
    name: 'a value that cannot be used',
    after: '{ greeting: rude }',
    failed: ['instances.a.config.greeting: No one greets like that.'],
  },
]

for (const { name, before = '{}', after, applied = [], restart = [], failed = [] } of ROWS)
  test(`reload: ${name}`, async (context) => {
    const taken: FakeConfig[] = []
    const packages = { x: liveAdapter(taken) }
    const { host } = await startTestHost(context, { yaml: instance(before), packages })
    const reload = async () => {
      const planned = await host.planReload(await load(context, { yaml: instance(after) }))
      return { outcome: await planned.apply(), restart: planned.restart }
    }
    const found = await reload()
    assert.deepEqual(found.outcome.applied, applied)
    assert.deepEqual(found.restart, restart)
    assert.deepEqual(
      found.outcome.failed.map(({ path, message }) => `${path}: ${message}`),
      failed,
    )
    assert.equal(taken.length, applied.length)
    const again = await reload()
    assert.deepEqual([again.outcome.applied, again.restart], [[], restart], 'what is in effect has not changed')
  })

test('reload: instances that come, go, or have another package or place need a restart', async (context) => {
  const packages = { x: fakeAdapter(), y: fakeAdapter() }
  const yaml = 'instances: { a: { use: x }, b: { use: x }, c: { use: x } }'
  const { host } = await startTestHost(context, { yaml, packages })
  const next = 'instances: { b: { use: y }, c: { use: x, allowNetworks: [10.0.0.0/8] }, d: { use: x } }'
  const { restart } = await host.planReload(await load(context, { yaml: next }))
  assert.deepEqual(restart, ['instances.d', 'instances.a', 'instances.b.use', 'instances.c.allowNetworks'])
})

test('reload: what is wrong is found before anything changes', async (context) => {
  const taken: FakeConfig[] = []
  const { host } = await startTestHost(context, { yaml: instance('{}'), packages: { x: liveAdapter(taken) } })
  const wrong = await load(context, { yaml: instance('{ greeting: hi, pace: often, loud: true }') })
  await assert.rejects(host.planReload(wrong), /instances\.a\.config\.(pace|loud)/)
  assert.deepEqual(taken, [])
  await host.stop()
  await assert.rejects(host.planReload(wrong), { code: 'not-running' })
})

/** Files of a certificate that a test exchanges. */
async function certificateFiles(context: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-certificates-'))
  context.after(() => rm(folder, { recursive: true }))
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  const use = async (prefix: string) => {
    await copyFile(pem(`${prefix}cert`), files.cert)
    await copyFile(pem(`${prefix}key`), files.key)
  }
  await use('')
  return { ...files, use }
}

/** What is read from them. */
async function tlsOf(prefix: string): Promise<OutboundTls> {
  const [cert, key] = await Promise.all([`${prefix}cert`, `${prefix}key`].map((name) => readFile(pem(name), 'utf8')))
  return { cert: cert?.trimEnd(), key: key?.trimEnd() }
}

/** Time passes until a host has looked at its files so often. */
async function lookAtFiles(clock: ReturnType<typeof createManualClock>, looks: number): Promise<void> {
  for (let count = 0; count < looks; count++) {
    const { pending } = clock
    clock.advance(10_000)
    while (clock.pending < pending) await new Promise(setImmediate)
  }
}

test('changed files are noticed, taken over and measured; what cannot be used changes nothing', async (context) => {
  const { cert, key, use } = await certificateFiles(context)
  const taken: FakeConfig[] = []
  const clock = createManualClock(0)
  const yaml = `http: { port: 0, host: 127.0.0.1, tls: { certFile: ${cert}, keyFile: ${key} } }
${instance(`{ tls: { cert: { file: ${cert} } } }`)}`
  const { host, log } = await startTestHost(context, {
    yaml,
    packages: { x: liveAdapter(taken) },
    clock,
  })
  const lines = () => log.splice(0).filter(({ msg }) => String(msg).startsWith('Files have changed'))
  const look = (looks: number) => lookAtFiles(clock, looks)
  const left = async (name: string) => {
    const { text } = await host.inject({ url: '/metrics' }, 'admin')
    const lines = text.split('\n').filter((line) => line.startsWith('heliograph_certificate_expires_seconds'))
    assert.equal(lines.length, 2, text)
    const end = certificateEnd(await readFile(pem(name), 'utf8')) as number
    for (const line of lines) assert.match(line, new RegExp(` ${Math.round((end - clock.now()) / 1000)}$`))
    return lines.map((line) => /\{(.*)\}/.exec(line)?.[1]).sort()
  }
  assert.deepEqual(await left('cert'), ['listener="http",instance="gateway"', 'listener="tls.port",instance="a"'])
  await look(2)
  assert.deepEqual([lines(), taken], [[], []], 'nothing has changed')
  await use('renewed-')
  await look(2)
  assert.deepEqual(
    lines().map(({ applied }) => applied),
    [['http.tls', 'instances.a.config.tls.cert']],
  )
  await left('renewed-cert')
  await writeFile(key, 'no key')
  await look(2)
  const [line, ...others] = lines()
  assert.deepEqual([line?.level, others], ['error', []])
  assert.match(JSON.stringify(line?.failed), /"http\.tls".*does not work/)
  await left('renewed-cert')
})

test('what an instance shows to servers is taken over from changed files, and measured', async (context) => {
  const { cert, key, use } = await certificateFiles(context)
  const used: (readonly [string | undefined, OutboundTls | undefined])[] = []
  const httpClients = {
    with: (_: readonly string[], own?: { readonly name: string; readonly tls: OutboundTls }) => {
      used.push([own?.name, own?.tls])
      return { request: () => Promise.reject(new Error('not here')) }
    },
  }
  const clock = createManualClock(0)
  const yaml = `instances: { a: { use: x, outgoingTls: { cert: { file: ${cert} }, key: { file: ${key} } } }, b: { use: x } }`
  const { host, log } = await startTestHost(context, { yaml, packages: { x: fakeAdapter() }, clock, httpClients })
  assert.deepEqual(used.splice(0), [
    ['a', await tlsOf('')],
    [undefined, undefined],
  ])
  const { text } = await host.inject({ url: '/metrics' }, 'admin')
  assert.match(text, /^heliograph_certificate_expires_seconds\{listener="outgoing",instance="a"\} \d+$/m)
  await use('renewed-')
  await lookAtFiles(clock, 2)
  assert.deepEqual(used.splice(0), [['a', await tlsOf('renewed-')]])
  const line = log.find(({ msg }) => String(msg).startsWith('Files have changed'))
  assert.deepEqual(line?.applied, ['instances.a.outgoingTls.cert', 'instances.a.outgoingTls.key'])
  assert.ok(!JSON.stringify(log).includes('PRIVATE KEY'))
  const { restart } = await host.planReload(
    await load(context, { yaml: 'instances: { a: { use: x }, b: { use: x } }' }),
  )
  assert.deepEqual(restart, ['instances.a.outgoingTls'])
})

test('what webhooks show is taken over from changed files and from a reload, and measured', async (context) => {
  const { cert, key, use } = await certificateFiles(context)
  const used: (OutboundTls | undefined)[] = []
  const clock = createManualClock(0)
  const yaml = `webhookTls: { cert: { file: ${cert} }, key: { file: ${key} } }`
  const { host, log } = await startTestHost(context, { clock, useWebhookTls: (tls) => void used.push(tls) })
  const reload = async (yaml: string) => (await host.planReload(await load(context, { yaml }))).apply()
  const reported = () =>
    log.splice(0).flatMap(({ msg, applied, failed }) => (/^Files have/.test(`${msg}`) ? [applied ?? failed] : []))
  const left = async () =>
    /^heliograph_certificate_expires_seconds\{listener="webhookTls",instance="gateway"\} (\d+)$/m.exec(
      (await host.inject({ url: '/metrics' }, 'admin')).text,
    )?.[1]
  const end = async (name: string) => {
    const expires = certificateEnd(await readFile(pem(name), 'utf8')) as number
    return `${Math.round((expires - clock.now()) / 1000)}`
  }
  assert.equal(await left(), undefined)
  assert.deepEqual((await reload(yaml)).applied, ['webhookTls'])
  assert.deepEqual(used.splice(0), [await tlsOf('')])
  assert.equal(await left(), await end('cert'))
  await lookAtFiles(clock, 2)
  await use('renewed-')
  await lookAtFiles(clock, 2)
  assert.deepEqual(used.splice(0), [await tlsOf('renewed-')])
  assert.deepEqual(reported(), [['webhookTls.cert', 'webhookTls.key']])
  assert.equal(await left(), await end('renewed-cert'))
  assert.deepEqual((await reload(yaml)).applied, [], 'a reload finds what is in effect already')
  await writeFile(key, 'no key')
  await lookAtFiles(clock, 2)
  assert.match(JSON.stringify(reported()), /"path":"webhookTls","message":"It cannot be used/)
  assert.deepEqual((await reload('{}')).applied, ['webhookTls'])
  assert.deepEqual(used, [undefined])
})

test('a certificate that does not fit its key is found before anything starts', async (context) => {
  const files = {
    'cert.pem': await readFile(pem('cert'), 'utf8'),
    'key.pem': await readFile(pem('renewed-key'), 'utf8'),
  }
  const yaml = 'instances: { a: { use: x, outgoingTls: { cert: { file: cert.pem }, key: { file: key.pem } } } }'
  const { host } = await createTestHost(context, { yaml, files, packages: { x: fakeAdapter() } })
  await assert.rejects(host.plan(), /instances\.a\.outgoingTls.*cannot be used.*key/is)
})
