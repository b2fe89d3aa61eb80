import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { HttpRequest } from '@heliograph/contracts'
import type { ServerKind } from '../src/index.ts'
import { isUwsUncorrected } from '../src/server/uws/uws-library.ts'
import { Connection, request } from './http-connection.ts'
import { type Routes, serve, TLS, text } from './http-server-fixture.ts'
import { BAD_FRAMINGS, HIDDEN, SMUGGLING_VECTORS } from './smuggling-vectors.ts'

/** How the octets of a vector arrive: the hidden request may arrive together with the octets before it, or later. */
const DELIVERIES: Readonly<Record<string, (octets: Buffer) => readonly Buffer[]>> = {
  'in one piece': (octets) => [octets],
  'in two pieces': (octets) => {
    const middle = octets.indexOf(HIDDEN)
    return [octets.subarray(0, middle), octets.subarray(middle)]
  },
}

export function describeSmuggling(kind: ServerKind): void {
  for (const [how, split] of Object.entries(DELIVERIES)) {
    it(`serves no request that hides behind another, ${how}`, async (test) => {
      const served: string[] = []
      const { port } = await serve(test, kind, { 'ANY /*': recorder(served) })
      const smuggled: string[] = []
      for (const { name, octets, isUnseenUncorrected } of SMUGGLING_VECTORS) {
        served.length = 0
        await deliver(port, split(Buffer.from(octets, 'latin1')))
        const isServed = served.includes('/hidden') || served.length > 1
        if (isServed !== (isUncorrected(kind) && isUnseenUncorrected === true))
          smuggled.push(`${name}: ${served.join(' ')}`)
      }
      assert.deepEqual(smuggled, [])
    })
  }

  for (const tls of [undefined, TLS]) {
    it(`answers 400 to bad framing or nothing, closes, and asks no handler${tls === undefined ? '' : ', over TLS'}`, async (test) => {
      const served: string[] = []
      const { port } = await serve(test, kind, { 'ANY /*': recorder(served) }, { tls })
      if (isUncorrected(kind)) return test.skip('the native server could not be corrected here')
      const answerTo = async ({ name, octets }: (typeof BAD_FRAMINGS)[number]) => {
        const connection = (await Connection.open(port, { tls: tls !== undefined })).send(Buffer.from(octets, 'latin1'))
        const [status = ''] = /^HTTP\/1\.1 \d+|^$/.exec(await connection.closed()) ?? ['no HTTP']
        return { name, status }
      }
      // At once, because some are only refused when their time is up.
      const answers = await Promise.all(BAD_FRAMINGS.map(answerTo))
      for (const [index, framing] of BAD_FRAMINGS.entries()) {
        // On a busy machine so many handshakes may take up the time of what comes behind them.
        if (kind === 'node' && answers[index]?.status === '') answers[index] = await answerTo(framing)
      }
      // A length that may be meant, of more than any route takes.
      const isMeant = ({ name, status }: { name: string; status: string }) =>
        name.includes('2^32') && /413/.test(status)
      const isRefused = ({ status }: { status: string }) => /400$/.test(status) || (kind === 'uws' && status === '')
      assert.deepEqual(
        answers.filter((answer) => !isRefused(answer) && !isMeant(answer)),
        [],
      )
      assert.deepEqual(served, [])
    })
  }

  it('serves nothing behind a request that is refused without its handler', async (test) => {
    const served: string[] = []
    const { port } = await serve(test, kind, { 'GET /hidden': recorder(served), 'POST /small': { bodyLimit: 1 } })
    for (const path of ['/nowhere', '/small', '/hidden']) {
      const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`
      await deliver(port, [Buffer.from(`${head}3\r\nabcXX0\r\n\r\n${HIDDEN}`)])
    }
    assert.deepEqual(served, [])
  })

  const bodies: readonly (readonly [name: string, body: string | undefined, status: number])[] = [
    ['small', 'ok', 200],
    ['large', 'x'.repeat(3_000_000), 200],
    ['empty', '', 200],
    ['no', undefined, 204],
  ]
  for (const [name, body, status] of bodies) {
    it(`answers a chunked request with ${name} body, and reads on only where its end is sure`, async (test) => {
      const served: string[] = []
      const handler = (seen: HttpRequest) => {
        served.push(seen.path)
        return { status, body }
      }
      const { port } = await serve(test, kind, { 'ANY /*': handler })
      const connection = await Connection.open(port)
      connection.send(request('POST /outer', { 'Transfer-Encoding': 'chunked' })).send('3\r\nabc\r\n0\r\n\r\n')
      const response = await connection.response()
      assert.deepEqual([response?.status, response?.body.length], [status, body?.length ?? 0])
      assert.equal(response?.headers.connection, kind === 'uws' ? 'close' : 'keep-alive')
      connection.send(HIDDEN)
      if (kind === 'uws') assert.equal(await connection.response(), undefined)
      else assert.equal((await connection.response())?.status, status)
      assert.deepEqual(served, kind === 'uws' ? ['/outer'] : ['/outer', '/hidden'])
    })
  }

  it('goes on after well-formed requests, pipelined or one by one', async (test) => {
    const routes: Routes = { 'ANY /*': (seen) => ({ status: 200, body: seen.path + seen.body }) }
    const { port } = await serve(test, kind, routes)
    const connection = await Connection.open(port)
    const wellFormed = [
      request('GET /1'),
      request('POST /2', {}, 'abc'),
      request('POST /3', {}, ''),
      request('PUT /4', {}, 'd'),
    ]
    const expected = ['200 /1', '200 /2abc', '200 /3', '200 /4d']
    for (const octets of wellFormed) connection.send(octets)
    for (const answer of expected) assert.equal(text(await connection.response()), answer)
    connection.send(Buffer.concat(wellFormed))
    for (const answer of expected) assert.equal(text(await connection.response()), answer)
  })
}

const isUncorrected = (kind: ServerKind) => kind === 'uws' && isUwsUncorrected()

function recorder(served: string[]) {
  return (seen: HttpRequest) => {
    served.push(seen.path)
    return { status: 200, body: 'ok' }
  }
}

/**
 * Sends the pieces, each in a TCP segment of its own, then ends the connection, so that the server has seen everything
 * when it closes.
 */
async function deliver(port: number, pieces: readonly Buffer[]): Promise<void> {
  const connection = await Connection.open(port)
  connection.socket.setNoDelay(true)
  for (const piece of pieces) {
    connection.send(piece)
    await new Promise(setImmediate)
  }
  connection.socket.end()
  await connection.closed()
}
