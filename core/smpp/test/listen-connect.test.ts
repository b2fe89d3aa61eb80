import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { after, describe, it } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { StrangerPlaces } from '@heliograph/messaging'
import {
  type ConnectOptions,
  type ConnectTls,
  connectSmpp,
  createSession,
  type ListenOptions,
  listenSmpp,
  type Session,
  SmppConnectError,
  type SmppConnection,
  type SmppListener,
} from '../src/index.ts'
import { readProxyHeader } from '../src/net/proxy-header.ts'
import { createErrorLog } from './session-pair.ts'

const HOST = '127.0.0.1'
const clock = {
  now: () => Date.now(),
  after(delayMs: number, callback: () => void) {
    const timer = setTimeout(callback, delayMs).unref()
    return () => clearTimeout(timer)
  },
}

function pem(name: string): Buffer {
  return readFileSync(new URL(`fixtures/tls/${name}.pem`, import.meta.url))
}

const serverTls = (name: string) => ({ key: pem(`${name}-key`), cert: pem(name) })

interface Server {
  readonly listener: SmppListener
  readonly connections: SmppConnection[]
  readonly refused: string[]
  readonly sessions: Session[]
  /** Resolves with the next connection that is let in. */
  next(): Promise<SmppConnection>
  /** Resolves with the next refusal. */
  nextRefusal(): Promise<string>
}

const listeners: SmppListener[] = []
after(async () => {
  for (const listener of listeners) {
    listener.destroyConnections()
    await listener.close()
  }
})

/** A server that answers binds. */
async function startServer(options: Partial<ListenOptions> = {}): Promise<Server> {
  const connections: SmppConnection[] = []
  const refused: string[] = []
  const sessions: Session[] = []
  const waiting: ((connection: SmppConnection) => void)[] = []
  const waitingRefusals: ((reason: string) => void)[] = []
  const listener = await listenSmpp({
    host: HOST,
    port: 0,
    onConnection(connection) {
      connections.push(connection)
      sessions.push(
        createSession(connection.socket, {
          clock,
          logger: createErrorLog(),
          onRequest: (_pdu, respond) => void respond({ systemId: 'server' }),
        }),
      )
      waiting.shift()?.(connection)
    },
    onRefused(_address, reason) {
      refused.push(reason)
      waitingRefusals.shift()?.(reason)
    },
    ...options,
  })
  listeners.push(listener)
  return {
    listener,
    connections,
    refused,
    sessions,
    next: () => new Promise((resolve) => waiting.push(resolve)),
    nextRefusal: () => new Promise((resolve) => waitingRefusals.push(resolve)),
  }
}

async function bindOver(socket: Socket): Promise<string> {
  const session = createSession(socket, { clock, logger: createErrorLog(), onRequest: () => undefined })
  const outcome = await session.request({ command: 'bind_transceiver', systemId: 'me' })
  await session.unbind()
  return outcome.kind === 'response' && 'systemId' in outcome.pdu ? outcome.pdu.systemId : outcome.kind
}

function closed(socket: Socket): Promise<void> {
  socket.on('error', () => undefined).resume()
  return new Promise((resolve) => socket.once('close', () => resolve()))
}

async function failureOf(options: ConnectOptions): Promise<SmppConnectError> {
  try {
    const socket = await connectSmpp(options)
    socket.destroy()
  } catch (error) {
    assert.ok(error instanceof SmppConnectError)
    return error
  }
  throw new assert.AssertionError({ message: 'it connected' })
}

