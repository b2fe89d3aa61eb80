import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OutboundError } from '@heliograph/contracts'
import { captureLogger, createHttpClientDouble } from '@heliograph/testkit'
import { createBatchCallbacks } from '../src/batch-callbacks.ts'

const CALL = { url: 'http://client.example/', to: '27821234567', isGood: true, statusText: 'Success "1"' }
const calls = (count: number) => Array.from({ length: count }, (_, index) => ({ ...CALL, to: String(index) }))

test('every call is made, a few at once, whatever is answered', async () => {
  const http = createHttpClientDouble()
  http.script(...calls(50).map((_, index) => ({ status: index % 2 === 0 ? 200 : 500 })))
  const callbacks = createBatchCallbacks({ http, logger: captureLogger() })
  callbacks.tell('b', calls(50))
  assert.equal(http.requests.length, 4)
  await untilEnded(() => http.replied.length === 50)
  assert.deepEqual(
    http.requests.map(({ url }) => new URL(url).searchParams.get('to')),
    calls(50).map(({ to }) => to),
  )
  await callbacks.stop()
})

test('a server that does not answer is given up, and one that does so now and then is not', async () => {
  const http = createHttpClientDouble()
  const log = captureLogger()
  const callbacks = createBatchCallbacks({ http, logger: log })
  const dead = new OutboundError('connect', 'refused')
  http.script(dead, { status: 200 }, dead, { status: 200 }, ...Array.from({ length: 8 }, () => dead))
  callbacks.tell('b', calls(100))
  await untilEnded(() => log.at('info').some(({ fields }) => fields.leftOut !== undefined))
  const leftOut = log.at('info').at(-1)?.fields.leftOut as number
  assert.ok(leftOut >= 88 && leftOut < 96, `${leftOut} are left out`)
  await callbacks.stop()
})

test('stop ends the calls under way and makes no more', async () => {
  const http = createHttpClientDouble()
  http.hang()
  const callbacks = createBatchCallbacks({ http, logger: captureLogger() })
  callbacks.tell('b', calls(100))
  await callbacks.stop()
  assert.deepEqual([http.requests.length, http.unanswered], [4, 0])
  callbacks.tell('c', calls(1))
  assert.equal(http.requests.length, 4)
})

test('batches beyond the hundredth that is under way are left out', async () => {
  const http = createHttpClientDouble()
  http.hang()
  const log = captureLogger()
  const callbacks = createBatchCallbacks({ http, logger: log })
  for (let batch = 1; batch <= 101; batch += 1) callbacks.tell(`b${batch}`, calls(1))
  assert.equal(http.requests.length, 100)
  assert.deepEqual(
    log.at('info').map(({ fields }) => fields),
    [{ batchId: 'b101', leftOut: 1 }],
  )
  await callbacks.stop()
})

async function untilEnded(isEnded: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1_000 && !isEnded(); turn += 1) await new Promise(setImmediate)
  assert.ok(isEnded(), 'it goes on')
}
