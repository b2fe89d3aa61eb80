import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OWN_BRAND } from '@heliograph/contracts'
import type { WirePdu } from './raw-client.ts'
import { HELLO } from './row.ts'
import { createGate, credentials, EMAIL, settle, until, type World, type WorldOptions, withServer } from './world.ts'

interface Row extends WorldOptions {
  readonly name: string
  readonly before?: (world: World) => void | Promise<void>
  readonly command?: string
  readonly fields?: Readonly<Record<string, unknown>>
  /** `command_status` of the answer. */
  readonly status: number
  /** How the attempt is counted. */
  readonly result: string
}

const full = { account: { user: { email: EMAIL } } }

const rows: readonly Row[] = [
  // spec: SMPP interface | method | bind TRANSMITTER
  { name: 'a transmitter binds', command: 'bind_transmitter', status: 0, result: 'ok' },
  // spec: SMPP interface | method | bind RECEIVER
  { name: 'a receiver binds', command: 'bind_receiver', status: 0, result: 'ok' },
  // spec: What the service does | endpoint | SMPP v3.4, port 2775
  // spec: SMPP interface | endpoint | SMPP v3.4, port 2775
  // spec: SMPP interface | method | bind TRANSCEIVER
  // spec: SMPP interface | field | system_id is the e-mail of the user
  { name: 'a transceiver binds', command: 'bind_transceiver', status: 0, result: 'ok' },
  { name: 'the system id may be in any case', fields: { system_id: EMAIL.toUpperCase() }, status: 0, result: 'ok' },
  {
    name: 'the system id may be cut to 15 octets, as Kannel cuts it',
    fields: { system_id: EMAIL.slice(0, 15) },
    status: 0,
    result: 'ok',
  },
  // spec: SMPP interface | field | password is the first 8 characters of the API key
  {
    name: 'only the first 8 characters of a longer password count',
    fields: { password: 'Kq3vT8mX and whatever follows' },
    status: 0,
    result: 'ok',
  },
  { name: 'a wrong password is 0x0E', fields: { password: 'wrong' }, status: 0x0e, result: 'wrong-login' },
  {
    name: 'an unknown user is 0x0E as well',
    fields: { system_id: 'nobody@example.com' },
    status: 0x0e,
    result: 'wrong-login',
  },
  { name: 'no credentials are 0x0E', fields: { system_id: '', password: '' }, status: 0x0e, result: 'wrong-login' },
  {
    name: 'a disabled user with the right password is 0x0D',
    before: ({ engine, account }) => engine.setUserEnabled(account.userId, false),
    status: 0x0d,
    result: 'disabled',
  },
  {
    name: 'a disabled user with a wrong password is 0x0E',
    before: ({ engine, account }) => engine.setUserEnabled(account.userId, false),
    fields: { password: 'wrong' },
    status: 0x0e,
    result: 'wrong-login',
  },
  {
    name: 'an address outside of the list of all is 0x0D, even with the right password',
    config: { allowFrom: ['192.0.2.0/24', '2001:db8::/32'] },
    status: 0x0d,
    result: 'address',
  },
  {
    name: 'an address inside of the list of all binds',
    config: { allowFrom: ['192.0.2.7', '127.0.0.0/8'] },
    status: 0,
    result: 'ok',
  },
  {
    name: "an address outside of the user's own list is 0x0D",
    config: { users: [{ systemId: EMAIL, allowFrom: ['192.0.2.7'] }] },
    fields: { system_id: EMAIL.slice(0, 15) },
    status: 0x0d,
    result: 'address',
  },
  {
    name: "an address outside of the user's own list tells nothing to who has no password",
    config: { users: [{ systemId: EMAIL, allowFrom: ['192.0.2.7'] }] },
    fields: { password: 'wrong' },
    status: 0x0e,
    result: 'wrong-login',
  },
  {
    name: "another user's list is no matter",
    config: { users: [{ systemId: 'else@example.com', allowFrom: ['192.0.2.7'] }] },
    status: 0,
    result: 'ok',
  },
  {
    name: 'the database being away at the login is 0x08, after which Kannel tries again',
    before: ({ engine }) => engine.failNext('unavailable', 'logins'),
    status: 0x08,
    result: 'unavailable',
  },
  {
    name: 'the database being away at the opening of the session is 0x08',
    before: ({ engine }) => engine.failNext('unavailable', 'sessions'),
    status: 0x08,
    result: 'unavailable',
  },
]

