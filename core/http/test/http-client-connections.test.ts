import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, type Socket } from 'node:net'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer as createTlsServer } from 'node:tls'
import type { OutboundRequest } from '@heliograph/contracts'
import { clientWith, closeOpened, failureOf, LOOPBACK, listening, resolvingTo, serving } from './http-client-fixture.ts'

after(closeOpened)

interface Asked {
  readonly socket: Socket
  /** Of all requests, from 0. */
  readonly index: number
}

/** A server that is told of each request (which has to arrive in one piece), and what it has seen. */
async function scripted(onRequest: (asked: Asked) => void) {
  const connections: Socket[] = []
  const requests: string[] = []
  const server = createServer((socket) => {
    connections.push(socket)
    socket.on('data', (octets) => {
      requests.push(octets.toString('latin1'))
      onRequest({ socket, index: requests.length - 1 })
    })
  })
  const port = await listening(server)
  return { port, url: `http://127.0.0.1:${port}/`, connections, requests }
}

const pem = (name: string) => readFileSync(new URL(`fixtures/http-tls/${name}`, import.meta.url))

const replyWith = (body: string, fields = '') =>
  `HTTP/1.1 200 OK\r\n${fields}Content-Length: ${body.length}\r\n\r\n${body}`

describe('a request as sent', () => {
  type Row = readonly [name: string, request: Omit<OutboundRequest, 'url'>, sent: (host: string) => readonly string[]]
  const AGENT = 'User-Agent: Heliograph'
  const ROWS: readonly Row[] = [
    ['GET', { method: 'GET' }, (host) => ['GET /a?b HTTP/1.1', `host: ${host}`, 'connection: keep-alive', AGENT]],
    ['HEAD', { method: 'HEAD' }, (host) => ['HEAD /a?b HTTP/1.1', `host: ${host}`, 'connection: close', AGENT]],
    [
      'headers in their order, a host of its own',
      { method: 'POST', headers: { 'X-B': 'b', Host: 'other', 'x-a': '\xe9 \t' }, body: '\xe9' },
      () => [
        'POST /a?b HTTP/1.1',
        'host: other',
        'connection: keep-alive',
        AGENT,
        'X-B: b',
        'x-a: \xe9 \t',
        'content-length: 2',
      ],
    ],
    [
      'a connection for it alone, and a length that is right',
      { method: 'PUT', headers: { Connection: 'x, Close', 'Content-Length': '1', 'user-agent': 'me' }, body: 'b' },
      (host) => ['PUT /a?b HTTP/1.1', `host: ${host}`, 'connection: close', 'user-agent: me', 'content-length: 1'],
    ],
  ]
  for (const [name, request, sent] of ROWS) {
    it(name, async () => {
      const { port, url, requests } = await scripted(({ socket }) => socket.write(replyWith('')))
      await clientWith({ allowNetworks: LOOPBACK }).request({ ...request, url: `${url}a?b#c` })
      const [head = ''] = (requests[0] as string).split('\r\n\r\n')
      assert.deepEqual(head.split('\r\n'), sent(`127.0.0.1:${port}`))
    })
  }

  it('to an IPv6 address', async () => {
    const server = createServer((socket) => socket.once('data', (octets) => socket.end(replyWith(octets.toString()))))
    const port = await listening(server, '::1')
    const { body } = await clientWith({ allowNetworks: LOOPBACK }).request({
      method: 'GET',
      url: `http://[::1]:${port}`,
    })
    assert.match(body, new RegExp(`\r\nhost: \\[::1\\]:${port}\r\n`))
  })

  const REFUSED: readonly Readonly<Record<string, string>>[] = [
    ...['a\r\nb', 'a\nb', 'a\rb', 'a\0b', '\x7f', '\x1b', '\u0100', '\u560d\u560a', '😀'].map((value) => ({
      'X-A': value,
    })),
    ...['', 'X A', 'X:', 'X\r\nY', 'X\0', 'X\xe9', '(', '\u0130'].map((name) => ({ [name]: 'a' })),
    ...['Transfer-Encoding', 'keep-alive', 'Upgrade', 'EXPECT'].map((name) => ({ [name]: '100-continue' })),
    ...['', '2', '-1', '1, 1', 'x'].map((value) => ({ 'content-length': value })),
    { Host: 'a', host: 'b' },
    { Host: 'a\r\nb: c' },
    { Connection: 'close\r\nb: c' },
    { 'User-Agent': 'a\r\nb: c' },
  ]
  for (const headers of REFUSED) {
    it(`with ${JSON.stringify(headers)} is not sent`, async () => {
      const { url, connections } = await scripted(() => {})
      const client = clientWith({ allowNetworks: LOOPBACK })
      assert.equal(await failureOf(client.request({ method: 'POST', url, headers, body: 'b' })), 'network')
      assert.equal(connections.length, 0)
    })
  }

  const BODIES: readonly (readonly [name: string, body: unknown])[] = [
    ['a number', 5],
    ['an object', {}],
    ['a stream', new ReadableStream()],
  ]
  for (const [name, body] of BODIES) {
    it(`with ${name} as its body is not sent`, async () => {
      const { url, connections } = await scripted(() => {})
      const request = { method: 'POST', url, body } as OutboundRequest
      assert.equal(await failureOf(clientWith({ allowNetworks: LOOPBACK }).request(request)), 'network')
      assert.equal(connections.length, 0)
    })
  }

  it('is not sent with a body whose memory has gone elsewhere', async () => {
    const { url, requests } = await scripted(({ socket }) => socket.write(replyWith('ok')))
    const client = clientWith({ allowNetworks: LOOPBACK })
    const body = new Uint8Array(100)
    const failure = failureOf(client.request({ method: 'POST', url, body }))
    structuredClone(body, { transfer: [body.buffer] })
    assert.equal(await failure, 'network')
    assert.equal(requests.length, 0)
  })

  it('is as long as its body, in text and octets, over TLS too', async () => {
    const secure = createHttpsServer({ cert: pem('cert.pem'), key: pem('key.pem') }, (request, response) => {
      request.pipe(response)
    })
    const urls = [
      `http://127.0.0.1:${await serving((request, response) => request.pipe(response))}/`,
      `https://localhost:${await listening(secure)}/`,
    ]
    const ca = pem('cert.pem').toString()
    const client = clientWith({
      allowNetworks: LOOPBACK,
      ca,
      resolve: resolvingTo('127.0.0.1'),
      connectionsPerOrigin: 8,
    })
    const echo = async (url: string, length: number) => {
      const text = `\xe9${String(length).padStart(length, '.')}`
      for (const body of [text, Buffer.from(text)]) {
        const reply = await client.request({ method: 'POST', url, body, replyLimit: 2 ** 22 })
        assert.ok(reply.body === text, `${url} ${length}`)
      }
    }
    const lengths = [
      1,
      100,
      16_381,
      16_382,
      16_383,
      65_536,
      1_000_000,
      ...Array.from({ length: 40 }, (_, i) => i + 1_000),
    ]
    await Promise.all(urls.flatMap((url) => lengths.map((length) => echo(url, length))))
  })
})

