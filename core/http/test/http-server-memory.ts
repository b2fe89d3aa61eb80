import assert from 'node:assert/strict'
import { it } from 'node:test'
import { GatewayError, type HttpRequest, type RouteSpec } from '@heliograph/contracts'
import type { ServerKind } from '../src/index.ts'
import { Connection, type RawResponse, request } from './http-connection.ts'
import { gate, ok, serve, text } from './http-server-fixture.ts'

/** A head that announces a body, and the beginning of that body. */
const begun = (octets: number, announced = 100_000, headers: Readonly<Record<string, string>> = {}) =>
  Buffer.concat([request('POST /', { 'Content-Length': String(announced), ...headers }), Buffer.alloc(octets, 'x')])

/** A body that arrives in one piece or in several, as it comes. */
const large = request('POST /', {}, 'x'.repeat(30_000))

const chunk = (body: string) => `${body.length.toString(16)}\r\n${body}\r\n`

/** An `admit` that resolves `asked` on each call, and refuses the requests that ask for it. */
function doorkeeper(isLate: boolean) {
  let count = 0
  let onAsked = () => {}
  const asked = (wanted: number) =>
    new Promise<void>((resolve) => {
      onAsked = () => {
        if (count >= wanted) resolve()
      }
      onAsked()
    })
  const decide = (isRefused: boolean) => {
    if (isRefused) throw new GatewayError('unauthenticated', 'no-key', 'No key')
  }
  const admit: RouteSpec['admit'] = ({ headers }) => {
    count++
    onAsked()
    const isRefused = headers['x-refuse'] !== undefined
    return isLate ? new Promise(setImmediate).then(() => decide(isRefused)) : decide(isRefused)
  }
  return { admit, asked, count: () => count }
}

