import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OutboundError } from '@heliograph/contracts'
import { createHttpClientDouble } from '../src/http-client-double.ts'

test('createHttpClientDouble answers by script, records, and lets nothing else out', async () => {
  const client = createHttpClientDouble()
  client.script({ status: 204 }, new OutboundError('timeout', 'too slow'))
  const ask = () => client.request({ method: 'GET', url: 'https://peer.example/' })
  assert.deepEqual(await ask(), { status: 204, headers: {}, body: '', octets: Buffer.alloc(0), elapsedMs: 1 })
  assert.equal(client.waiting, 1)
  await assert.rejects(ask(), { failure: 'timeout' })
  await assert.rejects(ask(), { failure: 'blocked', message: /peer\.example/ })
  const given = client.request({ method: 'GET', url: 'https://peer.example/', signal: AbortSignal.abort() })
  await assert.rejects(given, { failure: 'aborted' })
  assert.equal(client.requests.length, 4)
})

test('a double that hangs answers what is scripted, and nothing else until it is given up', async () => {
  const http = createHttpClientDouble()
  http.hang()
  http.script({ status: 204 })
  assert.equal((await http.request({ method: 'GET', url: 'https://a.example/' })).status, 204)
  const ending = new AbortController()
  const waiting = http.request({ method: 'GET', url: 'https://a.example/', signal: ending.signal })
  ending.abort()
  await assert.rejects(waiting, { failure: 'aborted' })
})
