import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { it } from 'node:test'
import { createHttpServer, createRouter, type ServerKind } from '../src/index.ts'
import { Connection, request } from './http-connection.ts'
import { gate, ok, serve, TLS, text } from './http-server-fixture.ts'

export function describeLife(kind: ServerKind): void {
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

  for (const [what, sent] of [
    ['without a body', request('GET /')],
    ['with a body', request('POST /', {}, 'ab')],
  ] as const) {
    it(`tells the handler of a request ${what} that its client has gone`, async (test) => {
      const { handler, state, entered } = gate()
      test.after(state.release)
      const { port } = await serve(test, kind, { 'GET /': handler, 'POST /': handler })
      const connection = await Connection.open(port)
      connection.send(sent)
      await entered(1)
      const signal = state.signals[0] as AbortSignal
      assert.equal(signal.aborted, false)
      const aborted = once(signal, 'abort')
      connection.socket.destroy()
      await aborted
    })
  }

  it('tells nothing to the handler of a request that has its response', async (test) => {
    const { handler, state, entered } = gate()
    const { port, server } = await serve(test, kind, { 'GET /': handler })
    const connection = await Connection.open(port)
    connection.send(request('GET /'))
    await entered(1)
    state.release()
    assert.equal(text(await connection.response()), '200 released')
    connection.socket.destroy()
    await server.close(30_000)
    assert.equal(state.signals[0]?.aborted, false)
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
