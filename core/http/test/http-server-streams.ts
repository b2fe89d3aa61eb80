import assert from 'node:assert/strict'
import { once } from 'node:events'
import { it } from 'node:test'
import type { HttpRequest, HttpResponse } from '@heliograph/contracts'
import type { ServerKind } from '../src/index.ts'
import { Connection, request } from './http-connection.ts'
import { ok, recordingLogger, serve, text } from './http-server-fixture.ts'

const PIECE = Buffer.alloc(100_000, 'x')

/** A stream whose pieces are pushed by the test, with a record of how it ended. */
function pushedStream(isEndless = false) {
  let wake = () => {}
  let tellEnd = () => {}
  const waiting: (string | Buffer)[] = []
  const state = { signal: undefined as AbortSignal | undefined, isOver: false, asked: 0 }
  /** Resolves when the iterator has been told to return. */
  const returned = new Promise<void>((resolve) => {
    tellEnd = resolve
  })
  const iterator: AsyncIterableIterator<string | Buffer> = {
    [Symbol.asyncIterator]: () => iterator,
    async next() {
      state.asked++
      while (waiting.length === 0 && !state.isOver) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      const value = waiting.shift()
      return value === undefined ? { done: true, value } : { done: false, value }
    },
    async return() {
      tellEnd()
      return { done: true, value: undefined }
    },
  }
  const push = (piece: string | Buffer) => {
    waiting.push(piece)
    wake()
  }
  const end = () => {
    state.isOver = true
    wake()
  }
  const handler = ({ signal }: HttpRequest): HttpResponse => {
    state.signal = signal
    return { status: 200, headers: { 'content-type': 'text/plain' }, stream: { pieces: iterator, isEndless } }
  }
  return { state, push, end, handler, returned }
}

async function* pieces(...given: readonly (string | Uint8Array)[]) {
  yield* given
}

/** Takes as long as the native server's own time-out. */
export function describeDeafReader(kind: ServerKind): void {
  it(`${kind} cuts a client that leaves a stream of many small pieces`, async (test) => {
    let made = 0
    async function* endless() {
      for (;;) {
        if (++made % 100 === 0) await new Promise(setImmediate)
        yield 'x'.repeat(1000)
      }
    }
    const handler = () => ({ status: 200, stream: { pieces: endless() } })
    const { port, server } = await serve(test, kind, { 'GET /': handler }, { limits: { responseTimeoutMs: 1000 } })
    const connection = (await Connection.open(port)).send(request('GET /'))
    await once(connection.socket, 'data')
    connection.socket.pause()
    await server.close(60_000)
    assert.ok(made < 20_000, `${made} pieces of 1 kB`)
  })
}

