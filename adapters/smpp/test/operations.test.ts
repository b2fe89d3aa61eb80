import { PRIORITIES, Submissions } from '@heliograph/contracts'
import { HELLO, type Row, testRows } from './row.ts'
import type { World } from './world.ts'

/** Submits a message of the account under test. */
async function submitted({ bind }: World, fields: object = {}): Promise<void> {
  const client = await bind('transmitter')
  await client.request('submit_sm', { ...HELLO, ...fields })
  await client.end()
}
const later = { schedule_delivery_time: '260106100000000+' }

const queries: readonly Row[] = [
  {
    name: 'query_sm of a queued message is ACCEPTED 6',
    before: (world) => submitted(world),
    request: ['query_sm', { message_id: '1', source_addr: 'whatever' }],
    answer: { command: 'query_sm_resp', message_id: '1', final_date: '', message_state: 6, error_code: 0 },
  },
  {
    name: 'query_sm of a scheduled message is ENROUTE 1',
    before: (world) => submitted(world, later),
    request: ['query_sm', { message_id: '1' }],
    answer: { message_state: 1 },
  },
  {
    name: 'query_sm of a delivered message tells when',
    async before(world) {
      await submitted(world)
      world.engine.deliver(1)
    },
    request: ['query_sm', { message_id: '1' }],
    answer: { message_state: 2, error_code: 0, final_date: (date: Date) => date.getTime() === Date.UTC(2026, 0, 5, 8) },
  },
  {
    name: 'query_sm of an undeliverable message tells why',
    async before(world) {
      await submitted(world)
      world.engine.move(1, 'submitting')
      world.engine.move(1, 'submitted')
      world.engine.move(1, 'undeliverable', { errorId: 27 })
    },
    request: ['query_sm', { message_id: '1' }],
    answer: { message_state: 5, error_code: 27 },
  },
  {
    name: 'query_sm: a registry id that is no octet is 255',
    async before(world) {
      await submitted(world)
      world.engine.move(1, 'submitting')
      world.engine.move(1, 'submitted')
      world.engine.move(1, 'refused-by-network', { errorId: 632 })
    },
    request: ['query_sm', { message_id: '1' }],
    answer: { message_state: 8, error_code: 255 },
  },
  ...['99', 'abc', '', '1e3', '-1', '9999999999999999999'].map((message_id) => ({
    name: `query_sm of ${message_id === '' ? 'no id' : `the unknown id ${message_id}`} fails with 0x67`,
    request: ['query_sm', { message_id }] as const,
    answer: { command: 'query_sm_resp', command_status: 0x67 },
  })),
  {
    name: "query_sm of somebody else's message fails with 0x67",
    async before({ engine, stranger }) {
      const { principal } = stranger
      await engine.service(Submissions).submit(principal, {
        origin: 'v2',
        priority: PRIORITIES.HIGH,
        numbers: 'international',
        atomic: true,
        messages: [{ destinations: [{ to: '27821234567' }], text: 'secret' }],
      })
    },
    request: ['query_sm', { message_id: '1' }],
    answer: { command_status: 0x67 },
  },
  {
    name: 'query_sm while the database is away is answered with 0x08',
    async before(world) {
      await submitted(world)
      world.engine.failNext('unavailable', 'reports')
    },
    request: ['query_sm', { message_id: '1' }],
    answer: { command_status: 0x08 },
  },
]

const cancels: readonly Row[] = [
  {
    name: 'cancel_sm takes back a scheduled message',
    before: (world) => submitted(world, later),
    request: ['cancel_sm', { message_id: '1' }],
    answer: { command: 'cancel_sm_resp' },
    changed: { 1: { state: 'cancelled' } },
  },
  {
    name: 'cancel_sm takes back a queued message, addresses given as well',
    before: (world) => submitted(world),
    request: ['cancel_sm', { message_id: '1', source_addr: 'SHOP', destination_addr: '+27821234567' }],
    answer: {},
    changed: { 1: { state: 'cancelled' } },
  },
  {
    name: 'cancel_sm with the address of another message fails with 0x11',
    before: (world) => submitted(world),
    request: ['cancel_sm', { message_id: '1', destination_addr: '27821234568' }],
    answer: { command_status: 0x11 },
  },
  {
    name: 'cancel_sm without an id takes back what waits for that address',
    async before(world) {
      await submitted(world)
      await submitted(world, { destination_addr: '27821234568' })
      await submitted(world, later)
    },
    request: ['cancel_sm', { message_id: '', destination_addr: '27821234567' }],
    answer: {},
    changed: { 1: { state: 'cancelled' }, 3: { state: 'cancelled' } },
  },
  {
    name: 'cancel_sm of a message that has gone out fails with 0x11',
    async before(world) {
      await submitted(world)
      world.engine.move(1, 'submitting')
    },
    request: ['cancel_sm', { message_id: '1' }],
    answer: { command: 'cancel_sm_resp', command_status: 0x11 },
  },
  {
    name: 'cancel_sm of nothing in particular fails with 0x11',
    before: (world) => submitted(world),
    request: ['cancel_sm', {}],
    answer: { command_status: 0x11 },
  },
  {
    name: 'cancel_sm of an unknown id fails with 0x11',
    request: ['cancel_sm', { message_id: '7' }],
    answer: { command_status: 0x11 },
  },
]

const text = (words: string) => ({ short_message: Buffer.from(words) })

const replacements: readonly Row[] = [
  {
    name: 'replace_sm changes the text of a scheduled message and keeps its time',
    before: (world) => submitted(world, later),
    request: ['replace_sm', { message_id: '1', ...text('other') }],
    answer: { command: 'replace_sm_resp' },
    changed: { 1: { text: 'other', scheduledAt: new Date('2026-01-06T10:00:00Z') } },
  },
  {
    name: 'replace_sm without a text changes the times',
    before: (world) => submitted(world, later),
    request: [
      'replace_sm',
      { message_id: '1', ...text(''), schedule_delivery_time: '260107100000000+', validity_period: '260107110000000+' },
    ],
    answer: {},
    changed: { 1: { text: 'hello', scheduledAt: new Date('2026-01-07T10:00:00Z'), validitySeconds: 3_600 } },
  },
  {
    name: 'replace_sm: a validity alone counts from the schedule the message has',
    before: (world) => submitted(world, later),
    request: ['replace_sm', { message_id: '1', ...text(''), validity_period: '260106103000000+' }],
    answer: {},
    changed: { 1: { validitySeconds: 1_800 } },
  },
  {
    name: 'replace_sm: a validity before that schedule is refused with 0x62',
    before: (world) => submitted(world, later),
    request: ['replace_sm', { message_id: '1', ...text(''), validity_period: '260106093000000+' }],
    answer: { command_status: 0x62 },
  },
  {
    name: 'replace_sm of a message that has gone out fails with 0x13',
    async before(world) {
      await submitted(world)
      world.engine.move(1, 'submitting')
    },
    request: ['replace_sm', { message_id: '1', ...text('too late') }],
    answer: { command: 'replace_sm_resp', command_status: 0x13 },
  },
  {
    name: 'replace_sm of an unknown id fails with 0x13',
    request: ['replace_sm', { message_id: '7', ...text('x') }],
    answer: { command_status: 0x13 },
  },
  {
    name: 'replace_sm with a predefined message is refused with 0x63',
    before: (world) => submitted(world),
    request: ['replace_sm', { message_id: '1', sm_default_msg_id: 3 }],
    answer: { command_status: 0x63 },
  },
]

testRows([...queries, ...cancels, ...replacements])
