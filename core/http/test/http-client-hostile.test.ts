import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { after, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { clientWith, closeOpened, failureOf, LOOPBACK, listening, resolvingTo } from './http-client-fixture.ts'

after(closeOpened)

/** A server that calls `onAsked` with each connection once a request has arrived on it. */
function answering(onAsked: (socket: Socket) => void): Promise<number> {
  return listening(createServer((socket) => socket.once('data', () => onAsked(socket))))
}

/** Resolves when the connection ends, even by a reset. */
function closing(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()))
}

/** Writes as long as the client reads, and counts. */
function writeForEver(socket: Socket, chunk: Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on('drain', more)
  more()
}

/** Writes a little now and then. */
function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 5)
  socket.on('close', () => clearInterval(timer))
}

const HEAD = 'HTTP/1.1 200 OK\r\n'

describe('a reply that is too long', () => {
  const ROWS: readonly (readonly [name: string, head: string])[] = [
    ['of ten gigabytes', `${HEAD}Content-Length: 10737418240\r\n\r\n`],
    ['without an end', `${HEAD}\r\n`],
    ['of chunks without an end', `${HEAD}Transfer-Encoding: chunked\r\n\r\n`],
  ]
  for (const [name, head] of ROWS) {
    it(`${name} is read to the limit, and the connection is closed`, async () => {
      let written: Promise<number> | undefined
      const port = await answering((socket) => {
        written = closing(socket).then(() => socket.bytesWritten)
        socket.write(head)
        const body = Buffer.alloc(16_384, 'x')
        const chunk = Buffer.concat([Buffer.from('4000\r\n'), body, Buffer.from('\r\n')])
        writeForEver(socket, head.includes('chunked') ? chunk : body)
      })
      const client = clientWith({ allowNetworks: LOOPBACK })
      const reply = await client.request({ method: 'GET', url: `http://127.0.0.1:${port}/`, replyLimit: 2_048 })
      assert.deepEqual([reply.status, reply.body], [200, 'x'.repeat(2_048)])
      const octets = (await written) as number
      assert.ok(octets < 32 * 2 ** 20, `${octets}`)
    })
  }

  it('when it is unpacked is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(10 * 2 ** 20))
    const port = await answering((socket) => {
      socket.write(`${HEAD}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`)
      socket.write(bomb)
    })
    const client = clientWith({ allowNetworks: LOOPBACK })
    const { octets } = await client.request({ method: 'GET', url: `http://127.0.0.1:${port}/`, replyLimit: 1_000_000 })
    assert.deepEqual(Buffer.from(octets), bomb)
  })
})

describe('a reply that does not end in time', () => {
  const ROWS: readonly (readonly [name: string, onAsked: (socket: Socket) => void])[] = [
    ['head', (socket) => socket.write(HEAD, () => drip(socket, 'X-A: b\r\n'))],
    ['body', (socket) => socket.write(`${HEAD}Content-Length: 100000\r\n\r\n`, () => drip(socket, 'x'))],
    ['interim answers', (socket) => drip(socket, 'HTTP/1.1 102 Processing\r\n\r\n')],
  ]
  for (const [name, onAsked] of ROWS) {
    it(`since its ${name} come in drips is given up, and the connection closed`, async () => {
      let closed: Promise<unknown> | undefined
      const port = await answering((socket) => {
        closed = closing(socket)
        onAsked(socket)
      })
      const client = clientWith({ allowNetworks: LOOPBACK })
      const request = { method: 'GET', url: `http://127.0.0.1:${port}/`, timeoutMs: 150 } as const
      assert.match(await failureOf(client.request(request)), /^(timeout|network)$/)
      await closed
    })
  }

  it('takes the time of those that wait for its connection, and no more of it than they have', async () => {
    const port = await answering(() => {})
    const client = clientWith({ allowNetworks: LOOPBACK, connectionsPerOrigin: 1 })
    const url = `http://127.0.0.1:${port}/`
    const hanging = failureOf(client.request({ method: 'GET', url, timeoutMs: 3_000 }))
    const began = Date.now()
    assert.equal(await failureOf(client.request({ method: 'GET', url, timeoutMs: 50 })), 'timeout')
    assert.ok(Date.now() - began < 2_500)
    assert.equal(await hanging, 'timeout')
  })
})

describe('a connection that breaks', () => {
  const ROWS: readonly (readonly [name: string, start: string])[] = [
    ['before the reply', ''],
    ['in the head', 'HTTP/1.1 200 OK\r\nConte'],
    ['in the body', `${HEAD}Content-Length: 9\r\n\r\nabc`],
    ['in a chunk', `${HEAD}Transfer-Encoding: chunked\r\n\r\n9\r\nabc`],
  ]
  for (const [name, start] of ROWS) {
    it(`${name} by a reset is a failure of the network`, async () => {
      const port = await answering((socket) => socket.write(start, () => socket.resetAndDestroy()))
      const client = clientWith({ allowNetworks: LOOPBACK })
      const url = `http://127.0.0.1:${port}/`
      assert.equal(await failureOf(client.request({ method: 'POST', url, body: 'x' })), 'network')
    })
  }

  it('does not make the next request fail', async () => {
    let asked = 0
    const port = await answering((socket) => {
      asked += 1
      if (asked === 1) socket.resetAndDestroy()
      else socket.end(`${HEAD}Content-Length: 2\r\n\r\nok`)
    })
    const client = clientWith({ allowNetworks: LOOPBACK, connectionsPerOrigin: 1 })
    const request = { method: 'POST', url: `http://127.0.0.1:${port}/`, body: 'x' } as const
    assert.equal(await failureOf(client.request(request)), 'network')
    assert.equal((await client.request(request)).body, 'ok')
  })
})

describe('a name that changes its address', () => {
  it('is resolved once for each connection, and what was checked is what is called', async () => {
    const port = await answering((socket) => socket.end(`${HEAD}Connection: close\r\nContent-Length: 2\r\n\r\nok`))
    const answers = [resolvingTo('127.0.0.1'), resolvingTo('10.0.0.1')]
    let asked = 0
    const client = clientWith({
      allowNetworks: ['127.0.0.0/8'],
      resolve: () => (answers[asked++] as (typeof answers)[number])(),
    })
    const request = { method: 'GET', url: `http://rebinding.example:${port}/` } as const
    assert.equal((await client.request(request)).body, 'ok')
    assert.equal(asked, 1)
    assert.equal(await failureOf(client.request(request)), 'blocked')
    assert.equal(asked, 2)
  })
})