/** Requests sent in one piece with a bind are handled when the bind is answered. */
const BEHIND: readonly {
  readonly name: string
  readonly bind: Row['fields']
  readonly command?: string
  readonly statuses: readonly number[]
}[] = [
  { name: 'a bind that is good', bind: {}, statuses: [0, 0, 0] },
  { name: 'a wrong password', bind: { password: 'wrong' }, statuses: [0x0e, 0x04, 0x04] },
  { name: 'a bind that may not submit', bind: {}, command: 'bind_receiver', statuses: [0, 0x04, 0x04] },
]
for (const { name, bind, command = 'bind_transceiver', statuses } of BEHIND)
  test(`two submits in one segment with ${name}`, () =>
    withServer(async (world) => {
      const client = await world.connect()
      client.socket.cork()
      const numbers = [
        client.send(command, { ...credentials(world), interface_version: 0x34, ...bind }),
        client.send('submit_sm', HELLO),
        client.send('submit_sm', HELLO),
      ]
      client.socket.uncork()
      const answers = []
      for (const number of numbers) answers.push(await client.next((pdu) => pdu.sequence_number === number))
      assert.deepEqual(
        answers.map((pdu) => pdu.command_status),
        statuses,
      )
      assert.deepEqual(
        client.received.map((pdu) => pdu.sequence_number),
        numbers,
        'in their order',
      )
      assert.equal(world.engine.messages.length, statuses.filter((status) => status === 0).length === 3 ? 2 : 0)
    }))

for (const row of rows)
  test(row.name, () =>
    withServer(
      async (world) => {
        await row.before?.(world)
        const client = await world.connect()
        const command = row.command ?? 'bind_transceiver'
        const answer = await client.request(command, { ...credentials(world), interface_version: 0x34, ...row.fields })
        assert.equal(answer.command, `${command}_resp`)
        assert.equal(answer.command_status, row.status)
        assert.equal(world.metrics.value('smpp_binds', { result: row.result }), 1)
        assert.equal(world.engine.sessions.length, row.status === 0 ? 1 : 0)
        assert.deepEqual(world.log.at('warn', 'error'), [])
        assert.ok(!world.log.dump().includes(world.account.apiKey.slice(0, 8)), 'the log shows the password')
        if (row.status !== 0) return
        assert.equal(answer.system_id, 'Heliograph')
        assert.equal(answer.sc_interface_version, 0x34)
        assert.equal(world.metrics.value('smpp_sessions', { bind: command.slice('bind_'.length) }), 1)
      },
      { ...full, config: row.config ?? {} },
    ),
  )

for (const [name = '', systemId] of [
  ['Acme SMS', 'AcmeSMS'],
  ['The very long name of a company', 'Theverylongname'],
  ['Ακμή', 'SMSC'],
])
  test(`the server of ${name} calls itself ${systemId}`, () =>
    withServer(
      async (world) => {
        const client = await world.connect()
        const answer = await client.request('bind_transceiver', { ...credentials(world), interface_version: 0x34 })
        assert.equal(answer.system_id, systemId)
      },
      { ...full, config: {}, brand: { ...OWN_BRAND, name } },
    ))

test('a client of version 3.3 gets no TLVs', () =>
  withServer(async ({ bind }) => {
    const client = await bind('transceiver', { fields: { interface_version: 0x33 } })
    assert.equal(client.received[0]?.sc_interface_version, undefined)
  }))

test('a second bind on a bound session is 0x05, and the session goes on', () =>
  withServer(async (world) => {
    const client = await world.bind('transmitter')
    assert.equal((await client.request('bind_receiver', credentials(world))).command_status, 0x05)
    assert.equal((await client.request('submit_sm', HELLO)).command_status, 0)
    assert.equal(world.engine.sessions.length, 1)
  }))

test('a bind may be tried again on the same connection', () =>
  withServer(async (world) => {
    const client = await world.connect()
    const wrong = await client.request('bind_transceiver', { ...credentials(world), password: 'wrong' })
    assert.equal(wrong.command_status, 0x0e)
    assert.equal((await client.request('bind_transceiver', credentials(world))).command_status, 0)
  }))

test('after too many failures the answer is delayed, then 0x0D and the end', () =>
  withServer(async (world) => {
    const client = await world.connect()
    for (let attempt = 0; attempt < 5; attempt += 1)
      await client.request('bind_transceiver', { ...credentials(world), password: 'wrong' })
    const answer = client.request('bind_transceiver', credentials(world))
    await settle(client)
    assert.equal(client.received.at(-1)?.command, 'enquire_link_resp', 'it was answered at once')
    assert.equal((await client.request('bind_transceiver', credentials(world))).command_status, 0x05)
    world.clock.advance(5_000)
    assert.equal((await answer).command_status, 0x0d)
    await client.closed()
    assert.equal(world.metrics.value('smpp_binds', { result: 'locked' }), 1)
  }))

test('a client that goes before it is refused leaves no timer behind', () => {
  const gate = createGate()
  return withServer(
    async ({ clock, connect, metrics }) => {
      const client = await connect()
      client.send('bind_transceiver', { system_id: EMAIL, password: 'guessing' })
      await gate.reached
      await client.end()
      await settle(await connect())
      const pending = clock.pending
      gate.open()
      await until(() => metrics.value('smpp_binds', { result: 'locked' }) === 1, 'the bind is refused')
      assert.equal(clock.pending, pending)
    },
    {
      services: (services) => ({
        ...services,
        logins: {
          async bySystemId() {
            await gate.pass()
            return { kind: 'locked', retryAfterMs: 60_000 }
          },
        },
      }),
    },
  )
})