describe('connecting', () => {
  it('gives a socket for a session, and the server the address of the client', async () => {
    const { listener, connections } = await startServer()
    assert.equal(await bindOver(await connectSmpp({ host: HOST, port: listener.port })), 'server')
    const { remoteAddress, isEncrypted } = connections[0] as SmppConnection
    assert.deepEqual([remoteAddress, isEncrypted], [HOST, false])
  })

  it('takes a name, and shows IPv4 as IPv4 on a listener for both families', async () => {
    const { listener, connections } = await startServer({ host: '::' })
    assert.equal(await bindOver(await connectSmpp({ host: HOST, port: listener.port })), 'server')
    assert.equal(connections[0]?.remoteAddress, HOST)
  })

  it('fails where nobody listens', async () => {
    const { listener } = await startServer()
    await listener.close()
    assert.equal((await failureOf({ host: HOST, port: listener.port })).failure, 'network')
  })

  it('says why when a name has several addresses', async () => {
    const { listener } = await startServer()
    await listener.close()
    const failure = await failureOf({ host: 'localhost', port: listener.port })
    assert.match(failure.message, /ECONNREFUSED/)
  })

  it('fails like any other when the peer goes away in the middle of the TLS handshake', async () => {
    const { listener } = await startServer({ onConnection: ({ socket }) => socket.destroy() })
    assert.equal((await failureOf({ host: HOST, port: listener.port, tls: {} })).failure, 'network')
  })

  it('fails after its time-out when the peer does not shake hands', async () => {
    const { listener } = await startServer({ onConnection: () => undefined })
    assert.equal((await failureOf({ host: HOST, port: listener.port, tls: {}, timeoutMs: 50 })).failure, 'timeout')
  })

  it('can be given up, before and meanwhile', async () => {
    const { listener } = await startServer({ proxyProtocol: [HOST] })
    const controller = new AbortController()
    const failure = failureOf({ host: HOST, port: listener.port, tls: {}, signal: controller.signal })
    controller.abort()
    assert.equal((await failure).failure, 'aborted')
    assert.equal((await failureOf({ host: HOST, port: listener.port, signal: controller.signal })).failure, 'aborted')
  })

  it('survives an error that comes before the session does', async () => {
    const { listener } = await startServer({
      onConnection: ({ socket }) => void socket.once('data', () => socket.resetAndDestroy()).resume(),
    })
    const socket = await connectSmpp({ host: HOST, port: listener.port })
    socket.resume().write('x')
    await new Promise((resolve) => socket.once('close', resolve))
    const session = createSession(socket, { clock, logger: createErrorLog(), onRequest: () => undefined })
    assert.equal((await session.closed).kind, 'peer-closed')
  })
})

describe('TLS', () => {
  const CASES: readonly (readonly [string, string, ConnectTls, string])[] = [
    ['a certificate of a known authority', 'localhost', { ca: pem('authority') }, 'server'],
    ['another name, when told which', 'smsc', { ca: pem('authority'), serverName: 'smsc.example' }, 'server'],
    ['any certificate, when told so', 'impostor', { rejectUnauthorized: false }, 'server'],
    ['no certificate of an unknown authority', 'impostor', { ca: pem('authority') }, 'tls'],
    ['no certificate that the system does not know', 'localhost', {}, 'tls'],
    ['no certificate for another name', 'smsc', { ca: pem('authority') }, 'tls'],
    [
      'no certificate for another name than told',
      'localhost',
      { ca: pem('authority'), serverName: 'smsc.example' },
      'tls',
    ],
  ]
  for (const [name, certificate, tls, expected] of CASES) {
    it(`takes ${name}`, async () => {
      const { listener } = await startServer({ tls: serverTls(certificate) })
      const options = { host: HOST, port: listener.port, tls }
      if (expected === 'server') assert.equal(await bindOver(await connectSmpp(options)), expected)
      else assert.equal((await failureOf(options)).failure, expected)
    })
  }

  it('names the server it wants (SNI)', async () => {
    const { listener, next } = await startServer({ tls: serverTls('smsc') })
    const connection = next()
    const tls = { ca: pem('authority'), serverName: 'smsc.example' }
    const socket = await connectSmpp({ host: HOST, port: listener.port, tls })
    const server = (await connection).socket as Socket & { readonly servername?: string }
    assert.equal(server.servername, 'smsc.example')
    socket.destroy()
  })

  it('is not what a plain client speaks, nor what a plain server understands', async () => {
    const encrypted = await startServer({ tls: serverTls('localhost') })
    const refusal = encrypted.nextRefusal()
    const plain = connect(encrypted.listener.port, HOST)
    plain.write(Buffer.from('00000010000000150000000000000001', 'hex'))
    await closed(plain)
    assert.notEqual(await refusal, '')
    assert.equal(encrypted.connections.length, 0)

    const { listener, sessions } = await startServer()
    assert.equal((await failureOf({ host: HOST, port: listener.port, tls: { ca: pem('authority') } })).failure, 'tls')
    assert.equal((await sessions[0]?.closed)?.kind, 'protocol')
    assert.equal(await bindOver(await connectSmpp({ host: HOST, port: listener.port })), 'server')
  })

  it('goes on for others while one does not finish its handshake, which is closed in time', async () => {
    const { listener, nextRefusal } = await startServer({ tls: serverTls('localhost'), handshakeTimeoutMs: 100 })
    const refusal = nextRefusal()
    const silent = connect(listener.port, HOST)
    const socket = await connectSmpp({ host: HOST, port: listener.port, tls: { ca: pem('authority') } })
    assert.equal(await bindOver(socket), 'server')
    await closed(silent)
    assert.match(await refusal, /too long/)
  })

  it('refuses to listen with an invalid key', async () => {
    await assert.rejects(startServer({ tls: { key: 'no key', cert: pem('localhost') } }))
  })
})

