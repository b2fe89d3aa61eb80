import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect as connectTcp, createServer } from 'node:net'
import { test } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { createAdapterKit, TEST_CERTIFICATE } from '@heliograph/testkit'
import { Default } from 'typebox/value'
import { type SmppConfig, smppConfigSchema } from '../src/config.ts'
import smpp from '../src/index.ts'
import { connectRaw } from './raw-client.ts'
import { HELLO } from './row.ts'
import { CONFIG, createGate, credentials, EMAIL, settle, until, type WorldOptions, withServer } from './world.ts'

/** Submits that are answered only when the test says so. */
function heldSubmits(): { readonly options: WorldOptions; readonly waiting: (() => void)[] } {
  const waiting: (() => void)[] = []
  const services: WorldOptions['services'] = (given) => ({
    ...given,
    submissions: {
      async submit(principal, request) {
        await new Promise<void>((resolve) => waiting.push(resolve))
        return given.submissions.submit(principal, request)
      },
    },
  })
  return { options: { services }, waiting }
}

// spec: What the service does | endpoint | SMPP v3.4, port 2775
// spec: SMPP interface | endpoint | SMPP v3.4, port 2775
test('the port is 2775 unless it is set', () => {
  assert.equal((Default(smppConfigSchema, {}) as SmppConfig).port, 2775)
})

test('past the window the server stops reading, and refuses nothing', () => {
  const { options, waiting } = heldSubmits()
  return withServer(
    async ({ bind, connect }) => {
      const client = await bind()
      const answers = Array.from({ length: 10 }, () => client.request('submit_sm', HELLO))
      await until(() => waiting.length === 3, 'three submits wait')
      await settle(await connect())
      assert.equal(waiting.length, 3)
      waiting.shift()?.()
      await until(() => waiting.length === 3, 'the fourth took the place of the first')
      const release = setInterval(() => waiting.splice(0).forEach((resume) => void resume()), 1)
      const statuses = (await Promise.all(answers)).map(({ command_status }) => command_status)
      clearInterval(release)
      assert.deepEqual(statuses, Array(10).fill(0))
    },
    { ...options, config: { window: 3 } },
  )
})

test('submits are answered as they are done, in any order', () => {
  const { options, waiting } = heldSubmits()
  return withServer(async ({ bind }) => {
    const client = await bind()
    const sequences = [client.send('submit_sm', HELLO), client.send('submit_sm', HELLO)]
    await until(() => waiting.length === 2, 'both wait')
    waiting[1]?.()
    assert.equal((await client.next('submit_sm_resp')).sequence_number, sequences[1])
    waiting[0]?.()
    assert.equal((await client.next('submit_sm_resp')).sequence_number, sequences[0])
  }, options)
})

test('submits past the rate are 0x58, over all sessions of the user; a second later they are taken', () =>
  withServer(
    async ({ bind, clock, engine, metrics }) => {
      const clients = [await bind(), await bind('transmitter')]
      const statuses = []
      for (let index = 0; index < 4; index += 1)
        statuses.push((await clients[index % 2]?.request('submit_sm', HELLO))?.command_status)
      assert.deepEqual(statuses, [0, 0, 0, 0x58])
      clock.advance(1_000)
      assert.equal((await clients[0]?.request('submit_sm', HELLO))?.command_status, 0)
      assert.equal(engine.messages.length, 4)
      assert.equal(metrics.value('smpp_submits', { status: 'ESME_RTHROTTLED' }), 1)
      assert.equal(metrics.value('smpp_submits', { status: 'ESME_ROK' }), 4)
    },
    { config: { submitsPerSecond: 3 } },
  ))

test('submit_multi counts as many as it has destinations', () =>
  withServer(
    async ({ bind, clock }) => {
      const client = await bind()
      const dest_address = Array.from({ length: 5 }, (_, index) => ({ destination_addr: `2782123456${index}` }))
      assert.equal((await client.request('submit_multi', { ...HELLO, dest_address })).command_status, 0)
      clock.advance(1_000)
      assert.equal((await client.request('submit_sm', HELLO)).command_status, 0x58)
      clock.advance(1_000)
      assert.equal((await client.request('submit_sm', HELLO)).command_status, 0)
    },
    { config: { users: [{ systemId: EMAIL, submitsPerSecond: 2 }] } },
  ))

test('query_sm and others have no rate', () =>
  withServer(
    async ({ bind }) => {
      const client = await bind()
      assert.equal((await client.request('submit_sm', HELLO)).command_status, 0)
      for (let count = 0; count < 5; count += 1)
        assert.equal((await client.request('query_sm', { message_id: '1' })).command_status, 0)
    },
    { config: { submitsPerSecond: 1 } },
  ))

