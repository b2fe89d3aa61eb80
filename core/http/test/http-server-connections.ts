import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { it } from 'node:test'
import type { ServerKind } from '../src/index.ts'
import { Connection, request } from './http-connection.ts'
import { gate, later, ok, type Routes, serve, sha, TLS, text } from './http-server-fixture.ts'

export function describeConnections(kind: ServerKind): void {
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

/** On `uws` this waits for the library's own time-out of 8 to 12 s. */
export function describeDeafClient(kind: ServerKind): void {
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
    // Resolves when the last response has ended, and there is only this one.
    await server.close(30_000)
    assert.ok(performance.now() - startedAt < 16_000)
    // The octets buffered by the system can still be read, but the response is not complete.
    connection.socket.resume()
    assert.equal(await connection.response(), undefined)
  })
}
