import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMetricsRegistry } from '../src/index.ts'

function createRegistry() {
  const registry = createMetricsRegistry({ processMetrics: false })
  const lines = async () => (await registry.render()).split('\n')
  return { registry, lines }
}

test('the same metric of two instances is one metric with a label', async () => {
  const { registry, lines } = createRegistry()
  const one = registry.forInstance('one').counter('sends_total', 'Sends', ['status'])
  const other = registry.forInstance('other').counter('sends_total', 'Sends', ['status'])
  one.add(1, { status: 'ok' })
  one.add(2, { status: 'ok' })
  one.add(1, { status: 'bad' })
  other.add(5, { status: 'ok' })
  registry.forInstance('one').counter('sends_total', 'Sends', ['status']).add(1, { status: 'ok' })
  const expected = [
    '# HELP heliograph_sends Sends',
    '# TYPE heliograph_sends counter',
    'heliograph_sends_total{status="ok",instance="one"} 4',
    'heliograph_sends_total{status="bad",instance="one"} 1',
    'heliograph_sends_total{status="ok",instance="other"} 5',
    '# EOF',
    '',
  ]
  assert.deepEqual(await lines(), expected)
  assert.deepEqual(await lines(), expected, 'a second scrape counts nothing twice')
})

test('a counter may be asked for its total at each scrape', async () => {
  const { registry, lines } = createRegistry()
  const counter = registry.forInstance('engine').counter('messages', 'Messages', ['link'])
  let messages = 2
  counter.collect(() => messages, { link: 'a' })
  const samples = async () => (await lines()).filter((line) => line.includes('{'))
  assert.deepEqual(await samples(), ['heliograph_messages_total{link="a",instance="engine"} 2'])
  messages = 5
  assert.deepEqual(await samples(), ['heliograph_messages_total{link="a",instance="engine"} 5'])
  assert.deepEqual(await samples(), ['heliograph_messages_total{link="a",instance="engine"} 5'], 'nothing counts twice')
})

test('the registry says which metrics there are', () => {
  const { registry } = createRegistry()
  registry.forInstance('b').gauge('up', 'Whether it is up', ['link'])
  registry.forInstance('a').counter('sends_total', 'Sends')
  registry.forInstance('a').histogram('commit_seconds', 'Commits', [1])
  registry.forInstance('c').counter('sends_total', 'Sends')
  assert.deepEqual(registry.describe(), [
    { name: 'heliograph_commit_seconds', kind: 'histogram', help: 'Commits', labels: [] },
    { name: 'heliograph_sends', kind: 'counter', help: 'Sends', labels: [] },
    { name: 'heliograph_up', kind: 'gauge', help: 'Whether it is up', labels: ['link'] },
  ])
})

test('gauges are set, or asked at each scrape', async () => {
  const { registry, lines } = createRegistry()
  let waiting = 3
  const gauge = registry.forInstance('sim').gauge('queue_parts', 'Parts waiting', ['priority'])
  gauge.set(7, { priority: 'bulk' })
  gauge.collect(() => waiting, { priority: 'high' })
  const samples = async () => (await lines()).filter((line) => line.includes('{'))
  assert.deepEqual(await samples(), [
    'heliograph_queue_parts{priority="bulk",instance="sim"} 7',
    'heliograph_queue_parts{priority="high",instance="sim"} 3',
  ])
  waiting = 4
  gauge.collect(() => waiting * 10, { priority: 'high' })
  assert.ok((await samples()).includes('heliograph_queue_parts{priority="high",instance="sim"} 40'))
})

test('histograms count into the given buckets', async () => {
  const { registry, lines } = createRegistry()
  const histogram = registry.forInstance('a').histogram('commit_seconds', 'Commits', [0.1, 1])
  for (const seconds of [0.05, 0.5, 5]) histogram.observe(seconds)
  const samples = (await lines()).filter((line) => line.includes('{'))
  assert.deepEqual(samples, [
    'heliograph_commit_seconds_bucket{le="0.1",instance="a"} 1',
    'heliograph_commit_seconds_bucket{le="1",instance="a"} 2',
    'heliograph_commit_seconds_bucket{le="+Inf",instance="a"} 3',
    'heliograph_commit_seconds_sum{instance="a"} 5.55',
    'heliograph_commit_seconds_count{instance="a"} 3',
  ])
})