test('after 30 seconds of silence comes enquire_link; lost twice, the session ends', () =>
  withServer(async ({ bind, clock, engine }) => {
    const client = await bind('transceiver', { answers: false })
    clock.advance(30_000)
    client.respond(await client.next('enquire_link'))
    await settle(client)
    clock.advance(30_000)
    await client.next('enquire_link')
    clock.advance(30_000)
    await client.next('enquire_link')
    clock.advance(30_000)
    await client.closed()
    await until(() => engine.sessions.length === 0, 'the session is gone')
  }))

test('five minutes without traffic end a session, answers to enquire_link notwithstanding', () =>
  withServer(async ({ bind, connect, clock, engine }) => {
    const client = await bind()
    for (let half = 1; half < 10; half += 1) {
      clock.advance(30_000)
      await client.next('enquire_link')
      // Traffic on another connection shows that the server has read on.
      await settle(await connect())
    }
    assert.equal(client.isClosed, false)
    clock.advance(30_000)
    await client.closed()
    await until(() => engine.sessions.length === 0, 'the session is gone')
  }))

test('unbind is answered after the submits before it', () => {
  const { options, waiting } = heldSubmits()
  return withServer(async ({ bind, engine }) => {
    const client = await bind()
    client.send('submit_sm', HELLO)
    client.send('unbind')
    await until(() => waiting.length === 1, 'the submit waits')
    waiting[0]?.()
    await client.next('unbind_resp')
    assert.deepEqual(
      client.received.map(({ command }) => command),
      ['bind_transceiver_resp', 'submit_sm_resp', 'unbind_resp'],
    )
    await client.closed()
    assert.deepEqual(engine.sessions, [])
  }, options)
})

test('stopping answers what is under way, unbinds everybody and takes nobody new', () => {
  const { options, waiting } = heldSubmits()
  return withServer(async (world) => {
    const busy = await world.bind()
    const idle = await world.bind('receiver')
    const unbound = await world.connect()
    await settle(unbound)
    busy.send('submit_sm', HELLO)
    await until(() => waiting.length === 1, 'the submit waits')
    const stopped = world.stop()
    await unbound.closed()
    await idle.next('unbind')
    assert.equal((await busy.request('submit_sm', HELLO)).command_status, 0x08)
    waiting[0]?.()
    await stopped
    await Promise.all([busy.closed(), idle.closed()])
    const commands = busy.received.map(({ command, command_status }) => [command, command_status])
    assert.deepEqual(commands.slice(-3), [
      ['submit_sm_resp', 0x08],
      ['submit_sm_resp', 0],
      ['unbind', 0],
    ])
    assert.deepEqual(world.engine.sessions, [])
    assert.equal(world.engine.messages.length, 1)
    await assert.rejects(connectRaw(world.port), /ECONNREFUSED/)
    assert.equal(world.adapter.health?.().status, 'down')
    assert.equal(world.adapter.address?.(), undefined)
  }, options)
})

test('stopping cuts off clients that do not answer unbind within a second', () =>
  withServer(async (world) => {
    const client = await world.bind('transceiver', { answers: false })
    const stopped = world.stop()
    await client.next('unbind')
    world.clock.advance(1_000)
    await stopped
    await client.closed()
    await until(() => world.engine.sessions.length === 0, 'the session is gone')
  }))

test('stopping cuts everybody off when its own time is over', async () => {
  const kit = await createAdapterKit(smpp, { config: CONFIG, account: { user: { email: EMAIL } } })
  await kit.start()
  const client = await connectRaw(kit.adapter.address?.()?.port ?? 0, { answers: false })
  await client.request('bind_transceiver', credentials(kit))
  const controller = new AbortController()
  const stopped = kit.adapter.stop?.(controller.signal)
  await client.next('unbind')
  controller.abort()
  await stopped
  await client.closed()
})

test('a client that goes while its submit is under way does no harm', () => {
  const { options, waiting } = heldSubmits()
  return withServer(async ({ bind, engine, log }) => {
    const client = await bind()
    client.send('submit_sm', HELLO)
    await until(() => waiting.length === 1, 'the submit waits')
    await client.end()
    await until(() => engine.sessions.length === 0, 'the session is gone')
    waiting[0]?.()
    await until(() => engine.messages.length === 1, 'the message was accepted')
    assert.deepEqual(log.at('warn', 'error'), [])
  }, options)
})