const V2_SIGNATURE = '0d0a0d0a000d0a515549540a'
const ENQUIRE_LINK = '00000010000000150000000000000001'

const HEADERS: readonly (readonly [string, string, string | undefined, number?])[] = [
  ['version 1', text('PROXY TCP4 203.0.113.7 10.0.0.1 40000 2775\r\n'), '203.0.113.7', 40_000],
  ['version 1 with IPv6', text('PROXY TCP6 2001:db8::7 ::1 40000 2775\r\n'), '2001:db8::7', 40_000],
  ['version 1, unknown', text('PROXY UNKNOWN\r\n'), HOST],
  ['version 1, unknown with more', text('PROXY UNKNOWN ffff:f 1 2 3\r\n'), HOST],
  ['version 2', `${V2_SIGNATURE}2111000ccb0071070a0000019c400ad7`, '203.0.113.7', 40_000],
  ['version 2 with extensions', `${V2_SIGNATURE}21110010cb0071070a0000019c400ad704000161`, '203.0.113.7', 40_000],
  [
    'version 2 with IPv6',
    `${V2_SIGNATURE}21210024${'20010db8000000000000000000000007'}${'00'.repeat(16)}9c400ad7`,
    '2001:db8::7',
    40_000,
  ],
  [
    'version 2 with IPv4 written as IPv6',
    `${V2_SIGNATURE}21210024${'00'.repeat(10)}ffffcb007107${'00'.repeat(16)}9c400ad7`,
    '203.0.113.7',
    40_000,
  ],
  ['version 2, local', `${V2_SIGNATURE}20000000`, HOST],
  ['version 2, a Unix socket', `${V2_SIGNATURE}21310002aabb`, HOST],
]

const NO_HEADERS: readonly (readonly [string, string])[] = [
  ['a PDU', ENQUIRE_LINK],
  ['an HTTP request', text('GET / HTTP/1.1\r\n\r\n')],
  ['version 1 with an invalid address', text('PROXY TCP4 300.0.113.7 10.0.0.1 40000 2775\r\n')],
  ['version 1 with an address of another family', text('PROXY TCP4 ::1 ::1 40000 2775\r\n')],
  ['version 1 with an invalid port', text('PROXY TCP4 203.0.113.7 10.0.0.1 70000 2775\r\n')],
  ['version 1 without end', text(`PROXY TCP4 ${'1'.repeat(120)}`)],
  ['version 3', `${V2_SIGNATURE}3111000ccb0071070a0000019c400ad7`],
  ['version 2 with too few octets', `${V2_SIGNATURE}21110004cb007107`],
  ['version 2 with too few octets for IPv6', `${V2_SIGNATURE}2121000ccb0071070a0000019c400ad7`],
  ['version 2 of 64 KiB', `${V2_SIGNATURE}2111ffff`],
]

function text(value: string): string {
  return Buffer.from(value, 'latin1').toString('hex')
}

