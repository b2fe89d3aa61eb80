import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { MESSAGE_STATES, PRIORITIES, systemClock } from '@heliograph/contracts'
import { openEmbeddedPostgres } from '@heliograph/postgres'
import { createLogger, createMetricsRegistry } from '@heliograph/runtime'
import { checkGeneratedBlocks, code, renderTable, startTcpProxy, type TcpProxy } from '@heliograph/testkit'
import { DEMO_EMAIL, DEMO_RECIPIENT } from '../src/demo.ts'
import { type Gateway, startGateway } from '../src/gateway.ts'
import { createModuleLoader } from '../src/import-module.ts'
import { loadSettings, type Settings } from '../src/settings.ts'
import { Crew } from '../src/workers/crew.ts'
import { DEMO_PORTS } from './support/demo-ports.ts'
import { makeDataDir, makeUsedDataDir, type TestDataDir, until } from './support/gateway-process.ts'
import { documentedNames, OBSERVABILITY, PROCESS_METRICS, sampleNames } from './support/observability.ts'

// What a scrape of a whole gateway shows: the demo with a link to a real network, which does not answer.

const SMSC = `{ use: '@heliograph/carrier-smpp', config: { links: { main: { hosts: ['127.0.0.1:1'], systemId: us, password: of-tests } } } }`

const CENSOR = `{ use: '${fileURLToPath(new URL('./support/censor/index.mjs', import.meta.url))}' }`

let folders: readonly TestDataDir[] = []
let postgres: Awaited<ReturnType<typeof openEmbeddedPostgres>> | undefined
let proxy: TcpProxy | undefined
let settings: Settings
let gateway: Gateway

before(async () => {
  folders = [await makeDataDir(), await makeUsedDataDir()]
  const [own, server] = folders.map(({ path }) => path) as [string, string]
  postgres = await openEmbeddedPostgres({ dataDir: server })
  const url = new URL(postgres.url)
  proxy = await startTcpProxy(Number(url.port))
  url.port = String(proxy.port)
  const set = [
    ...DEMO_PORTS.map((name) => `${name}=0`),
    // A replica that is away.
    'database.reportUrl=postgres://127.0.0.1:1/heliograph',
    `database.url=${url}`,
    `security.masterKey=${randomBytes(32).toString('hex')}`,
    `instances.smsc=${SMSC}`,
    `instances.censor=${CENSOR}`,
  ]
  settings = await loadSettings({ dataDir: own, set, json: false })
  const { importModule } = createModuleLoader(settings.configuration.baseDir)
  gateway = await startGateway(settings, {
    logger: createLogger({ level: 'silent' }),
    importModule,
    signal: new AbortController().signal,
    readSettings: () => Promise.resolve(settings),
    onFatal: (reason) => assert.fail(reason),
  })
})
after(async () => {
  await gateway?.stop()
  await proxy?.close()
  await postgres?.stop()
  for (const folder of folders) await folder.remove()
})

interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

async function scrape(): Promise<readonly Sample[]> {
  const response = await fetch(`${gateway.addresses.admin}/metrics`)
  assert.equal(response.status, 200)
  return (await response.text()).split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (name === undefined) return []
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label, text])
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }]
  })
}

const valueIn = (samples: readonly Sample[], name: string, labels: Sample['labels'] = {}) =>
  samples.find(
    (sample) => sample.name === name && Object.entries(labels).every(([label, text]) => sample.labels[label] === text),
  )?.value

