import assert from 'node:assert/strict'
import { once } from 'node:events'
import { it } from 'node:test'
import type { HttpMethod } from '@heliograph/contracts'
import type { ServerKind } from '../src/index.ts'
import { Connection, request } from './http-connection.ts'
import { gate, ok, type Routes, serve, text } from './http-server-fixture.ts'

/** `closes`: whether the connection ends with the answer. */
interface Edge {
  readonly name: string
  readonly octets: string
  readonly answer: string
  readonly closes?: boolean
}

const get = (headers: string, line = 'GET / HTTP/1.1') => `${line}\r\nHost: a\r\n${headers}\r\n`
const post = (headers: string, body: string, line = 'POST / HTTP/1.1') =>
  `${line}\r\nHost: a\r\n${headers}\r\n\r\n${body}`
const ABC = 'Content-Length: 3'

/** Answered alike by both servers. */
const EDGES: readonly Edge[] = [
  { name: 'Connection: close', octets: get('Connection: close\r\n'), answer: '200 ok', closes: true },
  { name: 'close among others', octets: get('Connection: keep-alive, Close\r\n'), answer: '200 ok', closes: true },
  { name: 'an option that is not close', octets: get('Connection: closed, x-close\r\n'), answer: '200 ok' },
  { name: 'HEAD and close', octets: get('Connection: close\r\n', 'HEAD / HTTP/1.1'), answer: '200 ', closes: true },
  {
    name: 'close and no body',
    octets: get('Connection: close\r\n', 'GET /none HTTP/1.1'),
    answer: '204 ',
    closes: true,
  },
  { name: 'an unknown expectation', octets: post(`Expect: more\r\n${ABC}`, 'abc'), answer: '200 abc' },
  { name: 'an upgrade nobody offers', octets: get('Connection: Upgrade\r\nUpgrade: websocket\r\n'), answer: '200 ok' },
  {
    name: 'an upgrade with a body',
    octets: post(`Upgrade: h2c\r\nConnection: Upgrade\r\n${ABC}`, 'abc'),
    answer: '200 abc',
  },
  { name: 'an empty Host', octets: 'GET / HTTP/1.1\r\nHost:\r\n\r\n', answer: '200 ok' },
  { name: 'two Hosts', octets: get('Host: b\r\n'), answer: '400 bad-host', closes: true },
  { name: 'the same Host twice', octets: get('X: y\r\nhost: a\r\n'), answer: '400 bad-host', closes: true },
  { name: 'two Hosts before a body', octets: post(`${ABC}\r\nHost: b`, 'abc'), answer: '400 bad-host', closes: true },
  { name: 'a blank in Host', octets: 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n', answer: '400 bad-host', closes: true },
]

/** Answered only by `node`; `uws` closes their connections without an answer. */
const NODE_EDGES: readonly Edge[] = [
  { name: 'the absolute form', octets: get('', 'GET http://b/none HTTP/1.1'), answer: '204 ' },
  { name: 'the absolute form without a path', octets: get('', 'GET HTTPS://b?x=y HTTP/1.1'), answer: '200 ok' },
  { name: 'an asterisk', octets: get('', 'OPTIONS * HTTP/1.1'), answer: '404 Not found\n' },
  { name: 'an empty line before the request', octets: `\r\n${get('')}`, answer: '200 ok' },
  { name: 'a folded line', octets: get('X: y\r\n z\r\n'), answer: '400 ', closes: true },
  { name: 'a line folded by a tab', octets: get('X: y\r\n\tz\r\n'), answer: '400 ', closes: true },
  { name: 'HTTP/1.0', octets: get('', 'GET / HTTP/1.0'), answer: '200 ok', closes: true },
  { name: 'HTTP/1.0 and keep-alive', octets: get('Connection: Keep-Alive\r\n', 'GET / HTTP/1.0'), answer: '200 ok' },
  { name: 'HTTP/1.0 without Host', octets: 'GET / HTTP/1.0\r\n\r\n', answer: '200 ok', closes: true },
  {
    name: 'HTTP/1.0 that expects leave',
    octets: post(`Expect: 100-continue\r\n${ABC}`, 'abc', 'POST / HTTP/1.0'),
    answer: '200 abc',
    closes: true,
  },
  {
    name: 'HTTP/1.0 in chunks',
    octets: post('Connection: keep-alive\r\nTransfer-Encoding: chunked', '3\r\nabc\r\n0\r\n\r\n', 'POST / HTTP/1.0'),
    answer: '400 ',
    closes: true,
  },
  { name: 'HTTP/2.0', octets: get('', 'GET / HTTP/2.0'), answer: '505 ', closes: true },
]

/** The requests that `uws` drops without an answer. */
export const DROPPED_BY_UWS: readonly (readonly [name: string, octets: string])[] = NODE_EDGES.map((edge) => [
  edge.name,
  edge.octets,
])

export function describeEdges(kind: ServerKind): void {
  const routes: Routes = {
    'GET /': ok,
    'GET /none': () => ({ status: 204 }),
    'POST /': ({ body }) => ({ status: 200, body }),
  }
  for (const { name, octets, answer, closes = false } of kind === 'uws' ? EDGES : [...EDGES, ...NODE_EDGES]) {
    it(`answers ${answer.trim()} to ${name}, and ${closes ? 'closes' : 'goes on'}`, async (test) => {
      const { port } = await serve(test, kind, routes)
      const connection = await Connection.open(port)
      const response = await connection.send(octets).response({ isHead: octets.startsWith('HEAD') })
      assert.equal(text(response), answer)
      if (closes) assert.equal(await connection.closed(), '')
      else assert.equal(text(await connection.send(request('GET /')).response()), '200 ok')
    })
  }

  it('takes a client that has ended its side of the connection for one that has gone', async (test) => {
    const { handler, state, entered } = gate()
    const { port } = await serve(test, kind, { 'GET /': handler })
    const connection = (await Connection.open(port)).send(request('GET /'))
    await entered(1)
    const aborted = once(state.signals[0] as AbortSignal, 'abort')
    connection.socket.end()
    assert.equal(await connection.closed(), '')
    await aborted
    state.release()
  })

  const methods: readonly HttpMethod[] = ['GET', 'POST']
  for (const method of methods) {
    it(`answers HEAD like GET where a route takes ${method}, once`, async (test) => {
      let count = 0
      const handler = () => {
        count++
        return { status: 200, body: 'ok' }
      }
      const { port } = await serve(test, kind, { [`${method} /`]: handler })
      const connection = await Connection.open(port)
      const response = await connection.send(request('HEAD /')).response({ isHead: true })
      assert.equal(response?.status, method === 'GET' ? 200 : 405)
      assert.equal(count, method === 'GET' ? 1 : 0)
    })
  }
}
