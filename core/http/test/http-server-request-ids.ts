import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { ServerKind } from '../src/index.ts'
import { Connection, request } from './http-connection.ts'
import { type Routes, recordingLogger, serve, text } from './http-server-fixture.ts'
import { REQUESTS, routes } from './http-server-transport.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = `00-${TRACE}-00f067aa0ba902b7-01`
const PROXY = ['127.0.0.1']

/** The id of a request by what the listener trusts and what the request says; undefined: a new one. */
const IDS: readonly (readonly [trusted: readonly string[], headers: Record<string, string>, id: string | undefined])[] =
  [
    [[], {}, undefined],
    [[], { 'X-Request-Id': 'mine', traceparent: PARENT }, undefined],
    [['192.0.2.0/24'], { 'X-Request-Id': 'mine', traceparent: PARENT }, undefined],
    [PROXY, {}, undefined],
    [PROXY, { 'X-Request-Id': 'mine' }, 'mine'],
    [PROXY, { 'X-Request-Id': 'mine', traceparent: PARENT }, 'mine'],
    [PROXY, { 'x-request-id': '018f3c1e-7d1a-7cc0-a3b2-6c1f4d2e9b10' }, '018f3c1e-7d1a-7cc0-a3b2-6c1f4d2e9b10'],
    [PROXY, { 'X-Request-Id': 'x'.repeat(64) }, 'x'.repeat(64)],
    [PROXY, { 'X-Request-Id': 'x'.repeat(65) }, undefined],
    [PROXY, { 'X-Request-Id': '' }, undefined],
    [PROXY, { 'X-Request-Id': 'a b' }, undefined],
    [PROXY, { 'X-Request-Id': '"a"' }, undefined],
    [PROXY, { 'X-Request-Id': 'a', 'x-request-id': 'b' }, undefined],
    [PROXY, { 'X-Request-Id': '"a"', traceparent: PARENT }, TRACE],
    [PROXY, { traceparent: PARENT }, TRACE],
    [PROXY, { traceparent: `01-${TRACE}-00f067aa0ba902b7-01-more` }, TRACE],
    [PROXY, { traceparent: `ff-${TRACE}-00f067aa0ba902b7-01` }, undefined],
    [PROXY, { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` }, undefined],
    [PROXY, { traceparent: `00-${TRACE}-${'0'.repeat(16)}-01` }, undefined],
    [PROXY, { traceparent: `00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01` }, undefined],
    [PROXY, { traceparent: TRACE }, undefined],
  ]

const reported: Routes = { 'GET /': ({ requestId }) => ({ status: 200, body: requestId }) }

export function describeRequestIds(kind: ServerKind): void {
  for (const [trustedProxies, headers, id] of IDS) {
    const said = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    it(`${id === undefined ? 'makes one' : 'takes it'} from [${said}] where [${trustedProxies}] is trusted`, async (test) => {
      const { port } = await serve(test, kind, reported, { trustedProxies, makeRequestId: () => 'new' })
      const connection = await Connection.open(port)
      assert.equal(text(await connection.send(request('GET /', headers)).response()), `200 ${id ?? 'new'}`)
    })
  }

  it('is told in every response, in its own words', async (test) => {
    let count = 0
    const { port } = await serve(test, kind, routes, { makeRequestId: () => `made-${++count}` })
    for (const [name, octets, status] of REQUESTS) {
      const connection = await Connection.open(port)
      const isHead = octets.subarray(0, 4).equals(Buffer.from('HEAD'))
      const response = await connection.send(octets).response({ isHead })
      assert.deepEqual([response?.status, response?.headers['x-request-id']], [status, `made-${count}`], name)
    }
    assert.equal(count, REQUESTS.length)
  })

  it('is not for handlers to change', async (test) => {
    const own: Routes = { 'GET /': () => ({ status: 200, headers: { 'x-request-ID': 'other' } }) }
    const { port } = await serve(test, kind, own, { makeRequestId: () => 'new' })
    const connection = await Connection.open(port)
    assert.equal((await connection.send(request('GET /')).response())?.headers['x-request-id'], 'new')
  })

  it('is in each line that the log has about the request', async (test) => {
    const { logger, lines } = recordingLogger()
    const failing: Routes = {
      'GET /throws': routes['GET /fails'] as Routes[string],
      'GET /ended': () => ({ status: 200, ended: () => Promise.reject(new Error('too late')) }),
      'GET /stream': () => ({ status: 200, stream: { pieces: brokenPieces() } }),
      'GET /slow': () => new Promise(() => {}),
    }
    const limits = { handlerTimeoutMs: 20 }
    let id = ''
    const { port } = await serve(test, kind, failing, { logger, limits, makeRequestId: () => id })
    for (const line of Object.keys(failing)) {
      id = line.slice('GET /'.length)
      const connection = await Connection.open(port)
      if (id === 'stream') await connection.send(request(line)).closed()
      else await connection.send(request(line)).response()
    }
    assert.deepEqual(
      lines.map(({ fields }) => Reflect.get(fields, 'requestId')),
      ['throws', 'ended', 'stream', 'slow'],
    )
  })
}

async function* brokenPieces() {
  yield 'begun'
  throw new Error('broken')
}
