import assert from 'node:assert/strict'
import { execFileSync, fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { GatewayError, type HttpRequest, type HttpResponse, type RouteSpec } from '@heliograph/contracts'
import {
  createHttpServer,
  createRouter,
  type HttpServerOptions,
  resolveServerKind,
  type ServerKind,
} from '../src/http/index.ts'
import { Connection, type RawResponse, request } from './http-connection.ts'

const KINDS: readonly ServerKind[] = (await resolveServerKind('auto')) === 'uws' ? ['uws', 'node'] : ['node']
const fixture = (name: string) => fileURLToPath(new URL(`fixtures/http-tls/${name}`, import.meta.url))
const TLS = { certFile: fixture('cert.pem'), keyFile: fixture('key.pem') }
const STATUSES: Readonly<Record<string, number>> = { 'too-large': 413, 'method-not-allowed': 405, invalid: 400 }

type Routes = Readonly<Record<string, RouteSpec['handler'] | Partial<RouteSpec>>>

/** Opens a server for the routes (`'POST /path'` to handler or to more of a route) and closes it after the test. */
async function serve(test: TestContext, kind: ServerKind, routes: Routes, options: Partial<HttpServerOptions> = {}) {
  const router = createRouter([
    {
      instanceId: 'test',
      routes: Object.entries(routes).map(([line, route]): RouteSpec => {
        const [method, path] = line.split(' ') as [RouteSpec['method'], string]
        return { method, path, handler: echo, ...(typeof route === 'function' ? { handler: route } : route) }
      }),
      formatError: (error) => ({
        status: STATUSES[error.category] ?? 500,
        headers: { 'x-form': 'own', allow: (error.allow ?? []).join(', ') },
        body: error.code,
      }),
    },
  ])
  const server = createHttpServer({ kind, router, host: '127.0.0.1', port: 0, ...options })
  test.after(() => server.close(0))
  const { port } = await server.listen()
  return { server, port }
}

function echo({ method, path, query, headers, params, body, remoteAddress }: HttpRequest): HttpResponse {
  const seen = { method, path, query, headers, params, body: body.toString(), remoteAddress }
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(seen) }
}

