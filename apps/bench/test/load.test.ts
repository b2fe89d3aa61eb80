import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startGenerator } from '../src/generator/generator-process.ts'
import type { LoadJob, LoadResult } from '../src/generator/job.ts'
import { recipientOf, textOf } from '../src/generator/request-template.ts'
import { prepareLoad } from '../src/generator/run-load.ts'
import { sendsmsRequest } from '../src/kannel/sendsms-request.ts'
import { type StubBehaviour, type StubGateway, startStubGateway } from './stub-gateway.ts'

function jobFor(stub: StubGateway, job: Partial<LoadJob>): LoadJob {
  return {
    host: '127.0.0.1',
    port: stub.port,
    apiKey: 'secret-key',
    request: { kind: 'single' },
    pace: { kind: 'closed', thinkMs: 0 },
    clients: 4,
    requests: 40,
    seconds: undefined,
    firstNumber: 0,
    keepTimes: false,
    ...job,
  }
}

const NEVER = new AbortController().signal

/** Whatever goes wrong, a test ends and closes what it opened (the server with its connections, and the generator). */
const LIMIT = { timeout: 60_000 }

async function runAgainst(
  t: TestContext,
  behaviour: StubBehaviour,
  job: Partial<LoadJob>,
): Promise<{ result: LoadResult; stub: StubGateway }> {
  const stub = await startStubGateway(behaviour)
  t.after(() => stub.close())
  const load = await prepareLoad(jobFor(stub, job))
  return { result: await load.run(), stub }
}

test('a closed loop sends every message once, over its connections', LIMIT, async (t) => {
  const { result, stub } = await runAgainst(t, {}, { requests: 1000, clients: 8, firstNumber: 5000 })
  assert.equal(stub.connections, 8)
  const sent = stub.requests.map((request) => JSON.parse(request.body).messages[0])
  assert.deepEqual(
    sent.map(({ text }) => text).sort(),
    Array.from({ length: 1000 }, (_, index) => textOf(5000 + index)),
  )
  assert.deepEqual(
    sent.map(({ destinations }) => destinations[0].to).sort(),
    Array.from({ length: 1000 }, (_, index) => recipientOf(5000 + index)).sort(),
  )
  assert.ok(stub.requests.every(({ method, url }) => method === 'POST' && url === '/sms/2/messages'))
  assert.ok(stub.requests.every(({ apiKey }) => apiKey === 'App secret-key'))
  const { requests, succeeded, accepted, statuses, firstError, times } = result
  assert.deepEqual(
    { requests, succeeded, accepted, statuses, firstError, times },
    { requests: 1000, succeeded: 1000, accepted: 1000, statuses: { 200: 1000 }, firstError: null, times: [] },
  )
  assert.ok(result.lastAtMs > result.firstAtMs)
  assert.ok(result.cpuSeconds > 0)
})

test('a batch counts the messages of its answers', LIMIT, async (t) => {
  const request = { kind: 'batch', destinations: 1000 } as const
  const { result, stub } = await runAgainst(t, {}, { requests: 6, clients: 2, request, firstNumber: 7 })
  assert.equal(result.accepted, 6000)
  const numbers = stub.requests.flatMap(({ body }) =>
    JSON.parse(body).messages[0].destinations.map(({ to }: { to: string }) => to),
  )
  assert.deepEqual(numbers.sort(), Array.from({ length: 6000 }, (_, index) => recipientOf(7 + index)).sort())
})

test('look-ups go through the ids in turn', LIMIT, async (t) => {
  const request = { kind: 'report', messageIds: ['a', 'b c'] } as const
  const { result, stub } = await runAgainst(t, {}, { requests: 3, clients: 1, request })
  assert.deepEqual(
    stub.requests.map(({ method, url }) => `${method} ${url}`),
    ['a', 'b%20c', 'a'].map((id) => `GET /sms/2/reports?messageId=${id}`),
  )
  assert.equal(result.accepted, 3)
})

test('no request begins after the time is over, and those under way are waited for', LIMIT, async (t) => {
  const { result, stub } = await runAgainst(t, { delayMs: () => 5 }, { requests: 1_000_000, seconds: 0.3 })
  assert.ok(result.requests >= 4 && result.requests < 1_000_000, `${result.requests} requests`)
  assert.deepEqual([stub.requests.length, result.accepted], [result.requests, result.requests])
})

test("Kannel's sendsms: number and text of each message, and where to call for receipts", LIMIT, async (t) => {
  const callback = 'http://127.0.0.1:9/receipt?type=%d'
  const request = sendsmsRequest('stub', callback)
  const { stub } = await runAgainst(t, {}, { requests: 3, firstNumber: 41, request })
  const queries = stub.requests.map(({ url }) => new URL(url, 'http://stub').searchParams)
  assert.deepEqual(
    queries.map((query) => [query.get('to'), query.get('text'), query.get('dlr-mask'), query.get('dlr-url')]).sort(),
    [41, 42, 43].map((number) => [recipientOf(number), textOf(number), '3', callback]),
  )
})

