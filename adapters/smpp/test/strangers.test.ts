import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { connectRaw, type RawClient } from './raw-client.ts'
import { createGate, credentials, settle, until, type World, type WorldOptions, withServer } from './world.ts'

/** Sockets that a flood tries to have open, as many as filled the port before, and the cap of each address. */
const TRIED = 10_050
const CAP = 50
/** Sockets that are opened at the same time. */
const WAVE = 150

interface Flood {
  /** Connections that the server still keeps. */
  readonly open: ReadonlySet<Socket>
  /** Opens this many connections, a few at a time. Resolves when the server has taken all of them up. */
  send(count: number): Promise<void>
  end(): void
}

/**
 * Connections from one address of this machine. They read nothing and never close by themselves.
 *
 * To a client a connection is open before the server has taken it up, and of too many that are not, some never will be.
 */
function floodFrom(localAddress: string, port: number): Flood {
  const open = new Set<Socket>()
  const taken = new Set<number | undefined>()
  const onTaken = (message: unknown) => {
    const { socket } = message as { readonly socket: Socket }
    if (socket.remoteAddress === localAddress) taken.add(socket.remotePort)
  }
  subscribe('net.server.socket', onTaken)
  return {
    open,
    async send(count) {
      for (let sent = 0; sent < count; sent += WAVE) {
        const wave = Array.from({ length: Math.min(WAVE, count - sent) }, async () => {
          const socket = connect({ port, host: '127.0.0.1', localAddress })
          socket.on('error', () => {})
          socket.once('close', () => open.delete(socket))
          open.add(socket)
          await once(socket, 'connect')
          return socket.localPort
        })
        const ports = await Promise.all(wave)
        await until(() => ports.every((each) => taken.has(each)), 'the server has taken up all connections')
        taken.clear()
      }
    },
    end() {
      unsubscribe('net.server.socket', onTaken)
      for (const socket of open) socket.destroy()
    },
  }
}

/** Runs `work` with a server and a flood, which ends before the server does. */
function withFlood(work: (world: World, flood: Flood) => Promise<void>, options: WorldOptions = {}): Promise<void> {
  return withServer(async (world) => {
    const flood = floodFrom('127.0.0.2', world.port)
    try {
      await work(world, flood)
    } finally {
      flood.end()
    }
  }, options)
}

async function clientFrom(localAddress: string, { port }: World): Promise<RawClient> {
  return connectRaw(port, { socket: connect({ port, host: '127.0.0.1', localAddress }) })
}

const statusOfBind = async (client: RawClient, world: World) =>
  (await client.request('bind_transceiver', credentials(world))).command_status

test(`${TRIED} connections of one address hold ${CAP}; clients elsewhere bind all the while, and stay`, () =>
  withFlood(async (world, flood) => {
    const early = await world.bind()
    const clients: RawClient[] = []
    for (let wave = 0; wave < 3; wave += 1) {
      await flood.send(TRIED / 3)
      const client = await clientFrom(`127.0.0.${3 + wave}`, world)
      assert.equal(await statusOfBind(client, world), 0)
      clients.push(client)
    }
    await until(() => flood.open.size <= CAP, 'the flood holds its places and no more')
    assert.equal(world.metrics.value('smpp_unbound'), CAP)
    assert.equal(world.metrics.value('smpp_displaced'), TRIED - CAP)
    for (const client of [early, ...clients]) {
      assert.equal((await client.request('enquire_link')).command_status, 0)
      await client.end()
    }
  }))

test('a client at the very address of the flood binds as well', () =>
  withFlood(async (world, flood) => {
    await flood.send(200)
    const client = await clientFrom('127.0.0.2', world)
    assert.equal(await statusOfBind(client, world), 0)
    await flood.send(200)
    assert.equal((await client.request('enquire_link')).command_status, 0)
    await client.end()
  }))

test('many addresses together hold as many places as there are, and one more client still binds', () =>
  withFlood(
    async (world, flood) => {
      const others = [2, 3, 4].map((host) => floodFrom(`127.0.1.${host}`, world.port))
      for (const each of [flood, ...others]) await each.send(CAP)
      await until(() => world.metrics.value('smpp_unbound') === 100, 'all places are taken')
      const client = await clientFrom('127.0.0.9', world)
      assert.equal(await statusOfBind(client, world), 0)
      await client.end()
      for (const each of others) each.end()
    },
    { config: { maxUnbound: 100 } },
  ))

test('a balancer has as many places as there are', () =>
  withFlood(
    async (world, flood) => {
      await flood.send(80)
      await until(() => world.metrics.value('smpp_unbound') === 80, 'all have a place')
      assert.deepEqual([flood.open.size, world.metrics.value('smpp_displaced')], [80, 0])
    },
    { config: { balancers: ['127.0.0.2'] } },
  ))

test('bound sessions have places of their own; one bind too many is 0x0D until a session goes', () =>
  withServer(
    async (world) => {
      const first = await world.bind()
      const second = await world.connect()
      assert.equal(await statusOfBind(second, world), 0x0d)
      assert.equal(world.engine.sessions.length, 1)
      assert.equal(world.metrics.value('smpp_binds', { result: 'too-many' }), 1)
      await first.end()
      await until(() => world.engine.sessions.length === 0, 'the session is gone')
      assert.equal(await statusOfBind(second, world), 0)
    },
    { config: { maxConnections: 1 } },
  ))

test('a wrong password, half a PDU or an octet now and then keep no place longer than 15 seconds', () =>
  withServer(async (world) => {
    const wrong = await world.connect()
    assert.equal((await wrong.request('bind_transceiver', { system_id: 'x', password: 'y' })).command_status, 0x0e)
    const [half, slow] = [await world.connect(), await world.connect()]
    half.write(Buffer.from('0000002f00000009', 'hex'))
    for (let second = 0; second < 14; second += 1) {
      slow.write(Buffer.alloc(1))
      world.clock.advance(1_000)
    }
    await world.connect().then((client) => client.request('enquire_link'))
    assert.deepEqual([wrong.isClosed, half.isClosed, slow.isClosed], [false, false, false])
    world.clock.advance(1_000)
    await Promise.all([wrong.closed(), half.closed(), slow.closed()])
    await until(() => world.metrics.value('smpp_unbound') === 1, 'their places are free')
  }))

test('behind a bind that waits, the server reads one request and leaves the rest where it is', () => {
  const gate = createGate()
  const services: WorldOptions['services'] = ({ logins, ...given }) => ({
    ...given,
    logins: {
      async bySystemId(attempt) {
        await gate.pass()
        return logins.bySystemId(attempt)
      },
    },
  })
  return withServer(
    async (world) => {
      const client = await world.connect()
      const bound = client.request('bind_transceiver', credentials(world))
      await gate.reached
      const message_payload = Buffer.alloc(60_000, 0x41)
      const answers = Array.from({ length: 400 }, () => client.request('data_sm', { message_payload }))
      // Round trips on another connection give the server all the time it needs to read what it would read.
      const other = await world.connect()
      for (let count = 0; count < 200; count += 1) await settle(other)
      // Of 24 MB, those that no socket's buffer holds are still with the client.
      assert.ok(client.socket.writableLength > 8_000_000, `${client.socket.writableLength}`)
      gate.open()
      assert.equal((await bound).command_status, 0)
      assert.equal((await Promise.all(answers)).length, 400)
    },
    { services, config: { window: 10_000 } },
  )
})