test('histograms tell their series apart by labels, and add up over scrapes', async () => {
  const { registry, lines } = createRegistry()
  const of = (instance: string) =>
    registry.forInstance(instance).histogram('request_seconds', 'R', [1], ['route', 'status'])
  of('a').observe(1, { route: '/x', status: '200' })
  of('a').observe(2, { status: '200', route: '/x' })
  of('a').observe(3, { route: '/x', status: '500' })
  of('b').observe(4, { route: '/x', status: '200' })
  const text = (await lines()).join('\n')
  assert.match(text, /^# TYPE heliograph_request_seconds histogram$/m)
  of('a').observe(0.5, { route: '/x', status: '200' })
  assert.deepEqual(
    (await lines()).filter((line) => /_(?:count|sum|bucket\{le="1")/.test(line)),
    [
      'heliograph_request_seconds_bucket{le="1",route="/x",status="200",instance="a"} 2',
      'heliograph_request_seconds_sum{route="/x",status="200",instance="a"} 3.5',
      'heliograph_request_seconds_count{route="/x",status="200",instance="a"} 3',
      'heliograph_request_seconds_bucket{le="1",route="/x",status="500",instance="a"} 0',
      'heliograph_request_seconds_sum{route="/x",status="500",instance="a"} 3',
      'heliograph_request_seconds_count{route="/x",status="500",instance="a"} 1',
      'heliograph_request_seconds_bucket{le="1",route="/x",status="200",instance="b"} 0',
      'heliograph_request_seconds_sum{route="/x",status="200",instance="b"} 4',
      'heliograph_request_seconds_count{route="/x",status="200",instance="b"} 1',
    ],
  )
})

const MISUSES: readonly { readonly name: string; readonly run: () => void; readonly message: RegExp }[] = [
  {
    name: 'one name for two kinds',
    run: () => {
      const { registry } = createRegistry()
      registry.forInstance('a').counter('x', 'X')
      registry.forInstance('b').gauge('x', 'X')
    },
    message: /^The metric heliograph_x is registered as a counter with labels \[\], not as a gauge with \[\]\.$/,
  },
  {
    name: 'one name with other labels',
    run: () => {
      const { registry } = createRegistry()
      registry.forInstance('a').gauge('x', 'X', ['link'])
      registry.forInstance('b').gauge('x', 'X', ['route'])
    },
    message: /labels \[link\], not as a gauge with \[route\]/,
  },
  {
    name: 'a label that was not declared',
    run: () => createRegistry().registry.forInstance('a').counter('x', 'X').add(1, { link: 'l' }),
    message: /The label 'link' was not declared/,
  },
  {
    name: 'a value of a histogram that is no number',
    run: () => createRegistry().registry.forInstance('a').histogram('x', 'X', [1]).observe(Number.NaN),
    message: /A histogram counts numbers: NaN/,
  },
  {
    name: 'a label of a histogram that was not declared',
    run: () => createRegistry().registry.forInstance('a').histogram('x', 'X', [1]).observe(1, { link: 'l' }),
    message: /The label 'link' was not declared/,
  },
  {
    name: 'a counter that goes down',
    run: () => createRegistry().registry.forInstance('a').counter('x', 'X').add(-1),
    message: /A counter cannot go down: -1/,
  },
]

for (const { name, run, message } of MISUSES) {
  test(`metrics refuse ${name}`, () => assert.throws(run, { message }))
}

test('registries of one process do not share metrics, and have those of the process', async () => {
  const registry = createMetricsRegistry()
  createMetricsRegistry().forInstance('a').counter('elsewhere', 'Elsewhere').add(1)
  const text = await registry.render()
  assert.match(text, /^process_cpu_seconds_total \d/m)
  assert.match(text, /^nodejs_eventloop_lag_seconds /m)
  assert.ok(!text.includes('elsewhere'))
  assert.ok(text.endsWith('\n# EOF\n'))
})
