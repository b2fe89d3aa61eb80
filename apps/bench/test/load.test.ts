import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startGenerator } from '../src/generator/generator-process.ts'
import type { LoadJob, LoadResult } from '../src/generator/job.ts'
import { recipientOf, textOf } from '../src/generator/request-template.ts'
import { prepareLoad } from '../src/generator/run-load.ts'
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
    firstNumber: 0,
    keepTimes: false,
    ...job,
  }
}

async function runAgainst(
  behaviour: StubBehaviour,
  job: Partial<LoadJob>,
): Promise<{ result: LoadResult; stub: StubGateway }> {
  const stub = await startStubGateway(behaviour)
  try {
    const load = await prepareLoad(jobFor(stub, job))
    return { result: await load.run(), stub }
  } finally {
    await stub.close()
  }
}

test('a closed loop sends every message once, over its connections', async () => {
  const { result, stub } = await runAgainst({}, { requests: 1000, clients: 8, firstNumber: 5000 })
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

test('a batch counts the messages of its answers', async () => {
  const request = { kind: 'batch', destinations: 1000 } as const
  const { result, stub } = await runAgainst({}, { requests: 6, clients: 2, request, firstNumber: 7 })
  assert.equal(result.accepted, 6000)
  const numbers = stub.requests.flatMap(({ body }) =>
    JSON.parse(body).messages[0].destinations.map(({ to }: { to: string }) => to),
  )
  assert.deepEqual(numbers.sort(), Array.from({ length: 6000 }, (_, index) => recipientOf(7 + index)).sort())
})

test('look-ups go through the ids in turn', async () => {
  const request = { kind: 'report', messageIds: ['a', 'b c'] } as const
  const { result, stub } = await runAgainst({}, { requests: 3, clients: 1, request })
  assert.deepEqual(
    stub.requests.map(({ method, url }) => `${method} ${url}`),
    ['a', 'b%20c', 'a'].map((id) => `GET /sms/2/reports?messageId=${id}`),
  )
  assert.equal(result.accepted, 3)
})

test('answers that are no success are counted and shown', async () => {
  const status = (number: number) => (number % 4 === 3 ? 429 : 200)
  const { result } = await runAgainst({ status }, { requests: 40 })
  assert.deepEqual(result.statuses, { 200: 30, 429: 10 })
  assert.equal(result.succeeded, 30)
  assert.equal(result.accepted, 30)
  assert.match(result.firstError ?? '', /status 429/)
})

test('a closed loop does not see what a stall keeps it from sending, an open loop does', async () => {
  // One request of 200 is answered 300 ms late, on the only connection.
  const delayMs = (number: number) => (number === 50 ? 300 : 0)
  const common = { requests: 200, clients: 1, keepTimes: true }
  const closed = await runAgainst({ delayMs }, common)
  const open = await runAgainst({ delayMs }, { ...common, pace: { kind: 'open', requestsPerSecond: 400 } })
  const slow = ({ result }: typeof closed) => result.times.filter(({ latencyMs }) => latencyMs > 100).length
  assert.equal(slow(closed), 1)
  assert.ok(slow(open) > 40, `${slow(open)} requests fell due in the stall and waited`)
  assert.ok(open.result.latency.maxMs >= 300)
})

test('an open loop keeps its rate', async () => {
  const { result } = await runAgainst(
    {},
    { requests: 200, clients: 4, pace: { kind: 'open', requestsPerSecond: 500 }, keepTimes: true },
  )
  const starts = result.times.map(({ startedAtMs }) => startedAtMs).sort((a, b) => a - b)
  assert.equal(starts.length, 200)
  for (let index = 1; index < starts.length; index++) {
    assert.ok(Math.abs((starts[index] ?? 0) - (starts[index - 1] ?? 0) - 2) < 0.01)
  }
})

test('a pause between requests holds', async () => {
  const { result } = await runAgainst(
    {},
    { requests: 5, clients: 1, pace: { kind: 'closed', thinkMs: 20 }, keepTimes: true },
  )
  assert.ok(result.lastAtMs - result.firstAtMs >= 4 * 19)
})

test('the generator process gives the same result', async () => {
  const stub = await startStubGateway()
  const generator = await startGenerator(jobFor(stub, { requests: 100 }))
  assert.equal(stub.requests.length, 0, 'nothing before it is told to go')
  assert.equal(stub.connections, 4)
  const result = await generator.run(10_000)
  assert.equal(result.accepted, 100)
  generator.stop()
  await stub.close()
})

test('a server that goes away ends the load', async () => {
  const stub = await startStubGateway({ delayMs: () => 60_000 })
  const generator = await startGenerator(jobFor(stub, {}))
  const result = generator.run(10_000)
  const failed = assert.rejects(result, /closed the connection/)
  while (stub.requests.length < 4) await new Promise((resolve) => setImmediate(resolve))
  await stub.close()
  await failed
  generator.stop()
})

test('a load that takes too long is ended', async () => {
  const stub = await startStubGateway({ delayMs: () => 60_000 })
  const generator = await startGenerator(jobFor(stub, {}))
  await assert.rejects(generator.run(50), /ended early/)
  await stub.close()
})

test('no server: the generator says so', async () => {
  const stub = await startStubGateway()
  await stub.close()
  await assert.rejects(startGenerator(jobFor(stub, {})), /ECONNREFUSED/)
})
