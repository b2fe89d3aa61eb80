import assert from 'node:assert/strict'
import { it } from 'node:test'
import { GatewayError, type HttpResponse } from '@heliograph/contracts'
import type { ServerKind } from '../src/index.ts'
import { Connection, type RawResponse, request } from './http-connection.ts'
import { echo, ok, type Routes, serve, text } from './http-server-fixture.ts'

export function describeRequests(kind: ServerKind): void {
  it('hands over the request as it came', async (test) => {
    const { port } = await serve(test, kind, { 'PUT /a/:id/*': echo })
    const connection = await Connection.open(port)
    const headers = { 'X-Mixed': 'Kept Case', 'x-utf8': 'p\u00eache caf\u00e9', 'X-EMPTY': '' }
    connection.send(request('PUT /a/b%20c/d/%65?x=1&y=%20?z', headers, 'b\u00f6dy'))
    const response = await connection.response()
    const seen = JSON.parse(String(response?.body))
    assert.deepEqual(seen, {
      method: 'PUT',
      path: '/a/b%20c/d/%65',
      query: 'x=1&y=%20?z',
      headers: {
        host: 'test',
        'content-length': '5',
        'x-mixed': 'Kept Case',
        'x-utf8': 'p\u00eache caf\u00e9',
        'x-empty': '',
      },
      params: { id: 'b c', '*': 'd/e' },
      body: 'b\u00f6dy',
      remoteAddress: '127.0.0.1',
      isSecure: false,
    })
    assert.equal(response?.headers['content-type'], 'application/json')
    assert.ok(Date.parse(response?.headers.date ?? '') > 0)
    assert.equal(response?.headers.uwebsockets, undefined)
  })

  it('joins a header that comes several times', async (test) => {
    const { port } = await serve(test, kind, { 'GET /': echo })
    const connection = await Connection.open(port)
    connection.send('GET / HTTP/1.1\r\nHost: a\r\nX-A: 1\r\nCookie: c\r\nx-a: 2\r\nCookie: d\r\nConstructor: e\r\n\r\n')
    const { headers, query } = JSON.parse(String((await connection.response())?.body))
    assert.deepEqual([headers, query], [{ host: 'a', 'x-a': '1, 2', cookie: 'c, d', constructor: 'e' }, ''])
  })

  it('shows an IPv4 peer of a dual-stack listener as IPv4, and IPv6 in short form', async (test) => {
    const { port } = await serve(
      test,
      kind,
      { 'GET /': (seen) => ({ status: 200, body: seen.remoteAddress }) },
      { host: '::' },
    )
    for (const host of ['127.0.0.1', '::1']) {
      const connection = await Connection.open(port, { host })
      assert.equal(text(await connection.send(request('GET /')).response()), `200 ${host}`)
    }
  })

  const forwarded: readonly (readonly [trusted: string[], header: string, address: string])[] = [
    [[], '9.9.9.9', '127.0.0.1'],
    [['127.0.0.0/8'], '9.9.9.9', '9.9.9.9'],
    [['127.0.0.0/8', '10.0.0.0/8'], '6.6.6.6, 9.9.9.9, 10.1.1.1', '9.9.9.9'],
    [['127.0.0.0/8'], '9.9.9.9, unknown', '127.0.0.1'],
    [['127.0.0.0/8'], '::ffff:9.9.9.9', '9.9.9.9'],
    [['10.0.0.0/8'], '9.9.9.9', '127.0.0.1'],
  ]
  for (const [trustedProxies, header, address] of forwarded) {
    it(`takes X-Forwarded-For ${header} from a peer in ${trustedProxies} for ${address}`, async (test) => {
      const routes: Routes = { 'GET /': (seen) => ({ status: 200, body: seen.remoteAddress }) }
      const { port } = await serve(test, kind, routes, { trustedProxies })
      const connection = await Connection.open(port)
      const response = await connection.send(request('GET /', { 'X-Forwarded-For': header })).response()
      assert.equal(text(response), `200 ${address}`)
    })
  }

  const answers: readonly (readonly [line: string, status: number, body: string, allow?: string])[] = [
    ['GET /nowhere', 404, 'Not found\n'],
    ['POST /only-get', 405, 'method-not-allowed', 'GET, HEAD'],
    ['TRACE /only-get', 405, 'method-not-allowed', 'GET, HEAD'],
    ['GET /:id/%zz', 400, 'broken-escape'],
    ['GET /throws', 500, 'internal'],
    ['GET /rejects', 409, 'conflict'],
    ['GET /nonsense', 500, 'internal'],
    ['GET /splits', 500, 'internal'],
    ['GET /only-get', 200, 'ok'],
  ]
  it('answers errors in the form of the instance and goes on', async (test) => {
    const routes: Routes = {
      'GET /only-get': ok,
      'GET /x/:id': ok,
      'GET /throws': () => {
        throw new TypeError('inside')
      },
      'GET /rejects': () => Promise.reject(new GatewayError('conflict', 'conflict', 'Conflict')),
      'GET /nonsense': () => 7 as unknown as HttpResponse,
      'GET /splits': () => ({ status: 200, headers: { location: 'a\r\nset-cookie: b' } }),
    }
    const { port } = await serve(test, kind, routes)
    const connection = await Connection.open(port)
    for (const [line, status, body, allow] of answers) {
      const response = await connection.send(request(line.replace(':id', 'x'))).response()
      const expected = status === 409 ? `500 ${body}` : `${status} ${body}`
      assert.equal(text(response), expected, line)
      if (allow !== undefined) assert.equal(response?.headers.allow, allow)
    }
  })

  it('answers HEAD with the length of the GET response and without its body', async (test) => {
    const big = 'x'.repeat(100_000)
    const { port } = await serve(test, kind, { 'GET /': ok, 'GET /big': async () => ({ status: 200, body: big }) })
    const connection = await Connection.open(port)
    for (const [path, length] of [
      ['/', '2'],
      ['/big', '100000'],
      ['/', '2'],
    ]) {
      const response = await connection.send(request(`HEAD ${path}`)).response({ isHead: true })
      assert.deepEqual([response?.status, response?.headers['content-length']], [200, length])
    }
    assert.equal(text(await connection.send(request('HEAD /no')).response({ isHead: true })), '404 ')
    assert.equal(text(await connection.send(request('GET /')).response()), '200 ok')
  })

  it('sends no body with 204 and 304, an empty one otherwise, and only its own framing headers', async (test) => {
    const framing = {
      'Content-Length': '99',
      connection: 'x',
      'Transfer-Encoding': 'chunked',
      Date: 'never',
      'X-Own': 'y',
    }
    const { port } = await serve(test, kind, {
      'GET /:status': ({ params }) => ({ status: Number(params.status), headers: framing }),
    })
    const connection = await Connection.open(port)
    for (const [status, length] of [
      [204, undefined],
      [304, undefined],
      [200, '0'],
      [404, '0'],
    ]) {
      const response = await connection.send(request(`GET /${status}`)).response()
      const { headers } = response as RawResponse
      assert.deepEqual([response?.status, headers['content-length'], headers['x-own']], [status, length, 'y'])
      assert.equal(headers['transfer-encoding'], undefined)
      assert.notEqual(headers.date, 'never')
    }
  })

  it('takes a head of 20 KB with 40 lines', async (test) => {
    const { port } = await serve(test, kind, {
      'GET /': (seen) => ({ status: 200, body: String(Object.values(seen.headers).join('').length) }),
    })
    const connection = await Connection.open(port)
    const headers = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`X-${index}`, 'v'.repeat(500)]))
    assert.equal(text(await connection.send(request('GET /', headers)).response()), '200 20004')
  })
}