export function describeStreams(kind: ServerKind): void {
  for (const [what, sent] of [
    ['piece by piece', ['one ', Buffer.from('two '), '', 'thrée']],
    ['of large pieces', [PIECE, PIECE, 'end']],
    ['without a piece', []],
  ] as const) {
    it(`sends a stream ${what}, and takes the next request`, async (test) => {
      const handler = async () => ({ status: 200, stream: { pieces: pieces(...sent) } })
      const { port } = await serve(test, kind, { 'GET /': handler, 'GET /ok': ok })
      const connection = await Connection.open(port)
      const response = await connection.send(request('GET /')).response()
      assert.equal(response?.body.toString(), Buffer.concat(sent.map((piece) => Buffer.from(piece))).toString())
      assert.equal(text(await connection.send(request('GET /ok')).response()), '200 ok')
    })
  }

  it('sends each piece as it comes, past the deadline of handlers', async (test) => {
    const { handler, push, end } = pushedStream()
    const limits = { handlerTimeoutMs: 40, responseTimeoutMs: 40, responseTotalMs: 40 }
    const { port } = await serve(test, kind, { 'GET /': handler }, { limits })
    const connection = (await Connection.open(port)).send(request('GET /'))
    let received = ''
    connection.socket.on('data', (octets) => {
      received += octets.toString()
    })
    for (const piece of ['first', 'second', 'third']) {
      push(piece)
      while (!received.includes(piece)) await once(connection.socket, 'data')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    end()
    assert.equal(text(await connection.response()), '200 firstsecondthird')
  })

  it('asks for the next piece only when a slow reader has room, and loses nothing', async (test) => {
    let made = 0
    async function* many() {
      for (; made < 400; made++) yield PIECE
    }
    const { port, server } = await serve(test, kind, { 'GET /': () => ({ status: 200, stream: { pieces: many() } }) })
    const connection = (await Connection.open(port)).send(request('GET /'))
    await once(connection.socket, 'data')
    connection.socket.pause()
    let before = -1
    while (before !== made) {
      before = made
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    assert.ok(made < 200, `${made} pieces of 100 kB made for a client that reads nothing`)
    const closing = server.close(30_000)
    connection.socket.removeAllListeners('data')
    let tail = ''
    connection.socket.on('data', (chunk) => {
      tail = chunk.toString('latin1').slice(-5)
    })
    connection.socket.resume()
    await Promise.all([closing, connection.closed()])
    assert.ok(connection.socket.bytesRead > 400 * PIECE.length, `${connection.socket.bytesRead} octets`)
    assert.equal(tail, '0\r\n\r\n')
  })

  it('keeps next to nothing for a reader that is always behind', async (test) => {
    async function* many() {
      for (let made = 0; made < 600; made++) yield PIECE
    }
    const { port } = await serve(test, kind, { 'GET /': () => ({ status: 200, stream: { pieces: many() } }) })
    const connection = (await Connection.open(port)).send(request('GET /'))
    const before = process.memoryUsage().rss
    let most = 0
    let octets = 0
    connection.socket.removeAllListeners('data')
    connection.socket.on('data', (chunk) => {
      octets += chunk.length
      most = Math.max(most, process.memoryUsage().rss)
      if (octets >= 600 * PIECE.length) connection.socket.destroy()
      connection.socket.pause()
      setImmediate(() => connection.socket.resume())
    })
    await connection.closed()
    assert.ok(most - before < 50_000_000, `${most - before} octets more memory for a stream of 60 MB`)
  })

  it('cuts a client that leaves what it could read of a stream', async (test) => {
    async function* endless() {
      for (;;) yield PIECE
    }
    const limits = { responseTimeoutMs: 200 }
    const handler = () => ({ status: 200, stream: { pieces: endless() } })
    const { port, server } = await serve(test, kind, { 'GET /': handler }, { limits })
    const connection = (await Connection.open(port)).send(request('GET /'))
    await once(connection.socket, 'data')
    connection.socket.pause()
    await server.close(60_000)
  })

  it('tells request and iterator that the client has gone', async (test) => {
    const { handler, state, push, returned } = pushedStream()
    const { port, server } = await serve(test, kind, { 'GET /': handler })
    const connection = (await Connection.open(port)).send(request('GET /'))
    push('first')
    await once(connection.socket, 'data')
    assert.equal(state.signal?.aborted, false)
    connection.socket.destroy()
    await returned
    assert.equal(state.signal?.aborted, true)
    await server.close(60_000)
  })

  it('asks for nothing of a response to HEAD', async (test) => {
    const { handler, state, returned } = pushedStream()
    const { port } = await serve(test, kind, { 'GET /': handler, 'GET /ok': ok })
    const connection = (await Connection.open(port)).send(request('HEAD /'))
    const response = await connection.response({ isHead: true })
    assert.deepEqual([response?.status, response?.headers['content-length']], [200, undefined])
    await returned
    assert.equal(state.asked, 0)
    assert.equal(text(await connection.send(request('GET /ok')).response()), '200 ok')
  })

  it('cuts the connection of a stream that throws, and logs why', async (test) => {
    const { logger, lines } = recordingLogger()
    async function* broken() {
      yield 'first'
      throw new Error('out of order')
    }
    const handler = () => ({ status: 200, stream: { pieces: broken() } })
    const { port } = await serve(test, kind, { 'GET /': handler }, { logger })
    const connection = (await Connection.open(port)).send(request('GET /'))
    assert.equal(await connection.response(), undefined)
    assert.ok(!(await connection.closed()).includes('\r\n0\r\n'))
    assert.deepEqual(
      lines.map(({ level, message }) => [level, message]),
      [['error', 'a response ended prematurely']],
    )
  })

  it('ends an endless stream in good order when it closes', async (test) => {
    const { handler, state, push, returned } = pushedStream(true)
    const { port, server } = await serve(test, kind, { 'GET /': handler })
    const connection = (await Connection.open(port)).send(request('GET /'))
    push('first')
    await once(connection.socket, 'data')
    await server.close(60_000)
    assert.equal(text(await connection.response()), '200 first')
    assert.equal(state.signal?.aborted, true)
    await returned
  })

  it('lets any other stream come to its end when it closes, and cuts it after that', async (test) => {
    const [patient, late] = [pushedStream(), pushedStream()]
    const { port, server } = await serve(test, kind, { 'GET /': patient.handler, 'GET /late': late.handler })
    const first = (await Connection.open(port)).send(request('GET /'))
    const second = (await Connection.open(port)).send(request('GET /late'))
    for (const [{ push }, connection] of [
      [patient, first],
      [late, second],
    ] as const) {
      push('first')
      await once(connection.socket, 'data')
    }
    const closing = server.close(300)
    patient.push(' last')
    patient.end()
    assert.equal(text(await first.response()), '200 first last')
    await closing
    assert.equal(await second.response(), undefined)
    await late.returned
  })

  it('runs what is to be done after the response when the stream has ended', async (test) => {
    const { handler, push, end } = pushedStream()
    let isSent = false
    const ended = (isWhole: boolean) => {
      isSent = isWhole
    }
    const { port, server } = await serve(test, kind, {
      'GET /': (got) => ({ ...(handler(got) as HttpResponse), ended }),
    })
    const connection = (await Connection.open(port)).send(request('GET /'))
    push('first')
    await once(connection.socket, 'data')
    assert.equal(isSent, false)
    end()
    assert.equal(text(await connection.response()), '200 first')
    await server.close(60_000)
    assert.equal(isSent, true)
  })

  it('streams the answer to a request in chunks, and closes its connection', async (test) => {
    const handler = () => ({ status: 200, stream: { pieces: pieces('one', PIECE) } })
    const { port } = await serve(test, kind, { 'POST /': { handler, bodyLimit: 10 } })
    const connection = await Connection.open(port)
    connection.send('POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n')
    assert.equal((await connection.response())?.body.length, 3 + PIECE.length)
  })

  it('refuses a response that has a body and a stream, or invalid pieces', async (test) => {
    const { logger } = recordingLogger()
    const { port } = await serve(
      test,
      kind,
      {
        'GET /both': () => ({ status: 200, body: 'x', stream: { pieces: pieces('x') } }),
        'GET /none': () => ({ status: 200, stream: {} }) as unknown as HttpResponse,
      },
      { logger },
    )
    const connection = await Connection.open(port)
    for (const path of ['/both', '/none']) {
      assert.equal((await connection.send(request(`GET ${path}`)).response())?.status, 500)
    }
  })
}