it('a reply over TLS may end with the connection', async () => {
  const server = createTlsServer({ cert: pem('cert.pem'), key: pem('key.pem') }, (socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\nall of it'))
  })
  const url = `https://localhost:${await listening(server)}/`
  const client = clientWith({
    allowNetworks: LOOPBACK,
    ca: pem('cert.pem').toString(),
    resolve: resolvingTo('127.0.0.1'),
  })
  // The second one resumes the session of the first.
  for (let i = 0; i < 2; i += 1) assert.equal((await client.request({ method: 'GET', url })).body, 'all of it')
})

describe('a connection', () => {
  type Row = readonly [name: string, connections: number, reply: string, request?: Partial<OutboundRequest>]
  const ROWS: readonly Row[] = [
    ['is used again', 1, replyWith('ok')],
    ['is used again after a 204', 1, 'HTTP/1.1 204 No\r\n\r\n'],
    ['is used again after chunks', 1, 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['is used again for as long as the server says', 1, replyWith('ok', 'Keep-Alive: timeout=5\r\n')],
    ['is not used again shortly before the server closes it', 2, replyWith('ok', 'Keep-Alive: timeout=2\r\n')],
    ['is not used again when the server closes it', 2, replyWith('ok', 'Connection: close\r\n')],
    ['is not used again when the request says so', 2, replyWith('ok'), { headers: { Connection: 'close' } }],
    ['is not used again after HEAD', 2, replyWith(''), { method: 'HEAD' }],
    ['is not used again after HTTP/1.0', 2, 'HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n'],
    ['is not used again after a reply with octets left over', 2, `${replyWith('ok')}x`],
    ['is not used again after a reply that answers two requests', 2, replyWith('ok') + replyWith('forged')],
    ['is not used again after a reply that is cut', 2, replyWith('long'), { replyLimit: 3 }],
  ]
  for (const [name, count, reply, request] of ROWS) {
    it(name, async () => {
      const { url, connections } = await scripted(({ socket }) => socket.write(reply))
      const client = clientWith({ allowNetworks: LOOPBACK })
      for (let i = 0; i < 2; i += 1) await client.request({ method: 'POST', url, ...request })
      assert.equal(connections.length, count)
    })
  }

  it('that is closed while idle is not used again', async () => {
    const { url, connections } = await scripted(({ socket }) => socket.write(replyWith('ok')))
    const client = clientWith({ allowNetworks: LOOPBACK })
    for (const end of ['end', 'resetAndDestroy'] as const) {
      await client.request({ method: 'POST', url })
      const socket = connections.at(-1) as Socket
      socket[end]()
      await once(socket, 'close')
    }
    assert.equal((await client.request({ method: 'POST', url })).body, 'ok')
    assert.equal(connections.length, 3)
  })

  it('that brings a reply unasked is closed, and that reply is not taken for the next one', async () => {
    const { url, connections } = await scripted(({ socket, index }) => socket.write(replyWith(`own ${index}`)))
    const client = clientWith({ allowNetworks: LOOPBACK })
    await client.request({ method: 'POST', url })
    connections[0]?.write(replyWith('forged'))
    // The octets have left by now, but the client may not have read them.
    await once(connections[0] as Socket, 'close')
    assert.equal((await client.request({ method: 'POST', url })).body, 'own 1')
    assert.equal(connections.length, 2)
  })

  it('that answers before all of the request is sent is not used again', async () => {
    const server = createServer((socket) => {
      socket.once('data', () => {
        socket.pause()
        socket.write(replyWith('early'))
      })
    })
    const url = `http://127.0.0.1:${await listening(server)}/`
    const [socket] = (await Promise.all([
      once(server, 'connection'),
      clientWith({ allowNetworks: LOOPBACK })
        .request({ method: 'POST', url, body: Buffer.alloc(32 * 2 ** 20) })
        .then((reply) => assert.equal(reply.body, 'early')),
    ]).then(([[first]]) => [first])) as [Socket]
    socket.resume()
    await once(socket, 'close')
  })

  it('that breaks when it is used again fails the request, which is not sent twice', async () => {
    const { url, connections, requests } = await scripted(({ socket, index }) => {
      if (index === 1) socket.resetAndDestroy()
      else socket.write(replyWith('ok'))
    })
    const client = clientWith({ allowNetworks: LOOPBACK })
    await client.request({ method: 'POST', url })
    assert.equal(await failureOf(client.request({ method: 'POST', url })), 'network')
    assert.deepEqual([connections.length, requests.length], [1, 2])
  })

  it('is closed when it has been idle for long enough', async () => {
    const { url, connections } = await scripted(({ socket }) => socket.write(replyWith('ok')))
    await clientWith({ allowNetworks: LOOPBACK, keepAliveMs: 20 }).request({ method: 'POST', url })
    await once(connections[0] as Socket, 'close')
  })

  it('is kept for other requests when the one it was opened for is given up', async () => {
    const { url, connections, requests } = await scripted(({ socket }) => socket.write(replyWith('ok')))
    let resolved = () => {}
    const resolve = () =>
      new Promise<[{ address: string; family: 4 }]>((done) => {
        resolved = () => done([{ address: '127.0.0.1', family: 4 }])
      })
    const client = clientWith({ allowNetworks: LOOPBACK, resolve })
    const request = { method: 'POST', url: url.replace('127.0.0.1', 'slow.example') } as const
    assert.equal(await failureOf(client.request({ ...request, timeoutMs: 10 })), 'timeout')
    resolved()
    assert.equal((await client.request(request)).body, 'ok')
    assert.deepEqual([connections.length, requests.length], [1, 1])
  })
})

describe('requests that wait for a connection', () => {
  it('are sent in their order, without those that are given up', async () => {
    const { url, connections, requests } = await scripted(({ socket }) => {
      setTimeout(() => socket.write(replyWith('ok')), 20)
    })
    const client = clientWith({ allowNetworks: LOOPBACK, connectionsPerOrigin: 1 })
    const controller = new AbortController()
    const ask = (path: number, extra: Partial<OutboundRequest> = {}) =>
      client.request({ method: 'POST', url: url + path, ...extra }).then(
        () => 'ok',
        (error) => error.failure,
      )
    const asked = [
      ask(0),
      ask(1, { timeoutMs: 5 }),
      ask(2),
      ask(3, { signal: controller.signal }),
      ask(4, { headers: { 'X-A': '\n' } }),
      ask(5),
    ]
    controller.abort()
    assert.deepEqual(await Promise.all(asked), ['ok', 'timeout', 'ok', 'aborted', 'network', 'ok'])
    const paths = requests.map((request) => request.slice('POST /'.length, 'POST /'.length + 1))
    assert.deepEqual([paths.join(), connections.length], ['0,2,5', 1])
  })

  it('each fail with a connection that is not made', async () => {
    let asked = 0
    const client = clientWith({
      connectionsPerOrigin: 2,
      resolve: async () => {
        asked += 1
        return []
      },
    })
    const failures = Array.from({ length: 5 }, () =>
      failureOf(client.request({ method: 'GET', url: 'http://no.example' })),
    )
    assert.deepEqual(await Promise.all(failures), Array(5).fill('dns'))
    assert.equal(asked, 5)
  })
})

describe('a client that is closed', () => {
  it('fails the requests that are under way, waiting and connecting, and those that come later', async () => {
    const { url, connections } = await scripted(({ socket, index }) => {
      if (index === 0) socket.write(replyWith('ok'))
    })
    const client = clientWith({
      allowNetworks: LOOPBACK,
      connectionsPerOrigin: 2,
      resolve: () => new Promise(() => {}),
    })
    const ask = (to: string) => failureOf(client.request({ method: 'POST', url: to }))
    await client.request({ method: 'POST', url })
    const failures = [ask(url), ask(url), ask(url), ask(url), ask('http://slow.example/')]
    await sleep(50)
    await client.close()
    assert.deepEqual(await Promise.all([...failures, ask(url)]), Array(6).fill('network'))
    await Promise.all(connections.map((socket) => socket.destroyed || once(socket, 'close')))
    await client.close()
  })
})
