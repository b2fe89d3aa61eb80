import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type FakeSmsc, type FakeSmscOptions, startFakeSmsc } from '@heliograph/testkit'
import { recipientOf, textOf } from '../src/generator/request-template.ts'
import { startSmppGenerator } from '../src/smpp-generator/generator-process.ts'
import type { SmppJob, SmppResult } from '../src/smpp-generator/job.ts'
import { prepareSmppLoad } from '../src/smpp-generator/run-smpp-load.ts'

// To the generator, an SMSC behaves as the gateway does.

const NEVER = new AbortController().signal
const LIMIT = { timeout: 60_000 }

async function openSmsc(t: TestContext, options: FakeSmscOptions = {}): Promise<FakeSmsc> {
  const smsc = await startFakeSmsc(options)
  t.after(() => smsc.stop())
  return smsc
}

function jobFor(smsc: FakeSmsc, job: Partial<SmppJob> = {}): SmppJob {
  return {
    host: '127.0.0.1',
    port: smsc.port,
    systemId: 'user@example.com',
    password: 'secret',
    sessions: 2,
    window: 10,
    messages: 200,
    seconds: undefined,
    messagesPerSecond: undefined,
    receipts: true,
    firstNumber: 0,
    reconnect: false,
    patienceMs: 10_000,
    keepIds: false,
    ...job,
  }
}

async function runAgainst(smsc: FakeSmsc, job: Partial<SmppJob> = {}): Promise<SmppResult> {
  return (await prepareSmppLoad(jobFor(smsc, job))).run()
}

test('every message once, over all sessions, within the window, and a receipt for each', LIMIT, async (t) => {
  const smsc = await openSmsc(t, { behaviour: { otherwise: { delayMs: 1 } } })
  const result = await runAgainst(smsc, { messages: 500, firstNumber: 700 })
  assert.deepEqual(
    smsc.received.map(({ text }) => text).sort(),
    Array.from({ length: 500 }, (_, index) => textOf(700 + index)),
  )
  assert.ok(smsc.received.every(({ to, text }) => to === recipientOf(Number(text.slice(18, 25)))))
  assert.equal(smsc.binds.length, 2)
  for (const { kind, mostUnanswered, submits } of smsc.binds) {
    assert.equal(kind, 'transceiver')
    assert.ok(submits > 100 && mostUnanswered === 10, `${submits} submits, ${mostUnanswered} unanswered at once`)
  }
  const { submitted, accepted, refused, unanswered, rebinds, receipts } = result
  assert.deepEqual(
    { submitted, accepted, refused, unanswered, rebinds },
    { submitted: 500, accepted: 500, refused: {}, unanswered: {}, rebinds: 0 },
  )
  assert.deepEqual([receipts.messages, receipts.duplicates, receipts.strangers, receipts.failures], [500, 0, 0, 0])
  assert.ok(result.latency.p50Ms >= 1 && receipts.latency.p50Ms >= result.latency.p50Ms)
  assert.ok(result.firstAtMs < result.lastAnswerAtMs && receipts.lastAtMs >= result.firstAtMs)
  for (const course of [result.course.accepted, result.course.receipts]) {
    assert.equal(
      course.reduce((sum, count) => sum + count, 0),
      500,
    )
  }
})

test('receipts that come early, twice, of strangers or of failures are told apart', LIMIT, async (t) => {
  const smsc = await openSmsc(t)
  smsc.script(
    { receipt: { before: true } },
    { receipt: { times: 3 } },
    { receipt: { id: '4711' } },
    { receipt: { stat: 'UNDELIV' } },
  )
  const { receipts, accepted } = await runAgainst(smsc, { messages: 10, patienceMs: 2_000 })
  assert.equal(accepted, 10)
  assert.deepEqual([receipts.messages, receipts.duplicates, receipts.strangers, receipts.failures], [9, 2, 1, 1])
})