export function describeMemory(kind: ServerKind): void {
  const limits = { bodyOctets: 40_000 }

  it('refuses a body that finds no room beside those that are coming, and takes it when there is room again', async (test) => {
    const { admit, asked } = doorkeeper(false)
    const { port } = await serve(test, kind, { 'POST /': { admit } }, { limits })
    const first = (await Connection.open(port)).send(begun(30_000))
    await asked(1)
    const second = (await Connection.open(port)).send(begun(30_000))
    const refused = await second.response()
    assert.deepEqual([text(refused), refused?.headers['x-form']], ['503 too-many-bodies', 'own'])
    // A small body that arrives whole takes none of the room.
    assert.equal(
      (
        await second
          .send(Buffer.alloc(70_000))
          .send(request('POST /', {}, 'ab'))
          .response()
      )?.status,
      200,
    )
    first.socket.destroy()
    const later = await Connection.open(port)
    let response: RawResponse | undefined
    // The server notices the end of the first only some time later.
    do {
      later.send(begun(30_000, 39_000))
      await new Promise(setImmediate)
      response = await later.send(Buffer.alloc(9_000)).response()
    } while (response?.status === 503)
    assert.equal(response?.status, 200)
  })

  it('counts a body until its handler has ended, even if that is past its deadline', async (test) => {
    const { handler, state } = gate()
    const { port } = await serve(test, kind, { 'POST /': handler }, { limits: { ...limits, handlerTimeoutMs: 50 } })
    const ask = async () => text(await (await Connection.open(port)).send(large).response())
    assert.equal(await ask(), '503 outcome-unknown')
    assert.equal(await ask(), '503 too-many-bodies')
    state.release()
    let answer: string | undefined
    do answer = await ask()
    while (answer === '503 too-many-bodies')
    assert.equal(answer, '200 released')
  })

  it('counts a body whose client has gone until its handler has ended', async (test) => {
    const { handler, state, entered } = gate()
    const { port } = await serve(test, kind, { 'POST /': handler }, { limits })
    const ask = async () => text(await (await Connection.open(port)).send(large).response())
    const gone = (await Connection.open(port)).send(large)
    await entered(1)
    gone.socket.destroy()
    assert.equal(await ask(), '503 too-many-bodies')
    state.release()
    let answer: string | undefined
    do answer = await ask()
    while (answer === '503 too-many-bodies')
    assert.equal(answer, '200 released')
  })

  it('gives one address its part of the room, however its bodies arrive', async (test) => {
    const { handler, state, entered } = gate()
    const shared = { bodyOctets: 200_000, bodyOctetsPerAddress: 40_000 }
    const { port } = await serve(test, kind, { 'POST /': handler }, { limits: shared })
    const open = (localAddress: string) => Connection.open(port, { localAddress })
    const inChunks = request('POST /', { 'Transfer-Encoding': 'chunked' })
    const first = (await open('127.0.0.1')).send(large)
    await entered(1)
    for (const octets of [large, Buffer.concat([inChunks, Buffer.from(chunk('x'.repeat(30_000)) + chunk(''))])]) {
      const refused = await (await open('127.0.0.1')).send(octets).response()
      const { 'retry-after': retryAfter, 'x-form': form } = refused?.headers ?? {}
      assert.deepEqual([text(refused), form, retryAfter], ['503 too-many-bodies', 'own', '1'])
    }
    const others = [
      (await open('127.0.0.1')).send(request('POST /', {}, 'x'.repeat(1024))),
      (await open('127.0.0.2')).send(large),
      (await open('127.0.0.3')).send(inChunks).send(chunk('x'.repeat(30_000)) + chunk('')),
    ]
    await entered(4)
    state.release()
    for (const each of [first, ...others]) assert.equal(text(await each.response()), '200 released')
  })

  it('counts one /64 as one address, and bodies of trusted proxies for the addresses they name', async (test) => {
    const { handler, state, entered } = gate()
    const options = { limits: { bodyOctets: 200_000, bodyOctetsPerAddress: 40_000 }, trustedProxies: ['127.0.0.1'] }
    const { port } = await serve(test, kind, { 'POST /': handler }, options)
    const from = async (address: string | undefined) => {
      const headers: Record<string, string> = address === undefined ? {} : { 'X-Forwarded-For': address }
      return (await Connection.open(port)).send(request('POST /', headers, 'x'.repeat(30_000)))
    }
    const waiting = [await from('2001:db8::1')]
    await entered(1)
    assert.equal(text(await (await from('2001:db8::2')).response()), '503 too-many-bodies')
    // The proxy itself, which names no client, may take all that is left.
    for (const address of ['2001:db8:0:1::1', '192.0.2.1', undefined, undefined]) waiting.push(await from(address))
    await entered(5)
    state.release()
    for (const each of waiting) assert.equal(text(await each.response()), '200 released')
  })

  it('leaves a body as it came to its handler, whatever comes after it', async (test) => {
    const bodies: Buffer[] = []
    const handler = ({ body }: HttpRequest) => {
      bodies.push(body)
      return { status: 200 }
    }
    const { admit, asked } = doorkeeper(false)
    const { port } = await serve(test, kind, { 'POST /': { admit, handler } })
    const connection = await Connection.open(port)
    for (const [index, letter] of ['a', 'b', 'c'].entries()) {
      connection.send(request('POST /', { 'Content-Length': '70000' })).send(letter.repeat(40_000))
      await asked(index + 1)
      assert.equal((await connection.send(letter.repeat(30_000)).response())?.status, 200)
    }
    assert.deepEqual(
      bodies.map(String),
      ['a', 'b', 'c'].map((letter) => letter.repeat(70_000)),
    )
  })

  it('closes or refuses what comes from an address that has too much open, trusted proxies excepted', async (test) => {
    const { admit, asked } = doorkeeper(false)
    const capped = { ...limits, connectionsPerAddress: 2 }
    const { port } = await serve(test, kind, { 'POST /': { admit }, 'GET /': ok }, { limits: capped })
    const first = (await Connection.open(port)).send(begun(10))
    const second = (await Connection.open(port)).send(begun(10))
    await asked(2)
    const third = await Connection.open(port)
    if (kind === 'uws') assert.equal(text(await third.send(begun(10)).response()), '503 too-many-connections')
    else assert.equal(await third.closed(), '')
    const other = await Connection.open(port, { localAddress: '127.0.0.2' })
    assert.equal(text(await other.send(request('GET /')).response()), '200 ok')
    first.socket.destroy()
    second.socket.destroy()

    const behindProxy = await serve(
      test,
      kind,
      { 'GET /': ok, 'POST /': { admit } },
      { limits: capped, trustedProxies: ['127.0.0.0/8'] },
    )
    await Promise.all(Array.from({ length: 3 }, async () => (await Connection.open(behindProxy.port)).send(begun(10))))
    await asked(5)
  })

  for (const isLate of [false, true]) {
    const when = isLate ? 'later' : 'at once'
    it(`turns a body away before it has come when its route says so ${when}`, async (test) => {
      const { admit, count } = doorkeeper(isLate)
      const { port } = await serve(test, kind, { 'POST /': { admit } })
      const connection = await Connection.open(port)
      const refused = await connection.send(begun(10, 1000, { 'X-Refuse': 'yes' })).response()
      assert.deepEqual([text(refused), refused?.headers['x-form']], ['401 no-key', 'own'])
      // The connection stays open, and the rest of the body is skipped.
      connection.send(Buffer.alloc(990)).send(begun(10, 20))
      await new Promise(setImmediate)
      const taken = await connection.send('0123456789').response()
      assert.equal(JSON.parse(String(taken?.body)).body, `${'x'.repeat(10)}0123456789`)
      assert.ok(count() <= 2)
    })
  }

  it('does not ask the route about a body that has come whole, or none', async (test) => {
    const { admit, count } = doorkeeper(false)
    const { port } = await serve(test, kind, { 'ANY /': { admit } })
    const connection = await Connection.open(port)
    const refuse = { 'X-Refuse': 'yes' }
    for (const octets of [request('GET /', refuse), request('POST /', refuse, 'abc'), request('POST /', refuse, '')]) {
      assert.equal((await connection.send(octets).response())?.status, 200)
    }
    assert.equal(count(), 0)
  })

  it('reads a chunked body that it has turned away to its end, within bounds', async (test) => {
    const { admit, asked } = doorkeeper(false)
    const { port } = await serve(test, kind, { 'POST /': { admit, bodyLimit: 100 } }, { limits: { drainOctets: 100 } })
    const head = request('POST /', { 'Transfer-Encoding': 'chunked', 'X-Refuse': 'yes' })
    const ending = (await Connection.open(port)).send(head).send(chunk('abc'))
    await asked(1)
    assert.equal(text(await ending.send('0\r\n\r\n').response()), '401 no-key')
    const endless = (await Connection.open(port)).send(head).send(chunk('abc'))
    await asked(2)
    assert.equal(text(await endless.send(chunk('x'.repeat(300))).response()), '401 no-key')
    await endless.closed()
  })

  it('asks before it gives a client leave to send, where it can', async (test) => {
    const { port } = await serve(test, kind, { 'POST /': { admit: doorkeeper(false).admit } })
    const connection = await Connection.open(port)
    connection.send(request('POST /', { 'Content-Length': '1000', Expect: '100-continue', 'X-Refuse': 'yes' }))
    if (kind === 'uws') assert.equal((await connection.response())?.status, 100)
    else assert.equal(text(await connection.response()), '401 no-key')
    if (kind === 'node') await connection.closed()
  })
}