function send(text: string): Promise<Response> {
  return fetch(`${gateway.addresses.http}/sms/2/messages`, {
    method: 'POST',
    headers: { authorization: `App ${gateway.demo?.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ destinations: [{ to: DEMO_RECIPIENT }], text }] }),
  })
}

test('a message shows in the counters, and the deployment in its figures', async () => {
  assert.equal((await send('Hello')).status, 200)
  const link = 'simulator/main'
  const samples = await until(
    scrape,
    (found) =>
      valueIn(found, 'heliograph_messages_final_total', { link, state: 'delivered' }) === 1 &&
      valueIn(found, 'heliograph_nodes') === 1,
  )
  const total = (name: string, labels: Sample['labels']) => valueIn(samples, `heliograph_${name}_total`, labels)
  assert.equal(total('messages_accepted', { interface: 'v2', route: 'default' }), 1)
  assert.equal(total('messages_submitted', { link, route: 'default' }), 1)
  assert.equal(total('messages_unknown', { link, route: 'default' }), 0)
  assert.equal(total('receipts_matched', { link }), 1)
  assert.equal(valueIn(samples, 'heliograph_link_up', { link: 'smsc/main' }), 0)
  assert.equal(valueIn(samples, 'heliograph_queue_oldest_seconds', { priority: 'HIGH' }), 0)
})

test('a plugin has its say about a request in the form of its interface; what its hooks fail at is counted', async () => {
  const refused = await send('refused')
  const { requestError } = (await refused.json()) as { requestError: { serviceException: Record<string, unknown> } }
  const { messageId, text } = requestError.serviceException
  assert.deepEqual([refused.status, messageId, text], [403, 'FORBIDDEN', 'Not this text'])
  assert.equal((await send('broken')).status, 200)
  assert.equal(valueIn(await scrape(), 'heliograph_hook_faults_total', { plugin: 'censor' }), 1)
})

test('the README lists the metrics there are, and each is in a scrape', async () => {
  const described = gateway.metrics.describe()
  const all = [...described, ...describeSupervisor()].sort((a, b) => (a.name < b.name ? -1 : 1))
  const rows = all.map(({ name, kind, labels, help }) => [
    code(name),
    kind,
    labels.map((label) => code(label)).join(', '),
    help,
  ])
  await checkGeneratedBlocks(new URL('README.md', OBSERVABILITY), {
    metrics: renderTable(['Metric', 'Kind', 'Labels', 'Meaning'], rows),
  })
  const text = await (await fetch(`${gateway.addresses.admin}/metrics`)).text()
  for (const { name, kind } of described) assert.match(text, new RegExp(`^# TYPE ${name} ${kind}$`, 'm'))
  for (const name of PROCESS_METRICS) assert.match(text, new RegExp(`^${name} `, 'm'))
  const listed = await documentedNames()
  for (const metric of described) for (const name of sampleNames(metric)) assert.ok(listed.has(name), name)
})

/** The metrics that a gateway of several processes has besides. */
function describeSupervisor() {
  const metrics = createMetricsRegistry({ processMetrics: false })
  new Crew({
    names: ['gw-1'],
    holdsLog: false,
    clock: systemClock,
    logger: createLogger({ level: 'silent' }),
    metrics: metrics.forInstance('gateway'),
    adminUrl: () => '',
    onWait: () => undefined,
    onEnd: () => undefined,
    fork: () => assert.fail('it is not started'),
  })
  return metrics.describe()
}

test('labels and their values are from closed lists', async () => {
  const instances = settings.configuration.instances.map(({ id }) => id)
  // The metrics of a carrier name its own links by themselves.
  const links = ['simulator/main', 'smsc/main', 'main', 'none']
  const own = [...instances, 'engine', 'gateway', 'admin', 'http', 'none']
  const word = /^[A-Za-z][A-Za-z -]*$/
  const allowed: Readonly<Record<string, (value: string) => boolean>> = {
    instance: (value) => own.includes(value),
    interface: (value) => own.includes(value),
    plugin: (value) => own.includes(value),
    link: (value) => links.includes(value),
    priority: (value) => value in PRIORITIES,
    // A link's state, or a message's.
    state: (value) =>
      [...MESSAGE_STATES, 'standby', 'up', 'paused', 'connecting', 'refused', 'down'].includes(value as never),
    // Of messages, or the pattern of a path.
    route: (value) => value === 'default' || value === 'none' || value.startsWith('/'),
    method: (value) => /^[A-Z]+$/.test(value),
    status: (value) => /^\d{3}$|^[a-zA-Z_]+$/.test(value),
    le: (value) => !Number.isNaN(Number(value.replace('+Inf', '0'))),
    version: (value) => /^\d+\.\d+\.\d+/.test(value),
    node: (value) => value === settings.configuration.node.name,
    ...Object.fromEntries(
      ['pool', 'kind', 'result', 'outcome', 'chore', 'data', 'bind', 'level'].map((label) => [
        label,
        (value: string) => word.test(value),
      ]),
    ),
  }
  const samples = (await scrape()).filter(({ name }) => name.startsWith('heliograph_'))
  for (const { name, labels } of samples)
    for (const [label, value] of Object.entries(labels))
      assert.ok(allowed[label]?.(value), `${name} has ${label}="${value}"`)
  const values = new Set(samples.flatMap(({ labels }) => Object.values(labels)))
  for (const secret of [DEMO_EMAIL, DEMO_RECIPIENT, String(gateway.demo?.clientId)])
    assert.ok(
      [...values].every((value) => !value.includes(secret)),
      secret,
    )
  assert.ok(samples.length < 2_000, `${samples.length} samples`)
})

test('a scrape answers within a second while the database is away, with what the node knows itself', async () => {
  if (proxy !== undefined) proxy.target = undefined
  await postgres?.stop()
  postgres = undefined
  const age = 'heliograph_heartbeat_age_seconds'
  const before = valueIn(await scrape(), age) ?? 0
  const samples = await until(scrape, (found) => (valueIn(found, age) ?? 0) > Math.max(4, before))
  const askedAt = performance.now()
  await scrape()
  assert.ok(performance.now() - askedAt < 1_000)
  assert.equal(valueIn(samples, 'heliograph_messages_accepted_total', { interface: 'v2' }), 2)
  assert.equal(valueIn(samples, 'heliograph_nodes'), 1)
})
