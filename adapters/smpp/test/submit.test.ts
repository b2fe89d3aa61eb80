import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Accounts, PRIORITIES, type Submissions } from '@heliograph/contracts'
import { HELLO, type Row, testRows } from './row.ts'
import { withServer } from './world.ts'

const TO = '27821234567'
const first = (pattern: object) => [{ to: TO, ...pattern }]
const gsm = (octets: string) => ({ ...HELLO, short_message: Buffer.from(octets, 'hex') })
const DAY = 24 * 3_600_000
/** The manual clock's start: 2026-01-05 08:00:00 UTC. */
const NOW = Date.UTC(2026, 0, 5, 8)

const taken: readonly Row[] = [
  // spec: What the service does | default | priority of SMPP is NORMAL
  // spec: SMPP interface | rule | sent from the default channel
  // spec: SMPP interface | field | destination_addr without +
  {
    name: 'a text is answered with its id and goes out from the default channel at priority NORMAL',
    request: ['submit_sm', HELLO],
    answer: { command: 'submit_sm_resp', message_id: '1' },
    submitted: [
      {
        smsId: 1,
        to: TO,
        from: '27000111222',
        text: 'hello',
        encoding: 'gsm',
        parts: 1,
        priority: 'NORMAL',
        origin: 'smpp',
      },
    ],
  },
  {
    name: "a user's own priority beats the interface's, whatever priority_flag says",
    account: { user: { email: 'operations@example.com', priority: PRIORITIES.BULK } },
    request: ['submit_sm', { ...HELLO, priority_flag: 3 }],
    answer: { message_id: '1' },
    submitted: first({ priority: 'BULK' }),
  },
  {
    name: 'a leading + is no matter',
    request: ['submit_sm', { ...HELLO, destination_addr: `+${TO}` }],
    answer: { message_id: '1' },
    submitted: first({}),
  },
  {
    name: 'a national number is read by the country of the client, TON and NPI being no matter',
    request: ['submit_sm', { ...HELLO, destination_addr: '0821234567', dest_addr_ton: 5, dest_addr_npi: 18 }],
    answer: { message_id: '1' },
    submitted: first({}),
  },
  // spec: SMPP interface | field | source_addr is ignored
  {
    name: 'a source address that is empty, or that no network takes, is no reason to refuse',
    request: ['submit_sm', { ...HELLO, source_addr: '', source_addr_ton: 77, source_addr_npi: 99 }],
    answer: { message_id: '1' },
    submitted: first({ from: '27000111222' }),
  },
  // spec: SMPP interface | field | source_addr is ignored
  {
    name: 'a source address that names a channel of the client is ignored as well',
    before: ({ engine, account }) => void engine.addChannel(account.clientId, { sender: 'SHOP' }),
    request: ['submit_sm', { ...HELLO, source_addr: 'SHOP' }],
    answer: { message_id: '1' },
    submitted: first({ from: '27000111222' }),
  },
  {
    name: 'data_coding 0 is GSM 03.38, extension characters included',
    request: ['submit_sm', gsm('00021b6511')],
    answer: { message_id: '1' },
    submitted: first({ text: '@$€_', encoding: 'gsm' }),
  },
  {
    name: 'data_coding 1 is ASCII',
    request: ['submit_sm', { ...HELLO, data_coding: 1, short_message: Buffer.from('a_b@c $1') }],
    answer: { message_id: '1' },
    submitted: first({ text: 'a_b@c $1' }),
  },
  {
    name: 'data_coding 1 is GSM 03.38 when control octets show it, as npm smpp sends it',
    request: ['submit_sm', { ...gsm('6f6b001165'), data_coding: 1 }],
    answer: { message_id: '1' },
    submitted: first({ text: 'ok@_e' }),
  },
  {
    name: 'data_coding 1 is ASCII all the same when the configuration says so',
    config: { dataCoding1: 'ascii' },
    request: ['submit_sm', { ...gsm('6f6b1165'), data_coding: 1 }],
    answer: { message_id: '1' },
    submitted: first({ text: 'ok\u0011e' }),
  },
  {
    name: 'data_coding 3 is Latin-1',
    request: ['submit_sm', { ...HELLO, data_coding: 3, short_message: Buffer.from('ça vaÿ', 'latin1') }],
    answer: { message_id: '1' },
    submitted: first({ text: 'ça vaÿ', encoding: 'ucs2' }),
  },
  {
    name: 'data_coding 8 is UTF-16, emoji included',
    request: ['submit_sm', { ...HELLO, data_coding: 8, short_message: Buffer.from('hi 🙂', 'utf16le').swap16() }],
    answer: { message_id: '1' },
    submitted: first({ text: 'hi 🙂', encoding: 'ucs2' }),
  },
  ...[2, 4].map((data_coding) => ({
    name: `data_coding ${data_coding} is octets`,
    request: ['submit_sm', { ...gsm('00ff80'), data_coding }] as const,
    answer: { message_id: '1' },
    submitted: first({ text: '00FF80', encoding: 'binary', parts: 1 }),
  })),
  ...[0x10, 0xf0].map((data_coding) => ({
    name: `data_coding 0x${data_coding.toString(16)} is a flash message`,
    request: ['submit_sm', { ...HELLO, data_coding }] as const,
    answer: { message_id: '1' },
    submitted: first({ text: 'hello', flash: true }),
  })),
  {
    name: 'data_coding 0x18 is a flash message in UTF-16',
    request: ['submit_sm', { ...HELLO, data_coding: 0x18, short_message: Buffer.from('Привет', 'utf16le').swap16() }],
    answer: { message_id: '1' },
    submitted: first({ text: 'Привет', encoding: 'ucs2', flash: true }),
  },
  {
    name: 'a NUL at the end of a string of C is left out',
    request: ['submit_sm', { ...HELLO, data_coding: 3, short_message: Buffer.from('hello\0') }],
    answer: { message_id: '1' },
    submitted: first({ text: 'hello' }),
  },
  {
    name: 'message_payload is taken instead of short_message',
    request: [
      'submit_sm',
      { ...HELLO, short_message: Buffer.alloc(0), message_payload: Buffer.from('a'.repeat(1000)) },
    ],
    answer: { message_id: '1' },
    submitted: first({ text: 'a'.repeat(1000), parts: 7 }),
  },
  {
    name: 'short_message of 254 octets is a message of two parts',
    request: ['submit_sm', { ...HELLO, short_message: Buffer.from('b'.repeat(254)) }],
    answer: { message_id: '1' },
    submitted: first({ text: 'b'.repeat(254), parts: 2 }),
  },
  {
    name: 'messaging modes of esm_class are no matter, as Kannel sends 0x03',
    request: ['submit_sm', { ...HELLO, esm_class: 0x03 }],
    answer: { message_id: '1' },
    submitted: first({ text: 'hello' }),
  },
  {
    name: 'replace_if_present_flag is no matter',
    request: ['submit_sm', { ...HELLO, replace_if_present_flag: 1, service_type: 'CMT', protocol_id: 64 }],
    answer: { message_id: '1' },
    submitted: first({ text: 'hello' }),
  },
  {
    name: 'data_sm is answered with an id, too',
    request: ['data_sm', { ...HELLO, short_message: undefined, message_payload: Buffer.from('hello') }],
    answer: { command: 'data_sm_resp', message_id: '1' },
    submitted: first({ text: 'hello', validitySeconds: null }),
  },
  {
    name: 'qos_time_to_live of data_sm is its validity',
    request: [
      'data_sm',
      { ...HELLO, short_message: undefined, message_payload: Buffer.from('hello'), qos_time_to_live: 90 },
    ],
    answer: { message_id: '1' },
    submitted: first({ validitySeconds: 90 }),
  },
]

