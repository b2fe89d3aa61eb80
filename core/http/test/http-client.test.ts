import assert from 'node:assert/strict'
import { getEventListeners, once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { after, describe, it } from 'node:test'
import type { Clock, OutboundRequest } from '@heliograph/contracts'
import { createHttpClient } from '../src/index.ts'
import {
  clientWith,
  clock,
  closeOpened,
  failureOf,
  LOOPBACK,
  listening,
  resolvingTo,
  serving,
} from './http-client-fixture.ts'
import { BLOCKED_HOSTS, INVALID_URLS } from './http-client-urls.ts'

after(closeOpened)

describe('addresses the client refuses', () => {
  const client = clientWith({ resolve: async () => assert.fail('nothing is to be resolved') })
  for (const host of BLOCKED_HOSTS) {
    it(`http://${host}/`, async () => {
      assert.equal(await failureOf(client.request({ method: 'GET', url: `http://${host}/` })), 'blocked')
    })
  }

  for (const url of INVALID_URLS) {
    it(`'${url}' as no URL it takes`, async () => {
      assert.equal(await failureOf(client.request({ method: 'GET', url })), 'invalid-url')
    })
  }

  const names: readonly (readonly [addresses: string[], allowNetworks: string[]])[] = [
    [['127.0.0.1'], []],
    [['::1'], []],
    [['93.184.216.34', '10.0.0.1'], []],
    [['::ffff:10.0.0.1'], []],
    [['169.254.169.254'], ['0.0.0.0/0']],
    [['fe80::1'], ['::/0']],
    [['fd00:ec2::254'], ['fc00::/7']],
    [['100.100.100.200'], ['100.64.0.0/10']],
    [['::ffff:169.254.169.254'], ['::/0', '0.0.0.0/0']],
    [['10.1.0.1'], ['10.0.0.0/16']],
    [['10.0.0.129'], ['10.0.0.0/25']],
    [['nonsense'], ['0.0.0.0/0']],
  ]
  for (const [addresses, allowNetworks] of names) {
    it(`a name with ${addresses} when ${allowNetworks} is open`, async () => {
      const guarded = clientWith({ allowNetworks, resolve: resolvingTo(...addresses) })
      assert.equal(await failureOf(guarded.request({ method: 'GET', url: 'http://inside.example/' })), 'blocked')
    })
  }

  it('localhost as the system resolves it', async () => {
    assert.equal(await failureOf(clientWith().request({ method: 'GET', url: 'http://localhost/' })), 'blocked')
  })

  it('does not reveal the address in the error', async () => {
    const guarded = clientWith({ resolve: resolvingTo('10.9.8.7') })
    await assert.rejects(guarded.request({ method: 'GET', url: 'http://a.example/' }), (error: Error) => {
      assert.doesNotMatch(error.message, /10\.9/)
      return true
    })
  })

  for (const text of [
    '10.0.0.0/33',
    '10.0.0/8',
    'example.com',
    '::/129',
    '10.0.0.0/8/8',
    '',
    '10.0.0.0/-1',
    '10.0.0.0/',
  ]) {
    it(`refuses '${text}' as an allowed network`, () => {
      assert.throws(() => createHttpClient({ clock, allowNetworks: [text] }), /is not a network/)
    })
  }
})

describe('addresses', () => {
  it('lets a listed network through and nothing besides', async () => {
    const port = await serving((_request, response) => response.end('in'))
    const open = clientWith({ allowNetworks: ['127.0.0.1/32'] })
    for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]']) {
      assert.equal((await open.request({ method: 'GET', url: `http://${host}:${port}/` })).body, 'in')
    }
    assert.equal(await failureOf(open.request({ method: 'GET', url: `http://127.0.0.2:${port}/` })), 'blocked')
  })

  it('connects to the address it has checked and resolves once (DNS rebinding)', async () => {
    const port = await serving((request, response) => response.end(request.headers.host))
    let resolved = 0
    const rebinding = clientWith({
      allowNetworks: LOOPBACK,
      resolve: async () => {
        resolved++
        return [{ address: resolved === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }]
      },
    })
    const reply = await rebinding.request({ method: 'GET', url: `http://rebind.example:${port}/` })
    assert.deepEqual([reply.body, resolved], [`rebind.example:${port}`, 1])
    const other = rebinding.request({ method: 'GET', url: `http://rebind.example:${port + 1}/` })
    assert.deepEqual([await failureOf(other), resolved], ['blocked', 2])
  })

  it('tries the next address of a name when the first does not answer', async () => {
    const port = await serving((_request, response) => response.end('second'))
    const both = clientWith({ allowNetworks: LOOPBACK, resolve: resolvingTo('127.0.0.9', '127.0.0.1') })
    assert.equal((await both.request({ method: 'GET', url: `http://two.example:${port}/` })).body, 'second')
  })
})