describe('the PROXY protocol', () => {
  for (const [name, hex, address, port] of HEADERS) {
    it(`reads ${name}, in whatever pieces, and gives the rest to the session`, async () => {
      const octets = Buffer.from(hex, 'hex')
      for (let length = 0; length < octets.length; length++) {
        assert.equal(readProxyHeader(octets.subarray(0, length)), 'more')
      }
      const { listener, next } = await startServer({ proxyProtocol: ['127.0.0.0/8'] })
      const connection = next()
      const socket = connect(listener.port, HOST)
      socket.write(Buffer.concat([octets, Buffer.from(ENQUIRE_LINK, 'hex')]))
      const { remoteAddress, remotePort } = await connection
      assert.equal(remoteAddress, address)
      assert.equal(remotePort, port ?? socket.localPort)
      const [answer] = (await new Promise((resolve) => socket.once('data', (data) => resolve([data])))) as [Buffer]
      assert.equal(answer.toString('hex'), '00000010800000150000000000000001')
      socket.destroy()
    })
  }

  for (const [name, hex] of NO_HEADERS) {
    it(`closes a trusted connection that begins with ${name}`, async () => {
      const { listener, connections, nextRefusal } = await startServer({ proxyProtocol: [HOST] })
      const refusal = nextRefusal()
      const socket = connect(listener.port, HOST)
      socket.write(Buffer.from(hex, 'hex'))
      await closed(socket)
      assert.equal(await refusal, 'no PROXY protocol header')
      assert.equal(connections.length, 0)
    })
  }

  it('closes a trusted connection whose header does not come', async () => {
    const { listener, nextRefusal } = await startServer({ proxyProtocol: [HOST], handshakeTimeoutMs: 50 })
    const refusal = nextRefusal()
    const socket = connect(listener.port, HOST)
    socket.write('PROXY ')
    await closed(socket)
    assert.match(await refusal, /too long/)
  })

  it('is believed from nobody else: the header is no PDU', async () => {
    const { listener, sessions, next } = await startServer({ proxyProtocol: ['192.0.2.0/24'] })
    const connection = next()
    const socket = connect(listener.port, HOST)
    socket.write('PROXY TCP4 203.0.113.7 10.0.0.1 40000 2775\r\n')
    assert.equal((await connection).remoteAddress, HOST)
    await closed(socket)
    assert.equal((await sessions[0]?.closed)?.kind, 'protocol')
  })

  it('stands before the TLS handshake', async () => {
    const { listener, next } = await startServer({ proxyProtocol: [HOST], tls: serverTls('localhost') })
    const connection = next()
    const plain = connect(listener.port, HOST)
    plain.write('PROXY TCP4 203.0.113.7 10.0.0.1 40000 2775\r\n')
    const socket = connectTls({ socket: plain, ca: pem('authority'), host: HOST })
    assert.equal(await bindOver(socket), 'server')
    const { remoteAddress, isEncrypted } = await connection
    assert.deepEqual([remoteAddress, isEncrypted], ['203.0.113.7', true])
  })
})

describe('a listener', () => {
  const kinds: readonly (readonly [string, Partial<ListenOptions>])[] = [
    ['plain', {}],
    ['in their TLS handshake', { tls: serverTls('localhost') }],
    ['in no hurry with their PROXY header', { proxyProtocol: [HOST] }],
  ]
  for (const [kind, options] of kinds)
    it(`keeps as many strangers of an address as there are places: ${kind}`, async () => {
      const strangers = new StrangerPlaces({ perGroup: 3, total: 10 })
      const { listener, nextRefusal, refused } = await startServer({ ...options, strangers })
      const sockets: Socket[] = []
      const ends: Promise<void>[] = []
      for (let count = 0; count < 8; count += 1) {
        const refusal = count < 3 ? undefined : nextRefusal()
        const socket = connect(listener.port, HOST)
        if (options.proxyProtocol) socket.write('PROXY TCP4 203.0.113.7 10.0.0.1 40000 2775\r\n')
        ends.push(closed(socket))
        sockets.push(socket)
        await refusal
      }
      await Promise.all(ends.slice(0, 5))
      assert.deepEqual([strangers.size, strangers.ended], [3, 5])
      assert.deepEqual(new Set(refused), new Set(['others came while it had not bound']))
      for (const socket of sockets) socket.destroy()
      while (listener.connections > 0) await new Promise((resolve) => setImmediate(resolve))
      assert.equal(strangers.size, 0)
    })

  it('gives no place up for a client that has left its place', async () => {
    const strangers = new StrangerPlaces({ perGroup: 1, total: 1 })
    const { listener, next } = await startServer({ strangers })
    const known = next()
    const socket = connect(listener.port, HOST)
    ;(await known).place?.leave()
    const first = connect(listener.port, HOST)
    const gone = closed(first)
    const second = await connectSmpp({ host: HOST, port: listener.port })
    await gone
    assert.equal(await bindOver(second), 'server')
    assert.equal(await bindOver(socket), 'server')
  })

  it('takes no more after close, and leaves those that are open alone', async () => {
    const { listener } = await startServer()
    const socket = await connectSmpp({ host: HOST, port: listener.port })
    await listener.close()
    assert.equal((await failureOf({ host: HOST, port: listener.port })).failure, 'network')
    assert.equal(await bindOver(socket), 'server')
  })

  it('closes a connection that its user cannot take', async () => {
    const onConnection = (): never => {
      throw new Error('no')
    }
    const { listener, nextRefusal } = await startServer({ onConnection })
    const refusal = nextRefusal()
    await closed(connect(listener.port, HOST))
    assert.equal(await refusal, 'no')
  })

  it('does not take a port that is taken', async () => {
    const { listener } = await startServer()
    await assert.rejects(startServer({ port: listener.port }), /EADDRINUSE/)
  })
})