const times: readonly Row[] = [
  {
    name: 'an absolute schedule in UTC',
    request: ['submit_sm', { ...HELLO, schedule_delivery_time: '260106100000000+' }],
    answer: { message_id: '1' },
    submitted: first({ state: 'scheduled', scheduledAt: new Date('2026-01-06T10:00:00Z') }),
  },
  {
    name: 'a schedule with quarter hours ahead of UTC',
    request: ['submit_sm', { ...HELLO, schedule_delivery_time: '260106120000008+' }],
    answer: { message_id: '1' },
    submitted: first({ scheduledAt: new Date('2026-01-06T10:00:00Z') }),
  },
  {
    name: 'a relative schedule',
    request: ['submit_sm', { ...HELLO, schedule_delivery_time: '000001000000000R' }],
    answer: { message_id: '1' },
    submitted: first({ scheduledAt: new Date(NOW + DAY) }),
  },
  {
    name: 'a schedule in the past means now',
    request: ['submit_sm', { ...HELLO, schedule_delivery_time: '250101000000000+' }],
    answer: { message_id: '1' },
    submitted: first({ state: 'queued', scheduledAt: null }),
  },
  {
    name: 'a schedule more than 180 days ahead is refused with 0x61',
    request: ['submit_sm', { ...HELLO, schedule_delivery_time: '260705080000000+' }],
    answer: { command_status: 0x61 },
  },
  {
    name: 'a schedule that is no time is refused with 0x61',
    request: ['submit_sm', { ...HELLO, schedule_delivery_time: '260230080000000+' }],
    answer: { command_status: 0x61 },
  },
  {
    name: 'a relative validity',
    request: ['submit_sm', { ...HELLO, validity_period: '000000010000000R' }],
    answer: { message_id: '1' },
    submitted: first({ validitySeconds: 3_600 }),
  },
  {
    name: 'a validity counts from the schedule',
    request: [
      'submit_sm',
      { ...HELLO, schedule_delivery_time: '260106080000000+', validity_period: '260106090000000+' },
    ],
    answer: { message_id: '1' },
    submitted: first({ validitySeconds: 3_600 }),
  },
  {
    name: 'a validity above 7 days is cut to 7 days',
    request: ['submit_sm', { ...HELLO, validity_period: '000100000000000R' }],
    answer: { message_id: '1' },
    submitted: first({ validitySeconds: 7 * 24 * 3_600 }),
  },
  {
    name: 'a validity before the schedule is refused with 0x62',
    request: [
      'submit_sm',
      { ...HELLO, schedule_delivery_time: '260106080000000+', validity_period: '260105090000000+' },
    ],
    answer: { command_status: 0x62 },
  },
  {
    name: 'a validity that is no time is refused with 0x62',
    request: ['submit_sm', { ...HELLO, validity_period: 'tomorrow, please' }],
    answer: { command_status: 0x62 },
  },
]

