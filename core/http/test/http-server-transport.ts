import assert from 'node:assert/strict'
import { it } from 'node:test'
import { DEFAULT_HSTS_SECONDS, type ServerKind } from '../src/index.ts'
import { Connection, request } from './http-connection.ts'
import { type Routes, serve, TLS } from './http-server-fixture.ts'

const HSTS = 'strict-transport-security'

async function* pieces() {
  yield 'ok'
}

export const routes: Routes = {
  'GET /': () => ({ status: 200, headers: { [HSTS]: 'max-age=1; preload' }, body: 'ok' }),
  'GET /none': () => ({ status: 204 }),
  'GET /large': () => ({ status: 200, body: 'x'.repeat(100_000) }),
  'GET /pieces': () => ({ status: 200, stream: { pieces: pieces() } }),
  'GET /fails': () => {
    throw new Error('broken')
  },
  'GET /echo': {},
  'POST /': { bodyLimit: 10 },
}

/** Every kind of response of `routes`. */
export const REQUESTS: readonly (readonly [name: string, octets: Buffer, status: number])[] = [
  ['an answer', request('GET /'), 200],
  ['the answer to HEAD', request('HEAD /'), 200],
  ['an answer without a body', request('GET /none'), 204],
  ['a large answer', request('GET /large'), 200],
  ['a stream', request('GET /pieces'), 200],
  ['a failure', request('GET /fails'), 500],
  ['a path that is not served', request('GET /nowhere'), 404],
  ['a method that is not served', request('PUT /none'), 405],
  ['a body over the limit', request('POST /', {}, 'x'.repeat(11)), 413],
  ['two Hosts', Buffer.from('GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'), 400],
]

/** Whether a request is taken as encrypted, by what the listener trusts and what the request says. */
const PROXIED: readonly (readonly [trusted: readonly string[], protocol: string | undefined, isSecure: boolean])[] = [
  [[], undefined, false],
  [[], 'https', false],
  [['192.0.2.0/24'], 'https', false],
  [['127.0.0.1'], undefined, false],
  [['127.0.0.1'], 'http', false],
  [['127.0.0.1'], 'https', true],
  [['127.0.0.1'], 'HTTPS', true],
  [['127.0.0.1'], 'https, https', true],
  [['127.0.0.1'], 'https, http', false],
  [['127.0.0.1'], 'http, https', false],
  [['127.0.0.1'], 'httpsx', false],
]

export function describeTransport(kind: ServerKind): void {
  it('tells browsers to stay with TLS in every response over TLS, once, in its own words', async (test) => {
    const { port } = await serve(test, kind, routes, { tls: TLS })
    for (const [name, octets, status] of REQUESTS) {
      const connection = await Connection.open(port, { tls: true })
      const isHead = octets.subarray(0, 4).equals(Buffer.from('HEAD'))
      const response = await connection.send(octets).response({ isHead })
      assert.equal(response?.status, status, name)
      assert.equal(response?.headers[HSTS], `max-age=${DEFAULT_HSTS_SECONDS}`, name)
      connection.socket.destroy()
    }
  })

  it('says for how long, as it was told', async (test) => {
    for (const hstsMaxAgeSeconds of [0, 63_072_000]) {
      const { port } = await serve(test, kind, routes, { tls: TLS, hstsMaxAgeSeconds })
      const connection = await Connection.open(port, { tls: true })
      const response = await connection.send(request('GET /echo')).response()
      assert.equal(response?.headers[HSTS], `max-age=${hstsMaxAgeSeconds}`)
      assert.equal(JSON.parse(String(response?.body)).isSecure, true)
    }
  })

  for (const [trustedProxies, protocol, isSecure] of PROXIED) {
    const trust = trustedProxies.join() || 'no proxy'
    it(`takes ${protocol ?? 'no protocol'} with ${trust} trusted for ${isSecure ? 'TLS' : 'plain'}`, async (test) => {
      const { port } = await serve(test, kind, routes, { trustedProxies })
      const headers: Record<string, string> = protocol === undefined ? {} : { 'X-Forwarded-Proto': protocol }
      const response = await (await Connection.open(port)).send(request('GET /echo', headers)).response()
      assert.equal(JSON.parse(String(response?.body)).isSecure, isSecure)
      assert.equal(response?.headers[HSTS], isSecure ? `max-age=${DEFAULT_HSTS_SECONDS}` : undefined)
    })
  }
}