test('a session that cannot be taken off the list is logged, and the server goes on', () =>
  withServer(
    async ({ bind, log }) => {
      const client = await bind()
      await client.end()
      await until(() => log.at('error').length === 1, 'it is logged')
      await settle(await bind())
    },
    {
      services: ({ sessions, ...services }) => ({
        ...services,
        sessions: {
          async open(request) {
            const session = await sessions.open(request)
            return {
              async close() {
                await session.close()
                throw new Error('the database is away')
              },
            }
          },
        },
      }),
    },
  ))

test('a port that is taken stops the start, and leaves none open', async () => {
  const taken = createServer()
  taken.listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  const tls = { ...TEST_CERTIFICATE, port }
  const kit = await createAdapterKit(smpp, { config: { ...CONFIG, tls } })
  await assert.rejects(kit.start(), /EADDRINUSE/)
  assert.equal(kit.adapter.address?.(), undefined)
  await kit.stop()
  taken.close()
})

test('a start that was aborted opens nothing', async () => {
  const kit = await createAdapterKit(smpp, { config: CONFIG })
  await assert.rejects(kit.start(AbortSignal.abort()))
  assert.equal(kit.adapter.address?.(), undefined)
  await kit.stop()
})

test('a broken certificate and invalid lists are reported at the start', async () => {
  const broken = { port: 0, cert: 'no certificate', key: TEST_CERTIFICATE.key }
  const kit = await createAdapterKit(smpp, { config: { ...CONFIG, tls: broken } })
  await assert.rejects(kit.start())
  await kit.stop()
  for (const config of [{ allowFrom: ['192.0.2.0/33'] }, { users: [{ systemId: 'a@b.c', allowFrom: ['here'] }] }])
    await assert.rejects(
      createAdapterKit(smpp, { config: { ...CONFIG, ...config } }),
      /neither an address nor a network/,
    )
  const twice = [{ systemId: 'a@example.com' }, { systemId: 'A@example.com' }]
  await assert.rejects(createAdapterKit(smpp, { config: { ...CONFIG, users: twice } }), /twice/)
})

test('the TLS port serves the same, and only TLS', () =>
  withServer(
    async (world) => {
      const tlsPort = world.adapter.address?.()?.tlsPort ?? 0
      const socket = connectTls({ port: tlsPort, host: '127.0.0.1', rejectUnauthorized: false })
      await once(socket, 'secureConnect')
      const client = await connectRaw(tlsPort, { socket })
      assert.equal((await client.request('bind_transceiver', credentials(world))).command_status, 0)
      assert.equal((await client.request('submit_sm', HELLO)).command_status, 0)
      const plain = await connectRaw(tlsPort)
      plain.write(Buffer.from('00000010000000150000000000000001', 'hex'))
      await plain.closed()
      await settle(client)
      await client.end()
    },
    { config: { tls: { ...TEST_CERTIFICATE, port: 0 } } },
  ))

for (const [version, header] of [
  [1, Buffer.from('PROXY TCP4 192.0.2.7 10.0.0.1 50000 2775\r\n')],
  [2, Buffer.from(`0d0a0d0a000d0a515549540a2111000cc00002070a000001c3500ad7`, 'hex')],
] as const)
  test(`behind a trusted proxy the address is the client's (PROXY protocol version ${version})`, () =>
    withServer(
      async (world) => {
        const socket = connectTcp(world.port, '127.0.0.1')
        socket.write(header)
        const client = await connectRaw(world.port, { socket })
        assert.equal((await client.request('bind_transceiver', credentials(world))).command_status, 0)
        assert.equal(world.engine.sessions[0]?.remote, '192.0.2.7')
        await client.end()
        const direct = await world.connect()
        direct.send('bind_transceiver', credentials(world))
        await direct.closed()
      },
      { config: { trustedProxies: ['127.0.0.0/8'], allowFrom: ['192.0.2.0/24'] } },
    ))

test('a bind that waits for the gateway delays nobody else, and stopping does not wait for it', () => {
  const gate = createGate()
  return withServer(
    async (world) => {
      const slow = await world.connect()
      slow.send('bind_transceiver', credentials(world))
      await gate.reached
      await settle(await world.connect())
      const stopped = world.stop()
      await slow.closed()
      world.clock.advance(1_000)
      await stopped
      gate.open()
      await new Promise((resolve) => setImmediate(resolve))
      assert.deepEqual(world.engine.sessions, [])
    },
    {
      services: ({ logins, ...services }) => ({
        ...services,
        logins: {
          async bySystemId(attempt) {
            await gate.pass()
            return logins.bySystemId(attempt)
          },
        },
      }),
    },
  )
})