const ok = () => ({ status: 200, body: 'ok' })
const later = async (incoming: HttpRequest) => {
  await new Promise(setImmediate)
  return { status: 200, body: incoming.path }
}
const text = (response: RawResponse | undefined) => response && `${response.status} ${response.body}`
const chunked = (...chunks: string[]) =>
  [...chunks, ''].map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`).join('')

/** A handler whose requests wait until they are released. */
function gate() {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const state = { entered: 0, left: 0, release, onEnter: () => {} }
  const handler = async (): Promise<HttpResponse> => {
    state.entered++
    state.onEnter()
    await released
    state.left++
    return { status: 200, body: 'released' }
  }
  /** Resolves when `count` requests have come in. */
  const entered = (count: number) =>
    new Promise<void>((resolve) => {
      state.onEnter = () => {
        if (state.entered >= count) resolve()
      }
      state.onEnter()
    })
  return { handler, state, entered }
}

describe('HTTP servers', { concurrency: true }, () => {
  for (const kind of KINDS) {
    describe(`${kind} requests`, () => describeRequests(kind))
    describe(`${kind} bodies`, () => describeBodies(kind))
    describe(`${kind} connections`, () => describeConnections(kind))
    describe(`${kind} life`, () => describeLife(kind))
    describeDeafClient(kind)
  }
  if (KINDS.includes('uws')) describeUwsOnly()
  describeNodeOnly()
})

function describeRequests(kind: ServerKind): void {
  it('hands over the request as it came', async (test) => {
    const { port } = await serve(test, kind, { 'PUT /a/:id/*': echo })
    const connection = await Connection.open(port)
    const headers = { 'X-Mixed': 'Kept Case', 'x-utf8': 'p\u00eache', 'X-EMPTY': '' }
    connection.send(request('PUT /a/b%20c/d/%65?x=1&y=%20?z', headers, 'b\u00f6dy'))
    const response = await connection.response()
    const seen = JSON.parse(String(response?.body))
    assert.deepEqual(seen, {
      method: 'PUT',
      path: '/a/b%20c/d/%65',
      query: 'x=1&y=%20?z',
      headers: { host: 'test', 'content-length': '5', 'x-mixed': 'Kept Case', 'x-utf8': 'p\u00eache', 'x-empty': '' },
      params: { id: 'b c', '*': 'd/e' },
      body: 'b\u00f6dy',
      remoteAddress: '127.0.0.1',
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

function describeBodies(kind: ServerKind): void {
  const routes: Routes = {
    'POST /': { bodyLimit: 10 },
    'POST /default': (seen) => ({ status: 200, body: sha(seen.body) }),
  }
  const bodyOf = (response: RawResponse | undefined) => JSON.parse(String(response?.body)).body

  it('takes bodies in any pieces', async (test) => {
    const { port } = await serve(test, kind, routes)
    const connection = await Connection.open(port)
    connection.socket.setNoDelay(true)
    const whole = request('POST /', {}, '0123456789')
    for (const size of [1, 7, whole.length - 5, whole.length]) {
      for (let start = 0; start < whole.length; start += size) {
        connection.send(whole.subarray(start, start + size))
        await new Promise(setImmediate)
      }
      assert.equal(bodyOf(await connection.response()), '0123456789')
    }
  })

  it('takes chunked bodies, empty ones too', async (test) => {
    const { port } = await serve(test, kind, routes)
    const connection = await Connection.open(port)
    const head = request('POST /', { 'Transfer-Encoding': 'chunked' })
    for (const chunks of [['abc', 'defg'], ['0123456789'], []]) {
      connection.send(head).send(chunked(...chunks))
      assert.equal(bodyOf(await connection.response()), chunks.join(''))
    }
  })

  it('takes 1 MiB of octets unless the route says otherwise, and not one more', async (test) => {
    const { port } = await serve(test, kind, routes)
    const connection = await Connection.open(port)
    const octets = randomBytes(1_048_577)
    const most = octets.subarray(1)
    assert.equal(text(await connection.send(request('POST /default', {}, most)).response()), `200 ${sha(most)}`)
    assert.equal(text(await connection.send(request('POST /default', {}, octets)).response()), '413 body-too-large')
    assert.equal(
      text(await connection.send(request('POST /default', {}, 'x')).response()),
      `200 ${sha(Buffer.from('x'))}`,
    )
  })

  it('refuses a chunked body over the limit after reading it, and the connection lives', async (test) => {
    const { port } = await serve(test, kind, routes)
    const connection = await Connection.open(port)
    connection.send(request('POST /', { 'Transfer-Encoding': 'chunked' })).send(chunked('0123456789', 'x'))
    const response = await connection.response()
    assert.equal(text(response), '413 body-too-large')
    assert.equal(response?.headers['x-form'], 'own')
    assert.equal(bodyOf(await connection.send(request('POST /', {}, 'abc')).response()), 'abc')
  })

  it('refuses a body far over the limit at once, and closes', async (test) => {
    const { port } = await serve(test, kind, routes, { limits: { drainOctets: 100 } })
    const announced = await Connection.open(port)
    announced.send(request('POST /', { 'Content-Length': '1000' }))
    assert.equal(text(await announced.response()), '413 body-too-large')
    await announced.closed()
    const endless = await Connection.open(port)
    endless.send(request('POST /', { 'Transfer-Encoding': 'chunked' })).send(chunked('x'.repeat(50)).slice(0, -5))
    endless.send(chunked('x'.repeat(70)).slice(0, -5))
    assert.equal(text(await endless.response()), '413 body-too-large')
    await endless.closed()
  })

  it('does not wait for the body of a request it refuses anyway', async (test) => {
    const { port } = await serve(test, kind, routes)
    const connection = await Connection.open(port)
    connection.send(request('PUT /', { 'Content-Length': '5' }))
    assert.equal(text(await connection.response()), '405 method-not-allowed')
    assert.equal(
      bodyOf(
        await connection
          .send('12345')
          .send(request('POST /', {}, 'abc'))
          .response(),
      ),
      'abc',
    )
  })

  it('lets a client that asks first send its body', async (test) => {
    const { port } = await serve(test, kind, routes)
    const connection = await Connection.open(port)
    connection.send(request('POST /', { 'Content-Length': '3', Expect: '100-continue' }))
    assert.equal((await connection.response())?.status, 100)
    assert.equal(bodyOf(await connection.send('abc').response()), 'abc')
  })

  const smuggled = request('GET /smuggled').toString()
  const ambiguous: readonly (readonly [name: string, head: string, body: string])[] = [
    [
      'Content-Length with Transfer-Encoding',
      'Content-Length: 3\r\nTransfer-Encoding: chunked',
      `0\r\n\r\n${smuggled}`,
    ],
    ['two Content-Lengths', 'Content-Length: 3\r\nContent-Length: 5', `abc${smuggled}`],
    ['a list as Content-Length', 'Content-Length: 3, 3', `abc${smuggled}`],
    ['a negative Content-Length', 'Content-Length: -3', smuggled],
    ['a Content-Length in words', 'Content-Length: three', smuggled],
    ['a hexadecimal Content-Length', 'Content-Length: 0x3', `abc${smuggled}`],
    ['an unknown Transfer-Encoding', 'Transfer-Encoding: gzip', chunked('abc') + smuggled],
    ['a Transfer-Encoding that hides', 'Transfer-Encoding: xchunked', chunked('abc') + smuggled],
    ['a chunk without a size', 'Transfer-Encoding: chunked', `zz\r\nabc\r\n0\r\n\r\n${smuggled}`],
  ]
  for (const [name, head, body] of ambiguous) {
    it(`closes after ${name}, and serves nothing that hides behind it`, async (test) => {
      let served = 0
      const count = () => {
        served++
        return { status: 200 }
      }
      const { port } = await serve(test, kind, { 'POST /': count, 'GET /smuggled': count })
      const connection = await Connection.open(port)
      connection.send(`POST / HTTP/1.1\r\nHost: a\r\n${head}\r\n\r\n${body}`)
      assert.match(await connection.closed(), /^$|^HTTP\/1.1 400 /)
      assert.equal(served, 0)
    })
  }

  it('drops a client that takes too long to send its body', async (test) => {
    const limits = { headersTimeoutMs: 100, requestTimeoutMs: 200 }
    const { port } = await serve(test, kind, routes, { limits })
    const connection = await Connection.open(port)
    connection.send(request('POST /', { 'Content-Length': '10' })).send('abc')
    assert.match(await connection.closed(), /^$|^HTTP\/1.1 408 /)
  })

  it('survives clients that vanish in the middle of a body', async (test) => {
    const { port, server } = await serve(test, kind, routes)
    for (let round = 0; round < 100; round++) {
      const connection = await Connection.open(port)
      connection.send(request('POST /', { 'Content-Length': '10' })).send('abc')
      if (round % 2 === 0) connection.socket.resetAndDestroy()
      else connection.socket.destroy()
    }
    const connection = await Connection.open(port)
    assert.equal(bodyOf(await connection.send(request('POST /', {}, 'abc')).response()), 'abc')
    await server.close(5000)
  })
}

function sha(octets: Buffer): string {
  return createHash('sha256').update(octets).digest('hex')
}

function describeConnections(kind: ServerKind): void {
  it('serves many requests on one connection, and closes when the client asks for it', async (test) => {
    const { port } = await serve(test, kind, { 'GET /*': later })
    const connection = await Connection.open(port)
    for (let index = 0; index < 200; index++) {
      assert.equal(text(await connection.send(request(`GET /${index}`)).response()), `200 /${index}`)
    }
    connection.send(request('GET /last', { Connection: 'close' }))
    assert.equal(text(await connection.response()), '200 /last')
    assert.equal(await connection.closed(), '')
  })

  it('answers pipelined requests in order', async (test) => {
    const { port } = await serve(test, kind, { 'POST /*': (seen) => ({ status: 200, body: seen.path + seen.body }) })
    const connection = await Connection.open(port)
    connection.send(Buffer.concat(Array.from({ length: 50 }, (_, index) => request(`POST /${index}`, {}, '!'))))
    for (let index = 0; index < 50; index++) assert.equal(text(await connection.response()), `200 /${index}!`)
  })

  it('never mixes up pipelined requests whose handlers wait', async (test) => {
    const { port } = await serve(test, kind, { 'GET /*': later })
    const connection = await Connection.open(port)
    connection.send(Buffer.concat([request('GET /1'), request('GET /2')]))
    if (kind === 'node') {
      assert.deepEqual([text(await connection.response()), text(await connection.response())], ['200 /1', '200 /2'])
    } else {
      assert.equal(await connection.closed(), '')
    }
  })

  it('lets thousands of clients vanish while their requests are being handled', { timeout: 60_000 }, async (test) => {
    const { handler, state, entered } = gate()
    const { port, server } = await serve(test, kind, { 'POST /': handler, 'GET /': ok })
    const waves = 8
    for (let wave = 1; wave <= waves; wave++) {
      const connections = await Promise.all(Array.from({ length: 250 }, () => Connection.open(port)))
      for (const connection of connections) connection.send(request('POST /', {}, 'x'))
      await entered(wave * 250)
      connections.forEach((connection, index) => {
        if (index % 2 === 0) connection.socket.resetAndDestroy()
        else connection.socket.destroy()
      })
    }
    state.release()
    const connection = await Connection.open(port)
    assert.equal(text(await connection.send(request('GET /')).response()), '200 ok')
    await server.close(5000)
    assert.equal(state.left, waves * 250)
  })

  it('sends a large response to a client that reads slowly, and serves others meanwhile', async (test) => {
    const large = randomBytes(12_000_000)
    const { port } = await serve(test, kind, { 'GET /': ok, 'GET /large': async () => ({ status: 200, body: large }) })
    const slow = await Connection.open(port)
    slow.socket.pause()
    slow.send(request('GET /large'))
    const other = await Connection.open(port)
    for (let index = 0; index < 20; index++) {
      assert.equal(text(await other.send(request('GET /')).response()), '200 ok')
    }
    slow.socket.resume()
    const response = await slow.response()
    assert.deepEqual([response?.body.length, sha(response?.body as Buffer)], [large.length, sha(large)])
    assert.equal(text(await slow.send(request('GET /')).response()), '200 ok')
  })

  it('survives clients that vanish in the middle of a large response', async (test) => {
    const { port, server } = await serve(test, kind, {
      'GET /': ok,
      'GET /large': () => ({ status: 200, body: 'é'.repeat(4_000_000) }),
    })
    for (let round = 0; round < 20; round++) {
      const connection = await Connection.open(port)
      connection.send(request('GET /large'))
      await once(connection.socket, 'data')
      connection.socket.resetAndDestroy()
    }
    const connection = await Connection.open(port)
    assert.equal(text(await connection.send(request('GET /')).response()), '200 ok')
    await server.close(5000)
  })

  it('speaks TLS', async (test) => {
    const large = randomBytes(3_000_000)
    const routes: Routes = {
      'POST /': { bodyLimit: 3_000_000, handler: async (seen) => ({ status: 200, body: seen.body }) },
    }
    const { port } = await serve(test, kind, routes, { tls: TLS })
    const connection = await Connection.open(port, { tls: true })
    const response = await connection.send(request('POST /', {}, large)).response()
    assert.equal(sha(response?.body as Buffer), sha(large))
    const plain = await Connection.open(port)
    plain.send(request('POST /', {}, 'x'))
    assert.doesNotMatch(await plain.closed(), /200/)
  })
}

/** On `uws` the library's own 8 to 12 s pass. */
function describeDeafClient(kind: ServerKind): void {
  it(`${kind}: drops a client that never reads its response`, { timeout: 40_000 }, async (test) => {
    let isAsked = () => {}
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve
    })
    const handler = () => {
      isAsked()
      return { status: 200, body: randomBytes(30_000_000) }
    }
    const { port, server } = await serve(test, kind, { 'GET /': handler }, { limits: { responseTimeoutMs: 200 } })
    const connection = await Connection.open(port)
    connection.socket.pause()
    connection.send(request('GET /'))
    await asked
    const startedAt = performance.now()
    // Resolves when the last response is out of the way, and there is only this one.
    await server.close(30_000)
    assert.ok(performance.now() - startedAt < 16_000)
    // What the system had taken is still there to be read, but the response is not complete.
    connection.socket.resume()
    assert.equal(await connection.response(), undefined)
  })
}

function describeLife(kind: ServerKind): void {
  const router = createRouter([])
  const options = { kind, router, host: '127.0.0.1' }

  it('lets requests under way end, takes no others, and closes idle connections', async (test) => {
    const { handler, state, entered } = gate()
    const { port, server } = await serve(test, kind, { 'GET /': handler, 'GET /idle': ok })
    const idle = await Connection.open(port)
    assert.equal(text(await idle.send(request('GET /idle')).response()), '200 ok')
    const busy = await Connection.open(port)
    busy.send(request('GET /'))
    await entered(1)
    let isClosed = false
    const closing = server.close(30_000).then(() => {
      isClosed = true
    })
    await assert.rejects(Connection.open(port), { code: 'ECONNREFUSED' })
    assert.equal(isClosed, false)
    state.release()
    const response = await busy.response()
    assert.deepEqual([text(response), response?.headers.connection], ['200 released', 'close'])
    await Promise.all([closing, busy.closed(), idle.closed()])
  })

  it('finishes a large response to a slow reader before it closes', async (test) => {
    const large = randomBytes(12_000_000)
    const { port, server } = await serve(test, kind, { 'GET /': () => ({ status: 200, body: large }) })
    const connection = await Connection.open(port)
    connection.send(request('GET /'))
    await once(connection.socket, 'data')
    connection.socket.pause()
    const closing = server.close(30_000)
    connection.socket.resume()
    assert.equal((await connection.response())?.body.length, large.length)
    await Promise.all([closing, connection.closed()])
  })

  it('cuts what has not ended in time', async (test) => {
    const { handler, entered } = gate()
    const { port, server } = await serve(test, kind, { 'GET /': handler })
    const connection = await Connection.open(port)
    connection.send(request('GET /'))
    await entered(1)
    await server.close(50)
    assert.equal(await connection.closed(), '')
  })

  it('may be closed before it listens, and twice', async () => {
    const server = createHttpServer({ ...options, port: 0 })
    await server.close(1000)
    const opened = createHttpServer({ ...options, port: 0 })
    await opened.listen()
    await Promise.all([opened.close(1000), opened.close(1000)])
    await opened.close(1000)
  })

  it('says clearly that a port is taken, and may have it again after a close', async (test) => {
    const { port, server } = await serve(test, kind, {})
    const second = createHttpServer({ ...options, port })
    await assert.rejects(second.listen(), {
      name: 'ListenError',
      code: 'EADDRINUSE',
      message: /port \d+ .*another port/,
    })
    await server.close(0)
    const third = createHttpServer({ ...options, port })
    assert.deepEqual(await third.listen(), { port })
    await third.close(0)
  })

  it('says clearly that an address is not here', async () => {
    const server = createHttpServer({ ...options, host: '192.0.2.1', port: 0 })
    await assert.rejects(server.listen(), { name: 'ListenError', code: 'EADDRNOTAVAIL' })
  })

  it('says clearly that TLS files do not work', async () => {
    for (const tls of [
      { certFile: '/no/such.pem', keyFile: TLS.keyFile },
      { certFile: TLS.certFile, keyFile: TLS.certFile },
    ]) {
      await assert.rejects(
        createHttpServer({ ...options, port: 0, tls }).listen(),
        /TLS with certificate .* does not work/,
      )
    }
  })
}

function describeUwsOnly(): void {
  it('uws: resolves as the kind to use, and asked for by name', async () => {
    assert.equal(await resolveServerKind('uws'), 'uws')
    assert.equal(await resolveServerKind('node'), 'node')
  })

  it('uws: shares a port when told to', async (test) => {
    // The library shares only ports asked for by number.
    const { port, server } = await serve(test, 'uws', {})
    await server.close(0)
    await serve(test, 'uws', { 'GET /': ok }, { port, reusePort: true })
    await serve(test, 'uws', { 'GET /': ok }, { port, reusePort: true })
    const connection = await Connection.open(port)
    assert.equal(text(await connection.send(request('GET /')).response()), '200 ok')
  })

  it('uws: drops what it cannot take or waits for in vain within 16 s', { timeout: 30_000 }, async (test) => {
    const { port } = await serve(test, 'uws', { 'GET /': ok })
    const startedAt = performance.now()
    const waiting: readonly (readonly [name: string, send: string])[] = [
      ['nothing', ''],
      ['half a head', 'GET / HTTP/1.1\r\nHos'],
      ['HTTP/1.0', 'GET / HTTP/1.0\r\nHost: a\r\n\r\n'],
      ['no Host', 'GET / HTTP/1.1\r\n\r\n'],
      ['garbage', 'garbage\r\n\r\n'],
      [
        'too many header lines',
        request('GET /', Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`X${n}`, 'y']))).toString(),
      ],
    ]
    const dropped = waiting.map(async ([name, send]) => {
      const connection = await Connection.open(port)
      assert.equal(await connection.send(send).closed(), '', name)
    })
    const drip = await Connection.open(port)
    const timer = setInterval(() => drip.send('x'), 500)
    drip.send('GET /')
    const idle = await Connection.open(port)
    assert.equal(text(await idle.send(request('GET /')).response()), '200 ok')
    await Promise.all([...dropped, drip.closed(), idle.closed()])
    clearInterval(timer)
    assert.ok(performance.now() - startedAt < 16_000)
  })

  it('uws: holds 10,000 connections', { timeout: 60_000 }, async (test) => {
    const { port } = await serve(test, 'uws', { 'GET /crowd': async () => ({ status: 200, body: 'ok' }) })
    const most = Number(execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }))
    const count = Math.min(10_000, Number.isNaN(most) ? 10_000 : most - 1_000)
    if (count < 10_000) test.diagnostic(`only ${count}: this machine allows ${most} open files a process`)
    const startedAt = performance.now()
    const crowd = fork(fileURLToPath(new URL('http-connection-crowd.ts', import.meta.url)), [
      String(port),
      String(count),
    ])
    const [result] = await once(crowd, 'message')
    assert.deepEqual(result, { openAtOnce: count, replies: 2 * count })
    test.diagnostic(`${count} connections, 2 requests each: ${Math.round(performance.now() - startedAt)} ms`)
    await once(crowd, 'exit')
  })
}

function describeNodeOnly(): void {
  it('node: answers HTTP/1.0, with and without keep-alive', async (test) => {
    const { port } = await serve(test, 'node', { 'GET /': ok })
    const kept = await Connection.open(port)
    for (let round = 0; round < 2; round++) {
      kept.send('GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n')
      assert.equal(text(await kept.response()), '200 ok')
    }
    const closing = await Connection.open(port)
    assert.equal(text(await closing.send('GET / HTTP/1.0\r\n\r\n').response()), '200 ok')
    await closing.closed()
  })

  const limited: readonly (readonly [name: string, send: string, status: number])[] = [
    ['a head over the limit', request('GET /', { X: 'y'.repeat(33_000) }).toString(), 431],
    ['too many header lines', `GET / HTTP/1.1\r\nHost: a\r\n${'X: y\r\n'.repeat(101)}\r\n`, 431],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['garbage', 'garbage\r\n\r\n', 400],
    ['half a head', 'GET / HTTP/1.1\r\nHos', 408],
  ]
  for (const [name, send, status] of limited) {
    it(`node: answers ${status} to ${name}`, async (test) => {
      const { port } = await serve(test, 'node', { 'GET /': ok }, { limits: { headersTimeoutMs: 200 } })
      const connection = await Connection.open(port)
      assert.equal((await connection.send(send).response())?.status, status)
      await connection.closed()
    })
  }

  it('node: takes a head of 20 KB that comes in pieces', async (test) => {
    const { port } = await serve(test, 'node', { 'GET /': ok })
    const connection = await Connection.open(port)
    const whole = request('GET /', { X: 'y'.repeat(20_000) })
    for (let start = 0; start < whole.length; start += 1500) {
      connection.send(whole.subarray(start, start + 1500))
      await new Promise(setImmediate)
    }
    assert.equal(text(await connection.response()), '200 ok')
  })

  it('node: drops a head that drips, and an idle connection', async (test) => {
    const limits = { headersTimeoutMs: 200, keepAliveMs: 200 }
    const { port } = await serve(test, 'node', { 'GET /': ok }, { limits })
    const drip = await Connection.open(port)
    const timer = setInterval(() => drip.send('x'), 20)
    drip.send('GET /')
    assert.match(await drip.closed(), /^HTTP\/1.1 408 /)
    clearInterval(timer)
    const idle = await Connection.open(port)
    assert.equal(text(await idle.send(request('GET /')).response()), '200 ok')
    await idle.closed()
  })

  it('node: refuses to share a port where Node cannot', {
    skip: Number(process.versions.node.split('.')[0]) > 20,
  }, async () => {
    const server = createHttpServer({
      kind: 'node',
      router: createRouter([]),
      host: '127.0.0.1',
      port: 0,
      reusePort: true,
    })
    await assert.rejects(server.listen(), /needs the server 'uws' or Node 22\.12/)
  })
}
