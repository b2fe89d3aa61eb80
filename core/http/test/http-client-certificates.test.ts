import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { HttpRequest } from '@heliograph/contracts'
import { createHttpServer, createRouter, describeServerKind, resolveServerKind, type TlsFiles } from '../src/index.ts'
import { Connection, request } from './http-connection.ts'
import { serve, TLS } from './http-server-fixture.ts'

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/http-tls/${name}`, import.meta.url))
const pem = async (name: string) => ({
  cert: await readFile(fixture(`${name}-cert.pem`)),
  key: await readFile(fixture(`${name}-key.pem`)),
})
const asking = (required: boolean, caFile = fixture('client-ca.pem')): TlsFiles => ({
  ...TLS,
  clientCertificates: { caFile, required },
})

/** Answers with the certificate of the client. */
const shown = ({ clientCertificate }: HttpRequest) => ({
  status: 200,
  body: JSON.stringify(clientCertificate ?? null),
})

/** What a client with a certificate is answered, twice on one connection; undefined when it gets no connection. */
async function answersTo(
  port: number,
  client: { cert: Buffer; key: Buffer } | undefined,
): Promise<readonly unknown[] | undefined> {
  const connection = await Connection.open(port, { tls: true, ...client }).catch(() => undefined)
  if (connection === undefined) return undefined
  const answers: unknown[] = []
  for (let times = 0; times < 2; times += 1) {
    const response = await connection.send(request('GET /')).response()
    if (response === undefined) return undefined
    answers.push(JSON.parse(response.body.toString()))
  }
  connection.socket.destroy()
  return answers
}

const known = new X509Certificate(await readFile(fixture('client-cert.pem')))
const ACME = {
  subject: String.raw`CN=acme-1,O=Acme\, Inc.,C=ZA`,
  subjectAltNames: ['DNS:acme.example', 'URI:spiffe://acme.example/sms', 'email:ops@acme.example'],
  fingerprint: known.fingerprint256.replaceAll(':', '').toLowerCase(),
  validUntil: new Date(known.validTo).toISOString(),
}

const ROWS: readonly (readonly [what: string, required: boolean, client: string | undefined, seen: unknown])[] = [
  ['a client with a good one is served, and known', true, 'client', ACME],
  ['a client without one is not served', true, undefined, undefined],
  ['a client with one of another authority is not served', true, 'stranger', undefined],
  ['where none is required, a good one is known', false, 'client', ACME],
  ['where none is required, a client without one is served', false, undefined, null],
  ['where none is required, one of another authority is as good as none', false, 'stranger', null],
]

for (const [what, required, client, seen] of ROWS)
  test(`certificates of clients: ${what}`, async (context) => {
    const { port } = await serve(context, 'node', { 'GET /': shown }, { tls: asking(required) })
    const answers = await answersTo(port, client === undefined ? undefined : await pem(client))
    assert.deepEqual(answers, seen === undefined ? undefined : [seen, seen])
  })

test("certificates of clients: that of a trusted proxy is not the client's", async (context) => {
  const { port } = await serve(
    context,
    'node',
    { 'GET /': shown },
    { tls: asking(true), trustedProxies: ['127.0.0.0/8'] },
  )
  assert.deepEqual(await answersTo(port, await pem('client')), [null, null])
})

test('certificates of clients: a listener that asks for none sees none', async (context) => {
  const { port } = await serve(context, 'node', { 'GET /': shown }, { tls: TLS })
  assert.deepEqual(await answersTo(port, await pem('client')), [null, null])
})

async function ownAuthorities(context: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-ca-'))
  context.after(() => rm(folder, { recursive: true }))
  const file = join(folder, 'ca.pem')
  await copyFile(fixture('client-ca.pem'), file)
  return file
}

test('certificates of clients: other authorities are taken up while it runs', async (context) => {
  const file = await ownAuthorities(context)
  const { port, server } = await serve(context, 'node', { 'GET /': shown }, { tls: asking(true, file) })
  assert.equal(await server.renewTls(), false)
  await copyFile(fixture('stranger-cert.pem'), file)
  assert.equal(await server.renewTls(), true)
  assert.equal(await answersTo(port, await pem('client')), undefined)
  assert.equal((await answersTo(port, await pem('stranger')))?.length, 2)
  await writeFile(file, '')
  await assert.rejects(server.renewTls(), /ca\.pem holds no certificate of an authority/)
  assert.equal((await answersTo(port, await pem('stranger')))?.length, 2, 'all stays as it is')
})

test('certificates of clients: the native server, which cannot ask for them, is not taken', async () => {
  const tls = asking(true)
  assert.equal(await resolveServerKind('auto', tls), 'node')
  assert.equal(describeServerKind('auto', 'node', tls), 'node (it asks clients for certificates)')
  const router = createRouter([])
  assert.throws(() => createHttpServer({ kind: 'uws', router, host: '127.0.0.1', port: 0, tls }), /use server 'node'/)
})
