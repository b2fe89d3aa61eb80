import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { after, test } from 'node:test'
import type { TLSSocket } from 'node:tls'
import { createOutboundClients, type OutboundTls } from '../src/index.ts'
import { clientWith, clock, closeOpened, failureOf, LOOPBACK, listening, resolvingTo } from './http-client-fixture.ts'

after(closeOpened)

const pem = (name: string) => readFileSync(new URL(`fixtures/http-tls/${name}.pem`, import.meta.url), 'utf8')
const ca = pem('cert')
const CLIENT = { cert: pem('client-cert'), key: pem('client-key'), ca }
const STRANGER = { cert: pem('stranger-cert'), key: pem('stranger-key'), ca }

/** A server that asks for certificates, and answers with the holder of the one it was shown. */
function serveAsking(isRequired = true): Promise<number> {
  const asking = { requestCert: true, rejectUnauthorized: isRequired, ca: pem('client-ca') }
  return listening(
    createServer({ cert: ca, key: pem('key'), ...asking }, (request, response) => {
      const { subject } = (request.socket as TLSSocket).getPeerCertificate() ?? {}
      response.setHeader('connection', 'close').end(subject?.CN ?? 'none')
    }),
  )
}

const ROWS: readonly (readonly [what: string, tls: OutboundTls, answer: string])[] = [
  ['shows its certificate', CLIENT, 'acme-1'],
  ['trusts an authority of its own without showing one', { ca }, 'none'],
]
for (const [what, tls, answer] of ROWS)
  test(`outgoing TLS: a client ${what}`, async () => {
    const port = await serveAsking(false)
    const client = clientWith({ allowNetworks: LOOPBACK, resolve: resolvingTo('127.0.0.1'), tls })
    assert.equal((await client.request({ method: 'GET', url: `https://localhost:${port}/` })).body, answer)
  })

test('outgoing TLS: other authorities than its own are not trusted, and a server that wants another gets nothing', async () => {
  const port = await serveAsking()
  const ask = (tls: OutboundTls) =>
    clientWith({ allowNetworks: LOOPBACK, resolve: resolvingTo('127.0.0.1'), tls }).request({
      method: 'GET',
      url: `https://localhost:${port}/`,
    })
  assert.equal(await failureOf(ask({ ...CLIENT, ca: pem('client-ca') })), 'connect')
  assert.match(await failureOf(ask(STRANGER)), /network|connect/)
})

test('outgoing TLS: each caller has its own, and takes up another while it works', async () => {
  const port = await serveAsking(false)
  const clients = createOutboundClients({ clock, resolve: resolvingTo('127.0.0.1') })
  const ask = (name: string, tls: OutboundTls) =>
    clients.with(LOOPBACK, { name, tls }).request({ method: 'GET', url: `https://localhost:${port}/` })
  assert.deepEqual([(await ask('a', CLIENT)).body, (await ask('b', STRANGER)).body], ['acme-1', 'stranger'])
  const held = clients.with(LOOPBACK, { name: 'a', tls: STRANGER })
  assert.equal(held, clients.with(LOOPBACK, { name: 'a', tls: CLIENT }))
  assert.equal((await held.request({ method: 'GET', url: `https://localhost:${port}/` })).body, 'acme-1')
  assert.equal((await ask('a', STRANGER)).body, 'stranger')
  assert.throws(() => clients.with(LOOPBACK, { name: 'a', tls: { ...CLIENT, key: STRANGER.key } }), /key/i)
  assert.equal((await held.request({ method: 'GET', url: `https://localhost:${port}/` })).body, 'stranger')
  await clients.close()
})

const WRONG: readonly (readonly [what: string, tls: OutboundTls, error: RegExp])[] = [
  ['a key of another certificate', { cert: CLIENT.cert, key: STRANGER.key }, /key/i],
  ['a certificate without a key', { cert: CLIENT.cert }, /come together/],
  ['a key without a certificate', { key: CLIENT.key }, /come together/],
  ['an invalid authority', { ca: 'nonsense' }, /no certificate of an authority/],
]
for (const [what, tls, error] of WRONG)
  test(`outgoing TLS: ${what} is refused`, () => assert.throws(() => clientWith({ tls }), error))