describe('requests', () => {
  it('sends method, headers and body as given, and its own User-Agent unless the request has one', async () => {
    const port = await serving((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const { method, url, headers } = request
        const { 'user-agent': agent, 'content-type': type, 'content-length': length } = headers
        response.setHeader('X-Twice', ['a', 'b']).writeHead(202, { 'X-Case': 'Kept' })
        response.end(JSON.stringify([method, url, agent, type, length, Buffer.concat(chunks).toString()]))
      })
    })
    const client = clientWith({ allowNetworks: LOOPBACK, userAgent: 'Own/1' })
    const base = `http://127.0.0.1:${port}`
    const rows: readonly (readonly [request: OutboundRequest, seen: unknown[]])[] = [
      [{ method: 'GET', url: `${base}/a?b=%20c#d` }, ['GET', '/a?b=%20c', 'Own/1', null, null, '']],
      [
        { method: 'POST', url: base, body: 'é', headers: { 'USER-AGENT': 'Theirs/2', 'Content-Type': 'text/x' } },
        ['POST', '/', 'Theirs/2', 'text/x', '2', 'é'],
      ],
      [{ method: 'POST', url: base, body: Uint8Array.of(65, 66) }, ['POST', '/', 'Own/1', null, '2', 'AB']],
      [{ method: 'POST', url: base }, ['POST', '/', 'Own/1', null, '0', '']],
      [{ method: 'PUT', url: base, body: 'x' }, ['PUT', '/', 'Own/1', null, '1', 'x']],
      [{ method: 'PATCH', url: base, body: 'x' }, ['PATCH', '/', 'Own/1', null, '1', 'x']],
      [{ method: 'DELETE', url: `${base}/1` }, ['DELETE', '/1', 'Own/1', null, null, '']],
    ]
    for (const [request, seen] of rows) {
      const reply = await client.request(request)
      assert.deepEqual(JSON.parse(reply.body), seen)
      assert.deepEqual([reply.status, reply.headers['x-twice'], reply.headers['x-case']], [202, 'a, b', 'Kept'])
      assert.ok(reply.elapsedMs >= 0 && reply.elapsedMs < 5000)
    }
  })

  it('asks with HEAD for the head alone', async () => {
    const port = await serving((request, response) => response.writeHead(200, { 'x-method': request.method }).end('x'))
    const client = clientWith({ allowNetworks: LOOPBACK })
    const { status, headers, body } = await client.request({ method: 'HEAD', url: `http://127.0.0.1:${port}/` })
    assert.deepEqual([status, headers['x-method'], body], [200, 'HEAD', ''])
  })

  it('returns a redirect instead of following it, and every other status', async () => {
    const asked: unknown[] = []
    const port = await serving((request, response) => {
      asked.push(request.url)
      response.writeHead(Number(request.url?.slice(1)), { location: 'http://169.254.169.254/' }).end()
    })
    const client = clientWith({ allowNetworks: LOOPBACK })
    for (const status of [200, 204, 301, 302, 307, 308, 400, 404, 429, 500, 503]) {
      assert.equal((await client.request({ method: 'POST', url: `http://127.0.0.1:${port}/${status}` })).status, status)
    }
    assert.equal(asked.length, 11)
  })

  it('cuts the reply at the limit, between characters, and closes the connection instead of reading on', async () => {
    let ended: Promise<unknown> | undefined
    const port = await serving((_request, response) => {
      ended = once(response, 'close')
      const writeMore = () => {
        while (response.write('é'.repeat(10_000)));
      }
      response.on('drain', writeMore)
      writeMore()
    })
    const client = clientWith({ allowNetworks: LOOPBACK })
    const reply = await client.request({ method: 'GET', url: `http://127.0.0.1:${port}/`, replyLimit: 1001 })
    assert.equal(reply.body, 'é'.repeat(500))
    await ended
  })

  it('keeps 64 KiB unless told otherwise, and all of a reply exactly as long as the limit', async () => {
    const port = await serving((request, response) => response.end('x'.repeat(Number(request.url?.slice(1)))))
    const client = clientWith({ allowNetworks: LOOPBACK })
    const lengthOf = async (octets: number, replyLimit?: number) => {
      const reply = await client.request({ method: 'GET', url: `http://127.0.0.1:${port}/${octets}`, replyLimit })
      return reply.body.length
    }
    assert.deepEqual([await lengthOf(65_536), await lengthOf(70_000)], [65_536, 65_536])
    assert.deepEqual([await lengthOf(10, 10), await lengthOf(10, 9), await lengthOf(10, 0)], [10, 9, 0])
  })

  it('reads a reply in the charset it names', async () => {
    const port = await serving((request, response) => {
      response.setHeader('content-type', `text/plain; charset=${request.url?.slice(1)}`).end(Buffer.from([0xe9]))
    })
    const client = clientWith({ allowNetworks: LOOPBACK })
    for (const [charset, text] of [
      ['ISO-8859-1', 'é'],
      ['utf-8', '\ufffd'],
      ['no-such-charset', '\ufffd'],
    ]) {
      assert.equal((await client.request({ method: 'GET', url: `http://127.0.0.1:${port}/${charset}` })).body, text)
    }
  })

  it('uses a connection again, and no more of them than allowed', async () => {
    let connections = 0
    const server = createServer((_request, response) => setImmediate(() => response.end('ok')))
    server.on('connection', () => connections++)
    const port = await listening(server)
    const client = clientWith({ allowNetworks: LOOPBACK, connectionsPerOrigin: 3 })
    const get = () => client.request({ method: 'GET', url: `http://127.0.0.1:${port}/` })
    await Promise.all(Array.from({ length: 30 }, get))
    await get()
    assert.equal(connections, 3)
  })
})

