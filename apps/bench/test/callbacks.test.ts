import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { startCallbackSink } from '../src/callbacks/callback-sink.ts'
import { Lateness } from '../src/callbacks/lateness.ts'
import { RequestReader } from '../src/callbacks/request-reader.ts'

const GET = 'GET /receipt?type=1 HTTP/1.1\r\nHost: a\r\n\r\n'
const post = (body: string) => `POST /dlr HTTP/1.1\r\nhost: a\r\ncontent-length: ${body.length}\r\n\r\n${body}`

describe('requests of a connection', () => {
  const WHOLE = `${GET}${post('{"a":"\\r\\n\\r\\n"}')}${post('')}${GET}${post('last')}`
  const BODIES = ['', '{"a":"\\r\\n\\r\\n"}', '', '', 'last']
  for (const size of [1, 7, 64, WHOLE.length]) {
    test(`are told apart in pieces of ${size} octets`, () => {
      const reader = new RequestReader()
      const bodies: string[] = []
      for (let from = 0; from < WHOLE.length; from += size)
        bodies.push(...reader.read(Buffer.from(WHOLE.slice(from, from + size))))
      assert.deepEqual(bodies, BODIES)
    })
  }
})

test('lateness counts from what a webhook tells of, and begins again when it was asked', () => {
  const lateness = new Lateness()
  const at = Date.parse('2026-03-01T08:00:00.000Z')
  lateness.note('{"data":{"deliveredAt":"2026-03-01T08:00:00.000Z"}}', at + 10)
  lateness.note('{"data":{"receivedAt":"2026-03-01T08:00:00.000Z"}}', at + 30)
  lateness.note('{"data":{"deliveredAt":null}}', at + 50)
  assert.deepEqual(lateness.take(), { webhooks: 2, p50Ms: 10, p95Ms: 30, maxMs: 30 })
  assert.deepEqual(lateness.take(), { webhooks: 0, p50Ms: undefined, p95Ms: undefined, maxMs: undefined })
})

test('a sink answers, counts, and hangs where it is to', async () => {
  const sink = await startCallbackSink({ ports: 2, hanging: 1 })
  try {
    const [hanging, answering] = sink.ports.map((port) => `http://127.0.0.1:${port}/`) as [string, string]
    assert.equal((await fetch(answering, { method: 'POST', body: '{}' })).status, 200)
    const ended = new AbortController()
    const silence = fetch(hanging, { signal: ended.signal })
    silence.catch(() => undefined)
    while ((await sink.counts()).unanswered === 0) await delay(10)
    assert.equal(await Promise.race([silence, delay(200, 'silent')]), 'silent')
    ended.abort()
    await assert.rejects(silence, { name: 'AbortError' })
    const { requests, unanswered, lastAtMs } = await sink.counts()
    assert.deepEqual([requests, unanswered], [1, 1])
    assert.ok(Math.abs(lastAtMs - Date.now()) < 10_000)
  } finally {
    sink.stop()
  }
})