test('answers that are no success are counted and shown', LIMIT, async (t) => {
  const status = (number: number) => (number % 4 === 3 ? 429 : 200)
  const { result } = await runAgainst(t, { status }, { requests: 40 })
  assert.deepEqual(result.statuses, { 200: 30, 429: 10 })
  assert.equal(result.succeeded, 30)
  assert.equal(result.accepted, 30)
  assert.match(result.firstError ?? '', /status 429/)
})

test('a closed loop does not see what a stall keeps it from sending, an open loop does', LIMIT, async (t) => {
  // A timer may be a little early.
  const STALL_SEEN_MS = 295
  // One request of 200 is answered 300 ms late, on the only connection.
  const delayMs = (number: number) => (number === 50 ? 300 : 0)
  const common = { requests: 200, clients: 1, keepTimes: true }
  const closed = await runAgainst(t, { delayMs }, common)
  const open = await runAgainst(t, { delayMs }, { ...common, pace: { kind: 'open', requestsPerSecond: 400 } })
  const times = ({ result }: typeof closed) => [...result.times].sort((a, b) => a.sequence - b.sequence)
  const [stalled, next] = times(closed).slice(50, 52)
  assert.ok((stalled?.latencyMs ?? 0) >= STALL_SEEN_MS)
  assert.ok(
    (next?.startedAtMs ?? 0) >= (stalled?.startedAtMs ?? 0) + STALL_SEEN_MS,
    'it began only when the stall was over',
  )
  // These requests fell due on time and waited for the rest of the stall.
  for (let behind = 0; behind < 100; behind++) {
    const { latencyMs = 0 } = times(open)[50 + behind] ?? {}
    assert.ok(latencyMs >= STALL_SEEN_MS - behind * 2.5, `${behind} requests behind the stall: ${latencyMs} ms`)
  }
})

test('an open loop keeps its rate', LIMIT, async (t) => {
  const { result } = await runAgainst(
    t,
    {},
    { requests: 200, clients: 4, pace: { kind: 'open', requestsPerSecond: 500 }, keepTimes: true },
  )
  const starts = result.times.map(({ startedAtMs }) => startedAtMs).sort((a, b) => a - b)
  assert.equal(starts.length, 200)
  for (let index = 1; index < starts.length; index++) {
    assert.ok(Math.abs((starts[index] ?? 0) - (starts[index - 1] ?? 0) - 2) < 0.01)
  }
})

test('a pause between requests holds', LIMIT, async (t) => {
  const { result } = await runAgainst(
    t,
    {},
    { requests: 5, clients: 1, pace: { kind: 'closed', thinkMs: 20 }, keepTimes: true },
  )
  assert.ok(result.lastAtMs - result.firstAtMs >= 4 * 19)
})

test('the generator process gives the same result', LIMIT, async (t) => {
  const stub = await startStubGateway()
  t.after(() => stub.close())
  const generator = await startGenerator(jobFor(stub, { requests: 100 }))
  t.after(() => generator.stop())
  assert.equal(stub.requests.length, 0, 'nothing before it is told to go')
  // The generator may see its connections as open before the server in this process does.
  await stub.until(() => stub.connections === 4)
  const result = await generator.run({ timeoutMs: 10_000, signal: NEVER })
  assert.equal(result.accepted, 100)
})

test('a server that goes away ends the load', LIMIT, async (t) => {
  const stub = await startStubGateway({ delayMs: () => 60_000 })
  t.after(() => stub.close())
  const generator = await startGenerator(jobFor(stub, {}))
  t.after(() => generator.stop())
  const failed = assert.rejects(generator.run({ timeoutMs: 10_000, signal: NEVER }), /closed the connection/)
  await stub.until(() => stub.requests.length === 4)
  await stub.close()
  await failed
})

test('a load that takes too long is ended', LIMIT, async (t) => {
  const stub = await startStubGateway({ delayMs: () => 60_000 })
  t.after(() => stub.close())
  const generator = await startGenerator(jobFor(stub, {}))
  t.after(() => generator.stop())
  await assert.rejects(generator.run({ timeoutMs: 50, signal: NEVER }), /ended early/)
  await assert.rejects(
    generator.run({ timeoutMs: 50, signal: NEVER }),
    /ended early/,
    'one that is gone has no answer either',
  )
})

test('a connection lost before the load begins is found out', LIMIT, async (t) => {
  const stub = await startStubGateway()
  t.after(() => stub.close())
  const load = await prepareLoad(jobFor(stub, {}))
  await stub.until(() => stub.connections === 4)
  await stub.close()
  await assert.rejects(load.run(), /closed the connection/)
})

test('no server: the generator says so', LIMIT, async (t) => {
  const stub = await startStubGateway()
  t.after(() => stub.close())
  // Nothing listens on port 1, whereas another process may already use the port of a closed stub.
  await assert.rejects(startGenerator(jobFor(stub, { port: 1 })), /ECONNREFUSED/)
})