describe('failures', () => {
  const rows: readonly (readonly [name: string, failure: string, onSocket: ((socket: Socket) => void) | undefined])[] =
    [
      ['a refused connection', 'connect', undefined],
      ['a connection closed without a reply', 'network', (socket) => socket.once('data', () => socket.destroy())],
      ['a reply that is not HTTP', 'network', (socket) => socket.end('SSH-2.0-x\r\n')],
      ['a reply cut short', 'network', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc')],
      ['endless headers', 'network', (socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`)],
    ]
  for (const [name, failure, onSocket] of rows) {
    it(`${name} is '${failure}'`, async () => {
      const server = createTcpServer((socket) => onSocket?.(socket))
      const port = await listening(server)
      if (onSocket === undefined) await new Promise((resolve) => server.close(resolve))
      const client = clientWith({ allowNetworks: LOOPBACK })
      assert.equal(
        await failureOf(client.request({ method: 'POST', url: `http://127.0.0.1:${port}/`, body: 'x' })),
        failure,
      )
    })
  }

  it('a name that does not resolve, or to nothing, is dns', async () => {
    const rejecting = clientWith({ resolve: () => Promise.reject(new Error('ENOTFOUND')) })
    assert.equal(await failureOf(rejecting.request({ method: 'GET', url: 'http://no.example/' })), 'dns')
    const empty = clientWith({ resolve: resolvingTo() })
    assert.equal(await failureOf(empty.request({ method: 'GET', url: 'http://no.example/' })), 'dns')
  })

  const silences: readonly (readonly [name: string, start: string])[] = [
    ['no reply', ''],
    ['half a head', 'HTTP/1.1 200 OK\r\nConte'],
    ['half a body', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc'],
  ]
  for (const [name, start] of silences) {
    it(`${name} within the total time is 'timeout', by the client's clock`, async () => {
      let expire = () => {}
      const turned: Clock = {
        now: () => 0,
        after: (delayMs, callback) => {
          assert.equal(delayMs, 10_000)
          expire = callback
          return () => {}
        },
      }
      const server = createTcpServer()
      const asked = once(server, 'connection').then(async ([socket]: Socket[]) => {
        await once(socket as Socket, 'data')
        return socket as Socket
      })
      const port = await listening(server)
      const client = clientWith({ clock: turned, allowNetworks: LOOPBACK })
      const reply = failureOf(client.request({ method: 'GET', url: `http://127.0.0.1:${port}/` }))
      const socket = await asked
      await new Promise((resolve) => socket.write(start, resolve))
      expire()
      assert.equal(await reply, 'timeout')
      if (!socket.destroyed) await new Promise((resolve) => socket.once('close', resolve))
    })
  }

  it('a request has the time it asks for instead', () => {
    const asked: number[] = []
    const measured: Clock = {
      now: () => 0,
      after: (delayMs) => {
        asked.push(delayMs)
        return () => {}
      },
    }
    const client = clientWith({ clock: measured, resolve: () => new Promise(() => {}) })
    const url = 'http://slow.example/'
    for (const timeoutMs of [undefined, 250, 60_000]) client.request({ method: 'GET', url, timeoutMs }).catch(() => {})
    assert.deepEqual(asked, [10_000, 250, 60_000])
  })

  it('a signal ends a request at any moment, and lets go of it afterwards', async () => {
    const server = createTcpServer()
    const port = await listening(server)
    const client = clientWith({ allowNetworks: LOOPBACK })
    const url = `http://127.0.0.1:${port}/`
    const request = (signal: AbortSignal) => failureOf(client.request({ method: 'GET', url, signal }))
    assert.equal(await request(AbortSignal.abort()), 'aborted')
    const controller = new AbortController()
    const asked = once(server, 'connection').then(async ([socket]: Socket[]) => {
      await once(socket as Socket, 'data')
      return socket as Socket
    })
    const failure = request(controller.signal)
    const socket = await asked
    controller.abort()
    assert.equal(await failure, 'aborted')
    assert.equal(getEventListeners(controller.signal, 'abort').length, 0)
    if (!socket.destroyed) await new Promise((resolve) => socket.once('close', resolve))
  })

  it('a connection that is not made in time is timeout', async () => {
    const client = clientWith({ connectTimeoutMs: 50, resolve: () => new Promise(() => {}) })
    assert.equal(await failureOf(client.request({ method: 'GET', url: 'http://slow.example/' })), 'timeout')
  })
})

describe('TLS', () => {
  const pem = (name: string) => readFileSync(new URL(`fixtures/http-tls/${name}`, import.meta.url))
  const serveTls = () =>
    listening(
      createTlsServer({ cert: pem('cert.pem'), key: pem('key.pem') }, (_request, response) => response.end('safe')),
    )
  const ca = pem('cert.pem').toString()

  const rows: readonly (readonly [name: string, host: string, ca: string | undefined, outcome: string])[] = [
    ['a certificate of an authority that is trusted', 'localhost', ca, 'safe'],
    ['an unknown authority', 'localhost', undefined, 'connect'],
    ['a certificate for another name', 'other.example', ca, 'connect'],
  ]
  for (const [name, host, trusted, outcome] of rows) {
    it(`${name}: ${outcome}`, async () => {
      const port = await serveTls()
      const client = clientWith({ allowNetworks: LOOPBACK, ca: trusted, resolve: resolvingTo('127.0.0.1') })
      const reply = client.request({ method: 'GET', url: `https://${host}:${port}/` })
      assert.equal(outcome === 'safe' ? (await reply).body : await failureOf(reply), outcome)
    })
  }
})