const refused: readonly Row[] = [
  {
    name: 'a destination that is no number is refused with 0x0B',
    request: ['submit_sm', { ...HELLO, destination_addr: '12' }],
    answer: { command: 'submit_sm_resp', command_status: 0x0b },
  },
  {
    name: 'an empty destination is refused with 0x0B',
    request: ['submit_sm', { ...HELLO, destination_addr: '' }],
    answer: { command_status: 0x0b },
  },
  {
    name: 'a contact that opted out is refused with 0x45',
    before: ({ engine, account }) => void engine.contacts.set(account.clientId, TO, 'opted-out', { kind: 'web' }),
    request: ['submit_sm', HELLO],
    answer: { command_status: 0x45 },
  },
  {
    name: 'too little credit is refused with 0x45, which clients do not send again',
    account: { user: { email: 'operations@example.com' }, credit: '0.01' },
    request: ['submit_sm', HELLO],
    answer: { command_status: 0x45 },
  },
  {
    name: 'a client without a channel is refused with 0x0A',
    before: ({ engine, account }) => engine.setChannelEnabled(account.channel.channelId, false),
    request: ['submit_sm', HELLO],
    answer: { command_status: 0x0a },
  },
  {
    name: 'a text of too many parts is refused with 0x01',
    request: [
      'submit_sm',
      { ...HELLO, short_message: Buffer.alloc(0), message_payload: Buffer.from('a'.repeat(153 * 255 + 1)) },
    ],
    answer: { command_status: 0x01 },
  },
  {
    name: 'octets that do not fit one part are refused with 0x01',
    request: ['submit_sm', { ...HELLO, data_coding: 4, short_message: Buffer.alloc(141, 1) }],
    answer: { command_status: 0x01 },
  },
  {
    name: 'no text is refused with 0x01',
    request: ['submit_sm', { ...HELLO, short_message: Buffer.alloc(0) }],
    answer: { command_status: 0x01 },
  },
  {
    name: 'short_message and message_payload together are refused with 0x01',
    request: ['submit_sm', { ...HELLO, message_payload: Buffer.from('hello') }],
    answer: { command_status: 0x01 },
  },
  {
    name: 'a user data header longer than the message is refused with 0x01',
    request: ['submit_sm', { ...gsm('0500030102'), esm_class: 0x40 }],
    answer: { command_status: 0x01 },
  },
  {
    name: 'a message type that is none of a client is refused with 0x43',
    request: ['submit_sm', { ...HELLO, esm_class: 0x08 }],
    answer: { command_status: 0x43 },
  },
  {
    name: 'a predefined message is refused with 0x63',
    request: ['submit_sm', { ...HELLO, sm_default_msg_id: 1 }],
    answer: { command_status: 0x63 },
  },
  {
    name: 'the database being away is answered with 0x14, after which clients send again',
    before: ({ engine }) => engine.failNext('unavailable', 'submissions'),
    request: ['submit_sm', HELLO],
    answer: { command_status: 0x14 },
  },
  {
    name: 'a fault of the gateway is answered with 0x08 and logged',
    before: ({ engine }) => engine.failNext('internal', 'submissions'),
    request: ['submit_sm', HELLO],
    answer: { command_status: 0x08 },
    logs: [{ level: 'error', text: 'A request failed' }],
  },
  {
    name: 'whatever else is thrown is a fault as well',
    before: ({ engine }) => engine.failNext(new TypeError('x is not a function'), 'submissions'),
    request: ['submit_sm', HELLO],
    answer: { command_status: 0x08 },
    logs: [{ level: 'error' }],
  },
  ...['submit_sm', 'data_sm', 'query_sm', 'cancel_sm', 'replace_sm'].map((command) => ({
    name: `${command} on a RECEIVER bind is refused with 0x04`,
    bind: 'receiver' as const,
    request: [command, command === 'submit_sm' ? HELLO : { message_id: '1' }] as const,
    answer: { command: `${command}_resp`, command_status: 0x04 },
  })),
  {
    name: 'deliver_sm of a client is refused with 0x04',
    request: ['deliver_sm', HELLO],
    answer: { command: 'deliver_sm_resp', command_status: 0x04 },
  },
]

