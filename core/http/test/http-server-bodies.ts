import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { it } from 'node:test'
import type { ServerKind } from '../src/index.ts'
import { Connection, type RawResponse, request } from './http-connection.ts'
import { type Routes, serve, sha, text } from './http-server-fixture.ts'

const chunked = (...chunks: string[]) =>
  [...chunks, ''].map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`).join('')

export function describeBodies(kind: ServerKind): void {
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
    // Sends octet by octet only where it matters, because a head may take ten seconds at most, and each piece takes a
    // turn of a busy event loop.
    const end = whole.length - 16
    for (const [from, size] of [
      [end, 1],
      [0, 17],
      [0, whole.length - 5],
      [0, whole.length],
    ] as const) {
      if (from > 0) connection.send(whole.subarray(0, from))
      for (let start = from; start < whole.length; start += size) {
        connection.send(whole.subarray(start, start + size))
        await new Promise(setImmediate)
      }
      assert.equal(bodyOf(await connection.response()), '0123456789')
    }
  })

  it('takes chunked bodies, empty ones too', async (test) => {
    const { port } = await serve(test, kind, routes)
    const head = request('POST /', { 'Transfer-Encoding': 'chunked' })
    for (const chunks of [['abc', 'defg'], ['0123456789'], []]) {
      const connection = await Connection.open(port)
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

  it('refuses a chunked body over the limit after reading it', async (test) => {
    const { port } = await serve(test, kind, routes)
    const connection = await Connection.open(port)
    connection.send(request('POST /', { 'Transfer-Encoding': 'chunked' })).send(chunked('0123456789', 'x'))
    const response = await connection.response()
    assert.equal(text(response), '413 body-too-large')
    assert.equal(response?.headers['x-form'], 'own')
    if (kind === 'uws') await connection.closed()
    else assert.equal(bodyOf(await connection.send(request('POST /', {}, 'abc')).response()), 'abc')
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