test('refused submits are counted by their status', LIMIT, async (t) => {
  const smsc = await openSmsc(t)
  smsc.script({ status: 0x58 }, { status: 0x0b }, { status: 0x58 })
  const { accepted, refused, receipts } = await runAgainst(smsc, { messages: 20, keepIds: true })
  assert.deepEqual([accepted, refused, receipts.messages], [17, { '0x58': 2, '0xb': 1 }, 17])
})

test('the ids of accepted messages', LIMIT, async (t) => {
  const smsc = await openSmsc(t, { firstId: 5000n })
  const { acceptedIds } = await runAgainst(smsc, { messages: 3, keepIds: true })
  assert.deepEqual([...acceptedIds].sort(), [5000, 5001, 5002])
})

test('without receipts the load ends with the last answer', LIMIT, async (t) => {
  const smsc = await openSmsc(t)
  const { receipts, accepted } = await runAgainst(smsc, { messages: 50, receipts: false })
  assert.deepEqual([accepted, receipts.messages, smsc.counts.receiptsSent], [50, 0, 0])
})

test('no submit begins after the time is over', LIMIT, async (t) => {
  const smsc = await openSmsc(t, { behaviour: { otherwise: { delayMs: 5 } } })
  const result = await runAgainst(smsc, { messages: 1_000_000, seconds: 0.3 })
  assert.ok(result.submitted >= 20 && result.submitted < 100_000, `${result.submitted} submitted`)
  assert.deepEqual([result.accepted, result.receipts.messages], [result.submitted, result.submitted])
})

test('an open loop keeps its rate', LIMIT, async (t) => {
  const smsc = await openSmsc(t)
  const result = await runAgainst(smsc, { messages: 200, messagesPerSecond: 500 })
  assert.equal(result.accepted, 200)
  const tookMs = result.lastAnswerAtMs - result.firstAtMs
  assert.ok(tookMs >= 199 * 2, `${tookMs} ms for 200 messages`)
})

test('sessions that are lost are bound again, and what had no answer is reported', LIMIT, async (t) => {
  const smsc = await openSmsc(t, { behaviour: { otherwise: { delayMs: 2 } } })
  const running = runAgainst(smsc, { messages: 2000, reconnect: true, patienceMs: 20_000 })
  await smsc.until('some came', () => smsc.counts.submits > 300)
  smsc.dropConnections()
  const { submitted, accepted, unanswered, rebinds, receipts } = await running
  assert.deepEqual([submitted, rebinds], [2000, 2])
  assert.ok((unanswered.lost ?? 0) > 0, 'nothing was under way')
  assert.equal(accepted + Object.values(unanswered).reduce((sum, count) => sum + count, 0), 2000)
  // Messages whose answer was lost are reported anyway.
  assert.equal(receipts.messages, accepted)
  assert.equal(receipts.messages + receipts.strangers, smsc.counts.accepted)
})

test('a lost session ends a load that is not to bind again', LIMIT, async (t) => {
  const smsc = await openSmsc(t, { behaviour: { otherwise: { delayMs: 60_000 } } })
  const failed = assert.rejects(runAgainst(smsc), /closed a session/)
  await smsc.until('all came', () => smsc.counts.submits === 20)
  smsc.dropConnections()
  await failed
})

test('a refused bind is reported', LIMIT, async (t) => {
  const smsc = await openSmsc(t, { password: 'other' })
  await assert.rejects(prepareSmppLoad(jobFor(smsc)), /0xe/)
})

test('the generator process gives the same result', LIMIT, async (t) => {
  const smsc = await openSmsc(t)
  const generator = await startSmppGenerator(jobFor(smsc, { messages: 100, keepIds: true }))
  t.after(() => generator.stop())
  await smsc.until('bound', () => smsc.binds.length === 2)
  assert.equal(smsc.counts.submits, 0, 'nothing before it is told to go')
  const { accepted, receipts, acceptedIds } = await generator.run({ timeoutMs: 10_000, signal: NEVER })
  assert.deepEqual([accepted, receipts.messages, acceptedIds.length], [100, 100, 100])
})
