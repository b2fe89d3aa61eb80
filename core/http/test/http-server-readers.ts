import assert from 'node:assert/strict'
import { once } from 'node:events'
import { it } from 'node:test'
import type { HttpLimits, ServerKind } from '../src/index.ts'
import { Connection, request } from './http-connection.ts'
import { serve } from './http-server-fixture.ts'

const LARGE = Buffer.alloc(30_000_000)

/** Reads 64 KiB every 20 ms, which is some 3 MB a second; returns the number of octets read by the end. */
async function readSlowly(connection: Connection): Promise<number> {
  const { socket } = connection
  let octets = 0
  socket.on('data', (chunk) => {
    octets += chunk.length
    socket.pause()
    setTimeout(() => socket.resume(), 20)
  })
  await connection.closed()
  return octets
}

export function describeReaders(kind: ServerKind): void {
  const cases: readonly (readonly [name: string, limits: Partial<HttpLimits>])[] = [
    ['reads a response too slowly', { responseTimeoutMs: 300, responseOctetsPerSecond: 50_000_000 }],
    ['does not come to the end of a response in time', { responseTotalMs: 500, responseOctetsPerSecond: 1 }],
  ]
  for (const [name, limits] of cases) {
    it(`cuts a client that ${name}`, async (test) => {
      const { port, server } = await serve(test, kind, { 'GET /': () => ({ status: 200, body: LARGE }) }, { limits })
      const connection = (await Connection.open(port)).send(request('GET /'))
      assert.ok((await readSlowly(connection)) < LARGE.length)
      await server.close(5000)
    })
  }

  it('does not keep responses for a client that asks on and on and reads nothing', async (test) => {
    let served = 0
    const handler = () => {
      served++
      return { status: 200, body: 'x'.repeat(10_000) }
    }
    const limits = { responseTimeoutMs: 300 }
    const { port, server } = await serve(test, kind, { 'GET /': handler }, { limits })
    const connection = await Connection.open(port)
    connection.socket.pause()
    for (let sent = 0; sent < 5_000; sent++) {
      connection.send(request('GET /'))
      if (sent % 10 === 0) await new Promise(setImmediate)
    }
    // Resolves only when the responses that the client has not read are gone.
    await server.close(60_000)
    // A client that reads nothing does not notice that it was cut off.
    connection.socket.destroy()
    // The system buffers some 6 MB of 50.
    assert.ok(served < 2_500, `${served} responses`)
  })

  it('cuts a client whose address leaves more responses unread than it may', async (test) => {
    // The first response may stay unread for as long as this test takes.
    const limits = { connectionsPerAddress: 1, responseTimeoutMs: 3_600_000 }
    const { port, server } = await serve(test, kind, { 'GET /': () => ({ status: 200, body: LARGE }) }, { limits })
    const first = (await Connection.open(port)).send(request('GET /'))
    await once(first.socket, 'data')
    first.socket.pause()
    const second = await Connection.open(port)
    second.send(request('GET /'))
    assert.ok((await second.closed()).length < LARGE.length)
    first.socket.resume()
    assert.equal((await first.response())?.body.length, LARGE.length)
    await server.close(5000)
  })
}