const multi = (...addresses: readonly object[]) => ({ ...HELLO, destination_addr: undefined, dest_address: addresses })
const sme = (destination_addr: string, dest_addr_ton = 1, dest_addr_npi = 1) => ({
  dest_addr_ton,
  dest_addr_npi,
  destination_addr,
})

const multis: readonly Row[] = [
  {
    name: 'submit_multi answers one id for all',
    request: ['submit_multi', multi(sme(TO), sme('27821234568'))],
    answer: { command: 'submit_multi_resp', message_id: '1', unsuccess_sme: [] },
    submitted: [{ to: TO }, { to: '27821234568' }],
  },
  {
    name: 'submit_multi names the destinations it refused, as they were given',
    request: ['submit_multi', multi(sme('12', 0, 9), sme(TO))],
    answer: {
      message_id: '1',
      unsuccess_sme: [{ dest_addr_ton: 0, dest_addr_npi: 9, destination_addr: '12', error_status_code: 0x0b }],
    },
    submitted: [{ to: TO }],
  },
  {
    name: 'submit_multi of which nothing was taken is refused as the first was',
    request: ['submit_multi', multi(sme('12'), sme('13'))],
    answer: { command_status: 0x0b },
  },
  {
    name: 'submit_multi to a distribution list is refused with 0x34',
    request: ['submit_multi', multi(sme(TO), { dl_name: 'friends' })],
    answer: { command_status: 0x34 },
  },
  {
    name: 'submit_multi to nobody is refused with 0x33',
    request: ['submit_multi', multi()],
    answer: { command_status: 0x33 },
  },
]

testRows([...taken, ...times, ...refused, ...multis])

/** What the gateway answers for a message that quiet hours hold for longer than it is valid. */
const expiring =
  (submissions: Submissions): Submissions['submit'] =>
  async (principal, request) => {
    const { bulkId, entries } = await submissions.submit(principal, request)
    return { bulkId, entries: entries.map((entry) => ({ ...entry, smsId: 0, state: 'expired', acceptedAt: null })) }
  }

test('a validity that ends before the message may go is refused with 0x62', async () => {
  const request = { ...HELLO, validity_period: '000000000100000R' }
  await withServer(
    async ({ bind }) => {
      const client = await bind()
      assert.equal((await client.request('submit_sm', request)).command_status, 0x62)
      assert.equal((await client.request('submit_multi', multi(sme(TO)))).command_status, 0x62)
    },
    {
      services: ({ submissions, ...services }) => ({
        ...services,
        submissions: { ...submissions, submit: expiring(submissions) },
      }),
    },
  )
})

test('a session sends as its user is now', async () => {
  await withServer(async ({ account, bind, engine }) => {
    const client = await bind()
    assert.equal((await client.request('submit_sm', HELLO)).command_status, 0)
    const operator = engine.addAccount({ user: { email: 'operator@example.com', role: 'operator' }, scope: 'portal' })
    await engine.service(Accounts).setUser(operator.principal, { userId: account.userId, priority: 'BULK' })
    assert.equal((await client.request('submit_sm', HELLO)).command_status, 0)
    assert.deepEqual(
      engine.messages.map(({ priority }) => priority),
      ['NORMAL', 'BULK'],
    )
  })
})
