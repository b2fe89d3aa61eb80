import assert from 'node:assert/strict'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import type { HttpRequest } from '@heliograph/contracts'
import { resolveServerKind, type ServerKind } from '../src/index.ts'
import { Connection, request } from './http-connection.ts'
import { serve, text } from './http-server-fixture.ts'
import { SMUGGLING_VECTORS } from './smuggling-vectors.ts'
import { MARK, missingProxy, REVERSE_PROXIES, type ReverseProxy, startProxy } from './support/reverse-proxies.ts'

const KINDS: readonly ServerKind[] = (await resolveServerKind('auto')) === 'uws' ? ['uws', 'node'] : ['node']

interface Seen {
  readonly path: string
  readonly mark: string | undefined
}

/** Starts a gateway behind a proxy and records what its handlers see. Counts the connections between the two. */
async function serveBehind(test: TestContext, proxy: ReverseProxy, kind: ServerKind) {
  const seen: Seen[] = []
  const handler = ({ path, headers }: HttpRequest) => {
    seen.push({ path, mark: headers[MARK] })
    return { status: 200, body: path }
  }
  const { port } = await serve(test, kind, {
    'ANY /*': handler,
    'POST /small': { handler, bodyLimit: 10_000 },
    'POST /none': (incoming) => ({ ...handler(incoming), status: 204 }),
  })
  const relay = await startRelay(test, port)
  const { path, stop } = await startProxy(proxy, relay.port)
  test.after(stop)
  const open = () => Connection.open(0, { path })
  /** Asserts that a separate client gets the answer to its own request. */
  const ask = async (wanted: string, context?: string) => {
    const client = (await open()).send(request(`GET ${wanted}`))
    assert.equal(text(await client.response()), `200 ${wanted}`, context)
    client.socket.destroy()
  }
  return { seen, open, ask, connections: relay.connections }
}

/** Passes octets on unchanged. */
async function startRelay(test: TestContext, port: number) {
  let count = 0
  const ends: Socket[] = []
  const server = createServer((near) => {
    count++
    const far = connect({ host: '127.0.0.1', port })
    near.setNoDelay(true).on('error', () => far.destroy())
    far.setNoDelay(true).on('error', () => near.destroy())
    near.pipe(far).pipe(near)
    ends.push(near, far)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  test.after(() => {
    server.close()
    for (const end of ends) end.destroy()
  })
  return { port: (server.address() as AddressInfo).port, connections: () => count }
}

/**
 * Well-formed requests that nevertheless may leave octets behind: bodies that are not read, answers without a body,
 * clients that go.
 */
const LOOSE_ENDS: readonly (readonly [name: string, octets: Buffer])[] = [
  ['a HEAD request', request('HEAD /outer')],
  ['an answer without a body', request('POST /none', {}, 'abc')],
  ['a GET request with a body', request('GET /outer', {}, 'abc')],
  ['a body that nobody wants', request('POST /nowhere', {}, 'abc')],
  ['a body over the limit', request('POST /small', {}, 'x'.repeat(200_000))],
  ['a chunked body over the limit', chunked('POST /small', 'x'.repeat(200_000))],
  [
    'a chunked body with a trailer',
    Buffer.from(chunked('POST /outer', 'abc').toString().replace(/\r\n$/, 'X: y\r\n\r\n')),
  ],
  ['a request that waits for leave', request('POST /outer', { Expect: '100-continue' }, 'abc')],
  ['one that waits for leave for too much', request('POST /small', { Expect: '100-continue' }, 'x'.repeat(200_000))],
  ['half a body', request('POST /outer', { 'Content-Length': '200000' }, 'x'.repeat(100_000))],
  ['half a chunked body', chunked('POST /outer', 'x'.repeat(100_000)).subarray(0, 50_000)],
]

function chunked(line: string, body: string): Buffer {
  const head = request(line, { 'Transfer-Encoding': 'chunked' })
  return Buffer.concat([head, Buffer.from(`${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`)])
}

describe('HTTP servers behind a reverse proxy', () => {
  for (const proxy of REVERSE_PROXIES) {
    describe(proxy.name, { skip: missingProxy(proxy) }, () => {
      for (const kind of KINDS) describeBehind(proxy, kind)
    })
  }
})

function describeBehind(proxy: ReverseProxy, kind: ServerKind): void {
  it(`${kind}: one connection carries the requests of several clients`, async (test) => {
    const { ask, connections } = await serveBehind(test, proxy, kind)
    for (const path of ['/1', '/2', '/3']) await ask(path)
    assert.equal(connections(), 1)
  })

  it(`${kind}: handlers see the requests of the proxy and no other`, async (test) => {
    const { seen, open, ask } = await serveBehind(test, proxy, kind)
    const reached = { outer: 0, hidden: 0 }
    for (const { name, octets, isUnseenUncorrected } of SMUGGLING_VECTORS) {
      seen.length = 0
      const attacker = (await open()).send(Buffer.from(octets, 'latin1'))
      // Octets left behind by an attack on the way to the gateway affect the first of these; octets left on the way
      // back affect the second.
      await ask('/innocent/1', name)
      await ask('/innocent/2', name)
      attacker.socket.destroy()
      assertAllMarked(seen, name)
      const paths = new Set(seen.map(({ path }) => path))
      if (isUnseenUncorrected) assert.ok(!paths.has('/outer') && !paths.has('/hidden'), `the proxy passes on: ${name}`)
      if (paths.has('/outer')) reached.outer++
      if (paths.has('/hidden')) reached.hidden++
    }
    test.diagnostic(
      `${SMUGGLING_VECTORS.length} vectors: the proxy passed ${reached.outer} outer requests on, and after them ` +
        `${reached.hidden} that it took for requests of the client as well`,
    )
  })

  it(`${kind}: loose ends of one client do not reach another`, async (test) => {
    const { seen, open, ask } = await serveBehind(test, proxy, kind)
    for (const [name, octets] of LOOSE_ENDS) {
      const client = (await open()).send(octets)
      await ask('/innocent/1', name)
      await ask('/innocent/2', name)
      client.socket.destroy()
      await ask('/innocent/3', name)
    }
    assertAllMarked(seen, 'all')
  })
}

/** Asserts that each request bears a mark of the proxy, and that all marks differ. */
function assertAllMarked(seen: readonly Seen[], vector: string): void {
  const unmarked = seen.filter(({ mark }) => mark === undefined)
  assert.deepEqual(unmarked, [], vector)
  assert.equal(new Set(seen.map(({ mark }) => mark)).size, seen.length, vector)
}