test('20 sessions of one user, of whatever kind; the next is 0x0D until one goes', () =>
  withServer(async (world) => {
    const kinds = ['transmitter', 'receiver', 'transceiver'] as const
    const clients = []
    for (let index = 0; index < 20; index += 1) clients.push(await world.bind(kinds[index % 3]))
    const last = await world.connect()
    assert.equal((await last.request('bind_transceiver', credentials(world))).command_status, 0x0d)
    assert.equal(world.metrics.value('smpp_binds', { result: 'too-many' }), 1)
    assert.equal((await clients[0]?.request('unbind'))?.command, 'unbind_resp')
    await clients[0]?.closed()
    assert.equal((await last.request('bind_transceiver', credentials(world))).command_status, 0)
    assert.equal(world.engine.sessions.length, 20)
  }))

test("a user's own number of sessions goes before that of all", () =>
  withServer(
    async (world) => {
      await world.bind()
      const second = await world.connect()
      assert.equal((await second.request('bind_transceiver', credentials(world))).command_status, 0x0d)
    },
    { config: { users: [{ systemId: EMAIL.toUpperCase(), bindsPerUser: 1 }] } },
  ))

for (const command of ['submit_sm', 'submit_multi', 'data_sm', 'query_sm', 'cancel_sm', 'replace_sm', 'deliver_sm'])
  test(`${command} before a bind is 0x04`, () =>
    withServer(async ({ connect, engine }) => {
      const client = await connect()
      const dest_address = [{ dest_addr_ton: 1, dest_addr_npi: 1, destination_addr: '27821234567' }]
      const answer = await client.request(command, { ...HELLO, message_id: '1', dest_address })
      assert.equal(answer.command, `${command}_resp`)
      assert.equal(answer.command_status, 0x04)
      assert.deepEqual(engine.messages, [])
    }))

test('enquire_link and unbind are answered before a bind', () =>
  withServer(async ({ connect }) => {
    const client = await connect()
    assert.equal((await client.request('enquire_link')).command, 'enquire_link_resp')
    assert.equal((await client.request('unbind')).command, 'unbind_resp')
    await client.closed()
  }))

test('outbind and alert_notification have no answer and do no harm', () =>
  withServer(async ({ connect, bind }) => {
    for (const client of [await connect(), await bind()]) {
      const before = client.received.length
      client.send('outbind', { system_id: 'x', password: 'y' })
      client.send('alert_notification', { source_addr: '1', esme_addr: '2' })
      await settle(client)
      assert.equal(client.received.length, before + 1)
    }
  }))

test('an unknown command is generic_nack 0x03 in every state', () =>
  withServer(async ({ connect, bind }) => {
    for (const client of [await connect(), await bind()]) {
      client.write(Buffer.from('00000010000000120000000000000063', 'hex'))
      const answer = await client.next('generic_nack')
      assert.equal(answer.command_status, 0x03)
      assert.equal(answer.sequence_number, 0x63)
      await settle(client)
    }
  }))

for (const [what, octets] of [
  ['a length below a header', '0000000f'],
  ['a length above the limit', '7fffffff00000004'],
  ['an HTTP request', Buffer.from('GET / HTTP/1.0\r\n\r\n').toString('hex')],
  ['a TLS hello', '16030100c8010000c40303'],
] as const)
  test(`${what} is generic_nack 0x02 and the end of that connection only`, () =>
    withServer(async ({ connect, bind }) => {
      const good = await bind()
      const client = await connect()
      client.write(Buffer.from(octets, 'hex'))
      const answer = await client.next('generic_nack')
      assert.equal(answer.command_status, 0x02)
      await client.closed()
      await settle(good)
    }))

test('a connection that does not bind is closed after 15 seconds', () =>
  withServer(async ({ connect, clock }) => {
    const client = await connect()
    await settle(client)
    clock.advance(14_999)
    await settle(client)
    clock.advance(1)
    await client.closed()
  }))

test('a client that goes during its bind leaves no session behind', () => {
  const gate = createGate()
  return withServer(
    async (world) => {
      const client = await world.connect()
      client.send('bind_transceiver', credentials(world))
      await gate.reached
      await client.end()
      const other = await world.connect()
      await settle(other)
      gate.open()
      await settle(other)
      assert.deepEqual(world.engine.sessions, [])
      assert.equal(world.metrics.value('smpp_sessions', { bind: 'transceiver' }), 0)
    },
    {
      services: ({ sessions, ...services }) => ({
        ...services,
        sessions: {
          async open(request) {
            await gate.pass()
            return sessions.open(request)
          },
        },
      }),
    },
  )
})

test('a disabled user is unbound, and gets nothing more done', () =>
  withServer(async (world) => {
    const client = await world.bind('transceiver', { answers: false })
    world.engine.setUserEnabled(world.account.userId, false)
    const unbind: WirePdu = await client.next('unbind')
    assert.equal((await client.request('submit_sm', HELLO)).command_status, 0x08)
    client.respond(unbind)
    await client.closed()
    assert.deepEqual(world.engine.messages, [])
    assert.deepEqual(world.engine.sessions, [])
  }))
