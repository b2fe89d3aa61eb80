import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { startTcpProxy } from '../src/sockets/tcp-proxy.ts'

const LIMIT = { timeout: 30_000 }

/** Opens an echo server behind a proxy, and a client for it. */
async function openEcho(t: TestContext) {
  const port = await openServer(t, (socket) => socket.pipe(socket))
  const proxy = await startTcpProxy(port)
  t.after(() => proxy.close())
  const dial = async (): Promise<Socket> => {
    const socket = connect(proxy.port, '127.0.0.1')
    t.after(() => socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  return { proxy, port, dial }
}

async function openServer(t: TestContext, serve: (socket: Socket) => unknown): Promise<number> {
  const server = createServer((socket) => serve(socket.on('error', () => {})))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return (server.address() as AddressInfo).port
}

async function nextText(socket: Socket): Promise<string> {
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  return chunk.toString()
}

/** Makes round trips over new connections: what an older one was to get would have come by the last of them. */
async function makeTrips(dial: () => Promise<Socket>): Promise<void> {
  for (const text of ['one', 'two', 'three']) {
    const fresh = await dial()
    fresh.write(text)
    assert.equal(await nextText(fresh), text)
  }
}

/** Fails when anything is heard on the connection, which `release` allows again. */
function assertSilent(socket: Socket): { release(): void } {
  socket.on('data', (chunk) => assert.fail(`${chunk}`)).on('close', () => assert.fail('closed'))
  socket.write('while')
  return { release: () => void socket.removeAllListeners() }
}

test(
  'a frozen proxy holds back both directions, new connections too, and lets all of it through in the end',
  LIMIT,
  async (t) => {
    const { proxy, dial } = await openEcho(t)
    const old = await dial()
    old.write('before')
    assert.equal(await nextText(old), 'before')
    proxy.freeze()
    const fresh = await dial()
    const came: string[] = []
    const all = Promise.all(
      [old, fresh].map(async (socket) => {
        socket.write('while')
        came.push(await nextText(socket))
      }),
    )
    // Meanwhile another proxy in the same process completes round trips: if this one had let anything through, it would
    // have arrived.
    await makeTrips((await openEcho(t)).dial)
    assert.deepEqual(came, [])
    proxy.thaw()
    await all
    assert.deepEqual(came, ['while', 'while'])
  },
)

test(
  'a silenced proxy lets nothing through on open connections, for good, and neither side hears of it',
  LIMIT,
  async (t) => {
    const { proxy, dial } = await openEcho(t)
    const old = await dial()
    old.write('before')
    assert.equal(await nextText(old), 'before')
    proxy.silence()
    const silence = assertSilent(old)
    await makeTrips(dial)
    proxy.thaw()
    await makeTrips(dial)
    silence.release()
  },
)

test('one silenced altogether does the same to new connections until it is mended', LIMIT, async (t) => {
  const { proxy, dial } = await openEcho(t)
  proxy.silence({ all: true })
  const fresh = await dial()
  const silence = assertSilent(fresh)
  await makeTrips((await openEcho(t)).dial)
  proxy.mend()
  await makeTrips(dial)
  assert.equal(proxy.connections, 4)
  silence.release()
})

test('new connections go to its present target, and are refused without one', LIMIT, async (t) => {
  const { proxy, port, dial } = await openEcho(t)
  const old = await dial()
  old.write('before')
  assert.equal(await nextText(old), 'before')
  proxy.target = undefined
  await once((await dial()).resume(), 'close')
  proxy.target = await openServer(t, (socket) => socket.end('another'))
  assert.equal(await nextText(await dial()), 'another')
  proxy.target = { port, host: 'localhost', family: 4 }
  await makeTrips(dial)
  old.write('still')
  assert.equal(await nextText(old), 'still')
})

test('each side hears when the other closes, and closing the proxy closes all', LIMIT, async (t) => {
  const heard: Promise<unknown>[] = []
  const port = await openServer(t, (socket) => {
    heard.push(once(socket.resume(), 'close'))
    socket.write('hello')
  })
  const proxy = await startTcpProxy(port)
  const dial = async () => {
    const socket = connect(proxy.port, '127.0.0.1').on('error', () => {})
    assert.equal(await nextText(socket), 'hello')
    return socket
  }
  const [first, second] = [await dial(), await dial()]
  first.destroy()
  await heard[0]
  const closed = once(second.resume(), 'close')
  await proxy.close()
  await Promise.all([closed, heard[1]])
})
