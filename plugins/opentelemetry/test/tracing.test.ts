import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Step } from '@heliograph/contracts'
import { createMemoryEngine, type PluginKit, withPluginKit } from '@heliograph/testkit'
import openTelemetry from '../src/index.ts'
import { spanIdOf, traceIdOf } from '../src/span-ids.ts'
import { type Collector, type ReceivedSpan, startCollector } from './collector.ts'

const ID = 'k3v9q0tx7mzd'
const TRACE = traceIdOf(ID)
const CALLER = '4bf92f3577b34da6a3ce929d0e0e4736'
const AT = Date.UTC(2026, 0, 31, 8)
const times = { startedAt: AT + 0.5, endedAt: AT + 3 }

const request: Step = {
  kind: 'request',
  requestId: ID,
  ...times,
  instanceId: 'v2',
  method: 'POST',
  route: '/sms/2/messages',
  status: 200,
  isFault: false,
  traceparent: undefined,
}
const accept: Step = { kind: 'accept', requestId: ID, ...times, origin: 'v2', clientId: 1001, messages: 2, smsId: 7 }
const submit: Step = {
  kind: 'submit',
  requestId: ID,
  ...times,
  smsId: 7,
  link: 'smsc/main',
  attempt: 1,
  outcome: 'accepted',
}
const receipt: Step = {
  kind: 'receipt',
  requestId: ID,
  ...times,
  smsId: 7,
  link: 'smsc/main',
  attempt: 1,
  part: 1,
  status: 'delivered',
}
const webhook: Step = {
  kind: 'webhook',
  requestId: ID,
  ...times,
  smsId: 7,
  webhookId: 9,
  attempt: 1,
  status: 204,
  verdict: 'delivered',
}

const [REQUEST, ACCEPT, SUBMIT] = ['request', 'accept', 'submit 7 1'].map((key) => spanIdOf(TRACE, key))
const SERVER = 2
const CLIENT = 3
const ERROR = 2

/** What a step looks like at the collector: its place in the trace, its kind, and whether it is an error. */
const ROWS: readonly (readonly [what: string, step: Step, expected: Partial<ReceivedSpan>, code?: number])[] = [
  [
    'a request is the root',
    request,
    { traceId: TRACE, spanId: REQUEST, name: 'POST /sms/2/messages', kind: SERVER } as Partial<ReceivedSpan>,
  ],
  ['a fault is an error', { ...request, status: 503, isFault: true }, { name: 'POST /sms/2/messages' }, ERROR],
  ['a refusal is no error', { ...request, status: 400 }, { name: 'POST /sms/2/messages' }],
  [
    'a submit by SMPP has no route',
    { ...request, instanceId: 'smpp', method: 'submit', route: '', status: null },
    { name: 'submit smpp' },
  ],
  [
    "a trusted proxy's trace goes on",
    { ...request, requestId: CALLER, traceparent: `00-${CALLER}-00f067aa0ba902b7-01` },
    { traceId: CALLER, parentSpanId: '00f067aa0ba902b7' },
  ],
  [
    'the trace of any other caller does not',
    { ...request, traceparent: `00-${CALLER}-00f067aa0ba902b7-01` },
    { traceId: TRACE, spanId: REQUEST } as Partial<ReceivedSpan>,
  ],
  ['accepting is below it', accept, { traceId: TRACE, spanId: ACCEPT, parentSpanId: REQUEST } as Partial<ReceivedSpan>],
  [
    'a submit is below that',
    submit,
    { spanId: SUBMIT, parentSpanId: ACCEPT, name: 'submit smsc/main', kind: CLIENT } as Partial<ReceivedSpan>,
  ],
  [
    'an unknown outcome is an error',
    { ...submit, outcome: 'unknown' },
    { spanId: SUBMIT } as Partial<ReceivedSpan>,
    ERROR,
  ],
  [
    'a receipt is below its submit',
    receipt,
    { parentSpanId: SUBMIT, name: 'receipt smsc/main' } as Partial<ReceivedSpan>,
  ],
  ['a webhook is below accepting', webhook, { parentSpanId: ACCEPT, name: 'webhook' } as Partial<ReceivedSpan>],
  ['a webhook that failed is an error', { ...webhook, verdict: 'try-again', status: null }, { name: 'webhook' }, ERROR],
]

async function withCollector(context: TestContext): Promise<Collector> {
  const collector = await startCollector()
  context.after(() => collector.close())
  return collector
}

function traced<T>(
  collector: Pick<Collector, 'endpoint'>,
  config: Readonly<Record<string, unknown>>,
  work: (kit: PluginKit) => Promise<T>,
): Promise<T> {
  return withPluginKit(openTelemetry, { config: { endpoint: collector.endpoint, intervalMs: 10, ...config } }, work)
}

