import assert from 'node:assert/strict'
import { execFileSync, fork } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { Server, Socket } from 'node:net'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createHttpServer, createRouter, resolveServerKind } from '../src/index.ts'
import { Connection, request } from './http-connection.ts'
import { DROPPED_BY_UWS } from './http-server-edges.ts'
import { ok, serve, text } from './http-server-fixture.ts'

export function describeUwsOnly(): void {
  it('uws: resolves as the kind to use, and asked for by name', async () => {
    assert.equal(await resolveServerKind('uws'), 'uws')
    assert.equal(await resolveServerKind('node'), 'node')
  })

  it('uws: shares a port when told to', async (test) => {
    // The library shares only ports that are given by number.
    const { port, server } = await serve(test, 'uws', {})
    await server.close(0)
    await serve(test, 'uws', { 'GET /': ok }, { port, reusePort: true })
    await serve(test, 'uws', { 'GET /': ok }, { port, reusePort: true })
    const connection = await Connection.open(port)
    assert.equal(text(await connection.send(request('GET /')).response()), '200 ok')
  })

  it('uws: drops what it cannot take or waits for in vain', { timeout: 120_000 }, async (test) => {
    const { port } = await serve(test, 'uws', { 'GET /': ok })
    const waiting: readonly (readonly [name: string, send: string])[] = [
      ['nothing', ''],
      ['half a head', 'GET / HTTP/1.1\r\nHos'],
      ...DROPPED_BY_UWS,
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
    test.after(() => clearInterval(timer))
    drip.send('GET /')
    const idle = await Connection.open(port)
    assert.equal(text(await idle.send(request('GET /')).response()), '200 ok')
    await Promise.all([...dropped, drip.closed(), idle.closed()])
  })

  it('uws: holds 10,000 connections', { timeout: 240_000 }, async (test) => {
    const most = Number(execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }))
    const count = Math.min(10_000, Number.isNaN(most) ? 10_000 : most - 2_000)
    if (count < 10_000) test.diagnostic(`only ${count}: this machine allows ${most} open files a process`)
    const { port } = await serve(
      test,
      'uws',
      { 'GET /crowd': answerTogether(count) },
      { limits: { handlerTimeoutMs: 240_000 } },
    )
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

/**
 * Answers once `count` requests have arrived, so that all of their connections are open at once, however long that
 * takes.
 */
function answerTogether(count: number) {
  let waiting: (() => void)[] = []
  return async () => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve)
      if (waiting.length < count) return
      for (const each of waiting) each()
      waiting = []
    })
    return { status: 200, body: 'ok' }
  }
}

export function describeNodeOnly(): void {
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

  const limited: readonly (readonly [name: string, send: string, status: number, headersTimeoutMs?: number])[] = [
    ['a head over the limit', request('GET /', { X: 'y'.repeat(33_000) }).toString(), 431],
    ['too many header lines', `GET / HTTP/1.1\r\nHost: a\r\n${'X: y\r\n'.repeat(101)}\r\n`, 431],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['garbage', 'garbage\r\n\r\n', 400],
    ['half a head', 'GET / HTTP/1.1\r\nHos', 408, 200],
  ]
  for (const [name, send, status, headersTimeoutMs = 10_000] of limited) {
    it(`node: answers ${status} to ${name}`, async (test) => {
      const { port } = await serve(test, 'node', { 'GET /': ok }, { limits: { headersTimeoutMs } })
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

  it('node: drops a head that drips', async (test) => {
    const { port } = await serve(test, 'node', { 'GET /': ok }, { limits: { headersTimeoutMs: 200 } })
    const connection = await Connection.open(port)
    const timer = setInterval(() => connection.send('x'), 20)
    test.after(() => clearInterval(timer))
    connection.send('GET /')
    // Octets that are still sent hit a closed connection, whose reset may overtake the answer.
    assert.match(await connection.closed(), /^(?:HTTP\/1.1 408 |$)/)
  })

  it('node: drops an idle connection', async (test) => {
    const { port } = await serve(test, 'node', { 'GET /': ok }, { limits: { keepAliveMs: 200 } })
    const connection = await Connection.open(port)
    assert.equal(text(await connection.send(request('GET /')).response()), '200 ok')
    assert.equal(await connection.closed(), '')
  })

  it('node: takes connections again after the system had none left', async (test) => {
    const { port } = await serve(test, 'node', { 'GET /': ok })
    const opened = new Promise<Server>((resolve) => {
      const onSocket = (message: unknown) => {
        const { socket } = message as { socket: Socket & { server: Server } }
        if (socket.localPort === port) resolve(socket.server)
      }
      subscribe('net.server.socket', onSocket)
      test.after(() => unsubscribe('net.server.socket', onSocket))
    })
    const kept = await Connection.open(port)
    const server = await opened
    // This is what Node does when `accept` fails.
    const error = Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' })
    const again = new Promise((resolve) => server.once('listening', resolve))
    for (let round = 0; round < 100; round++) server.emit('error', error)
    await assert.rejects(Connection.open(port), { code: 'ECONNREFUSED' })
    assert.equal(text(await kept.send(request('GET /')).response()), '200 ok')
    await again
    const later = await Connection.open(port)
    assert.equal(text(await later.send(request('GET /')).response()), '200 ok')
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
