import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serialOf, textOf } from '../src/generator/request-template.ts'
import { prepareSmppLoad } from '../src/smpp-generator/run-smpp-load.ts'
import { startSmscProcess } from '../src/smsc/smsc-process.ts'
import { Tally } from '../src/smsc/tally.ts'

for (const [text, serial] of [
  [textOf(0), 0],
  [textOf(9_999_999), 9_999_999],
  [textOf(1_234_567), 1_234_567],
  ['Benchmark message', undefined],
  ['Benchmark message 12x4567, short', undefined],
] as const) {
  test(`number in '${text}'`, () => assert.equal(serialOf(Buffer.from(text)), serial))
}

test('a tally counts messages, repeated ones and others', () => {
  const tally = new Tally()
  for (const serial of [1, 70_000, 1, 200_000, 1, 70_000]) tally.add(Buffer.from(textOf(serial)))
  tally.add(Buffer.from('something else'))
  assert.deepEqual([tally.submits, tally.messages], [7, 3])
  assert.deepEqual(
    tally.repeated,
    new Map([
      [1, 3],
      [70_000, 2],
    ]),
  )
})

test('the network as a process: counts, window, receipts, end', { timeout: 60_000 }, async (t) => {
  const smsc = await startSmscProcess({ answerAfterMs: 5 })
  t.after(() => smsc.stop())
  const load = await prepareSmppLoad({
    host: '127.0.0.1',
    port: smsc.port,
    systemId: 'bench',
    password: 'secret',
    sessions: 1,
    window: 7,
    messages: 50,
    seconds: undefined,
    messagesPerSecond: undefined,
    receipts: true,
    firstNumber: 0,
    reconnect: false,
    patienceMs: 10_000,
    keepIds: false,
  })
  const result = await load.run()
  assert.ok(result.latency.p50Ms >= 4, `answered after ${result.latency.p50Ms} ms`)
  const { submits, messages, mostUnanswered, binds, receipts, firstAtMs, lastAtMs } = await smsc.stats()
  assert.deepEqual([submits, messages, mostUnanswered, binds, receipts.sent], [50, 50, 7, 1, 50])
  assert.ok(firstAtMs > 0 && lastAtMs > firstAtMs)
  assert.equal((await smsc.repeated()).size, 0)
  smsc.stop()
  await assert.rejects(async () => {
    for (;;) await smsc.stats()
  }, /fake SMSC/)
})
