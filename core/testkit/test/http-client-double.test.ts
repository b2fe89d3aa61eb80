import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OutboundError } from '@heliograph/contracts'
import { createHttpClientDouble } from '../src/http-client-double.ts'
import { createManualClock, MANUAL_CLOCK_START } from '../src/manual-clock.ts'

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

test('a request that meets silence ends with its time or its signal', async () => {
  const clock = createManualClock()
  const client = createHttpClientDouble(clock)
  client.script('silence', 'silence', 'silence')
  const url = 'https://peer.example/'
  const end = new AbortController()
  const endings = [
    client.request({ method: 'GET', url }),
    client.request({ method: 'GET', url, timeoutMs: 3_000 }),
    client.request({ method: 'GET', url, signal: end.signal }),
  ].map((each) =>
    each.then(
      () => assert.fail(),
      ({ failure }) => `${failure} at ${clock.now() - MANUAL_CLOCK_START}`,
    ),
  )
  assert.equal(client.unanswered, 3)
  clock.advance(3_000)
  end.abort()
  assert.deepEqual(await Promise.all(endings.slice(1)), ['timeout at 3000', 'aborted at 3000'])
  clock.advance(7_000)
  assert.equal(await endings[0], 'timeout at 10000')
  assert.deepEqual([client.unanswered, clock.pending], [0, 0])
})
