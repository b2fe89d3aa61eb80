import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { TLSSocket } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { resolveServerKind, type ServerKind } from '../src/index.ts'
import { Connection, request } from './http-connection.ts'
import { ok, serve, TLS, text } from './http-server-fixture.ts'

const KINDS: readonly ServerKind[] = (await resolveServerKind('auto')) === 'uws' ? ['uws', 'node'] : ['node']
const RENEWED = {
  certFile: fileURLToPath(new URL('fixtures/http-tls/renewed-cert.pem', import.meta.url)),
  keyFile: fileURLToPath(new URL('fixtures/http-tls/renewed-key.pem', import.meta.url)),
}

/** TLS files that a test may exchange. */
async function ownFiles(context: TestContext): Promise<typeof TLS> {
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-tls-'))
  context.after(() => rm(folder, { recursive: true }))
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') }
  await exchange(files, TLS)
  return files
}

async function exchange(files: typeof TLS, by: typeof TLS): Promise<void> {
  await Promise.all([copyFile(by.certFile, files.certFile), copyFile(by.keyFile, files.keyFile)])
}

function shownTo({ socket }: Connection): string | undefined {
  return (socket as TLSSocket).getPeerX509Certificate()?.fingerprint256
}

const fingerprint = async (file: string) => new X509Certificate(await readFile(file)).fingerprint256

for (const kind of KINDS) {
  test(`${kind}: new connections see a renewed certificate, open ones go on`, async (context) => {
    const files = await ownFiles(context)
    const { port, server } = await serve(context, kind, { 'GET /': ok }, { tls: files })
    const before = await Connection.open(port, { tls: true })
    assert.equal(text(await before.send(request('GET /')).response()), '200 ok')
    assert.equal(shownTo(before), await fingerprint(TLS.certFile))
    assert.equal(await server.renewTls(), false, 'the files are as they were')
    await exchange(files, RENEWED)
    assert.equal(await server.renewTls(), true)
    assert.equal(server.certificate, await readFile(RENEWED.certFile, 'utf8'))
    const after = await Connection.open(port, { tls: true })
    assert.equal(text(await after.send(request('GET /')).response()), '200 ok')
    assert.equal(shownTo(after), await fingerprint(RENEWED.certFile))
    assert.equal(text(await before.send(request('GET /')).response()), '200 ok')
    await exchange(files, TLS)
    assert.equal(await server.renewTls(), true)
    const again = await Connection.open(port, { tls: true })
    assert.equal(shownTo(again), await fingerprint(TLS.certFile))
    assert.equal(text(await after.send(request('GET /')).response()), '200 ok')
    await server.close(1_000)
    await Promise.all([before.closed(), after.closed(), again.closed()])
  })

  test(`${kind}: files that do not work change nothing`, async (context) => {
    const files = await ownFiles(context)
    const { port, server } = await serve(context, kind, { 'GET /': ok }, { tls: files })
    await copyFile(RENEWED.certFile, files.certFile)
    await assert.rejects(server.renewTls(), /TLS with certificate .*cert\.pem .* does not work/)
    await writeFile(files.certFile, '')
    await assert.rejects(server.renewTls(), /does not work/)
    const connection = await Connection.open(port, { tls: true })
    assert.equal(shownTo(connection), await fingerprint(TLS.certFile))
    connection.socket.destroy()
  })

  test(`${kind}: without TLS there is nothing to renew`, async (context) => {
    const { server } = await serve(context, kind, { 'GET /': ok })
    assert.deepEqual([await server.renewTls(), server.certificate], [false, undefined])
  })
}