for (const [what, step, expected, code = 0] of ROWS) {
  test(`${what}`, async (context) => {
    const collector = await withCollector(context)
    await traced(collector, {}, async ({ engine }) => {
      engine.steps.tell(step)
      await collector.hasReceived(1)
    })
    const [span] = collector.spans as readonly [ReceivedSpan]
    const seen = Object.fromEntries(Object.keys(expected).map((key) => [key, Reflect.get(span, key)]))
    assert.deepEqual(seen, expected)
    assert.equal(span.status.code ?? 0, code)
    assert.equal(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano), 2_500_000n)
    assert.equal(
      span.parentSpanId === undefined || span.parentSpanId === '',
      expected.parentSpanId === undefined && step.kind === 'request',
    )
  })
}

test('spans name interface, client and messages; the collector gets the credentials of the configuration', async (context) => {
  const collector = await withCollector(context)
  await traced(collector, { authorization: 'Bearer secret' }, async ({ engine }) => {
    engine.steps.tell(accept)
    await collector.hasReceived(1)
  })
  assert.deepEqual(collector.requests[0], { authorization: 'Bearer secret', path: '/v1/traces' })
  const attributes = Object.fromEntries(
    (collector.spans[0]?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]),
  )
  assert.deepEqual(attributes, {
    'heliograph.interface': 'v2',
    'heliograph.client_id': 1001,
    'heliograph.messages': 2,
    'heliograph.sms_id': 7,
  })
})

test('a trace outside the sample has no spans, on any node', async (context) => {
  const collector = await withCollector(context)
  await traced(collector, { sampleRatio: 0 }, async ({ engine, metrics }) => {
    for (const step of [request, accept, submit]) engine.steps.tell(step)
    assert.equal(metrics.value('spans_waiting', {}), 0)
  })
  assert.deepEqual(collector.spans, [])
})

test('spans that wait when the gateway stops are sent', async (context) => {
  const collector = await withCollector(context)
  await traced(collector, { intervalMs: 60_000 }, async ({ engine }) => {
    for (const step of [request, accept, submit]) engine.steps.tell(step)
  })
  assert.equal(collector.spans.length, 3)
})

test('a collector that does not answer holds up nothing: spans that find no room are dropped and counted', async (context) => {
  const collector = await withCollector(context)
  collector.status = undefined
  await traced(collector, { queueSpans: 2, timeoutMs: 100 }, async ({ engine, metrics }) => {
    for (const step of [request, accept, submit, receipt, webhook]) engine.steps.tell(step)
    assert.equal(metrics.value('spans', { outcome: 'dropped' }), 3)
    assert.equal(metrics.value('spans_waiting', {}), 2)
  })
})

test('a collector that takes nothing is logged once, until it takes spans again', async (context) => {
  const collector = await withCollector(context)
  collector.status = 400
  await traced(collector, {}, async ({ engine, log, metrics, plugin }) => {
    engine.steps.tell(request)
    await until(() => metrics.value('spans', { outcome: 'failed' }) === 1)
    assert.equal(plugin.health?.().status, 'degraded')
    engine.steps.tell(accept)
    await until(() => metrics.value('spans', { outcome: 'failed' }) === 2)
    assert.equal(log.at('warn').length, 1)
    collector.status = 200
    engine.steps.tell(submit)
    await collector.hasReceived(1)
    await until(() => metrics.value('spans', { outcome: 'exported' }) === 1)
    assert.equal(plugin.health?.().status, 'ok')
  })
})

const CHECKS: readonly (readonly [what: string, status: number, ok: boolean])[] = [
  ['a collector that answers passes', 200, true],
  ['a collector that refuses fails', 401, false],
]
for (const [what, status, ok] of CHECKS) {
  test(`check: ${what}`, async (context) => {
    const collector = await withCollector(context)
    collector.status = status
    await traced(collector, {}, async ({ plugin }) => {
      const [finding] = (await plugin.check?.(new AbortController().signal)) ?? []
      assert.equal(finding?.ok, ok)
      assert.deepEqual(collector.spans, [])
    })
  })
}

test('steps are watched between the start and the stop only', async (context) => {
  const collector = await withCollector(context)
  const { steps } = createMemoryEngine()
  assert.equal(steps.isWatched, false)
  let watched: boolean | undefined
  const engine = await traced(collector, {}, async (kit) => {
    watched = kit.engine.steps.isWatched
    return kit.engine
  })
  assert.deepEqual([watched, engine.steps.isWatched], [true, false])
})

/** Lets the event loop go on until something is true. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve))
}
