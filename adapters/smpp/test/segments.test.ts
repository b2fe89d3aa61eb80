import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HELLO, type Row, testRows } from './row.ts'
import { settle, withServer } from './world.ts'

const TO = '27821234567'
/** A text with a user data header in front, in hexadecimal with its length octet. */
const headed = (header: string, text: string, fields: object = {}) => ({
  ...HELLO,
  esm_class: 0x40,
  short_message: Buffer.concat([Buffer.from(header, 'hex'), Buffer.from(text)]),
  ...fields,
})
const sar = (part: number, text: string, total = 2) => ({
  ...HELLO,
  short_message: Buffer.from(text),
  sar_msg_ref_num: 0x1234,
  sar_total_segments: total,
  sar_segment_seqnum: part,
})

const rows: readonly Row[] = [
  {
    name: 'a segment with an 8 bit reference has an id at once and waits for the others',
    request: ['submit_sm', headed('0500034d0201', 'one ')],
    answer: { message_id: '1' },
    segments: [
      {
        smsId: 1,
        recipient: TO,
        segment: {
          origin: 'smpp',
          reference: 0x4d,
          total: 2,
          part: 1,
          text: 'one ',
          encoding: 'gsm',
          userDataHeader: '00034D0201',
        },
      },
    ],
  },
  {
    name: 'a segment with a 16 bit reference',
    request: ['submit_sm', headed('0608041234ff10', 'one ')],
    answer: { message_id: '1' },
    segments: [{ segment: { reference: 0x1234, total: 255, part: 16 } }],
  },
  {
    name: 'a segment by SAR parameters has the header it would have on the air',
    request: ['submit_sm', sar(1, 'one ')],
    answer: { message_id: '1' },
    segments: [{ segment: { reference: 0x1234, total: 2, part: 1, text: 'one ', userDataHeader: '080412340201' } }],
  },
  {
    name: 'segments of data_sm are joined as well',
    request: ['data_sm', { ...sar(1, ''), short_message: undefined, message_payload: Buffer.from('one ') }],
    answer: { message_id: '1' },
    segments: [{ segment: { reference: 0x1234, text: 'one ' } }],
  },
  {
    name: 'the only segment of one is a whole message',
    request: ['submit_sm', headed('050003010101', 'all')],
    answer: { message_id: '1' },
    submitted: [{ text: 'all', userDataHeader: null }],
  },
  {
    name: 'a part above the total is no segment: the header goes out as it came',
    request: ['submit_sm', headed('050003010203', 'what')],
    answer: { message_id: '1' },
    submitted: [{ text: 'what', userDataHeader: '0003010203' }],
  },
  {
    name: 'incomplete SAR parameters are no segment',
    request: ['submit_sm', { ...HELLO, sar_msg_ref_num: 5, sar_segment_seqnum: 1 }],
    answer: { message_id: '1' },
    submitted: [{ text: 'hello', userDataHeader: null }],
  },
  {
    name: 'octets in segments go out as they came',
    request: ['submit_sm', headed('050003010201', 'ab', { data_coding: 4 })],
    answer: { message_id: '1' },
    submitted: [{ text: '6162', encoding: 'binary', userDataHeader: '0003010201', parts: 1 }],
  },
  {
    name: 'segments in tables of a language go out as they came',
    request: ['submit_sm', headed('080003010201240101', 'd\u001bg')],
    answer: { message_id: '1' },
    submitted: [{ text: 'dğ', encoding: 'gsm', userDataHeader: '0003010201240101', parts: 1 }],
  },
  {
    name: 'a text in tables of a language goes out as it came',
    request: ['submit_sm', headed('03250101', 'd\u000cg')],
    answer: { message_id: '1' },
    submitted: [{ text: 'dğg', encoding: 'gsm', userDataHeader: '250101', parts: 1 }],
  },
  {
    name: 'segments to a port go out as they came',
    request: ['submit_sm', headed('0b0504158100000003010201', 'ring', { data_coding: 4 })],
    answer: { message_id: '1' },
    submitted: [{ text: '72696E67', userDataHeader: '0504158100000003010201' }],
  },
  {
    name: 'ports in TLVs become a header',
    request: ['submit_sm', { ...HELLO, source_port: 9200, dest_port: 2948, data_coding: 4 }],
    answer: { message_id: '1' },
    submitted: [{ text: '68656C6C6F', userDataHeader: '05040B8423F0' }],
  },
  {
    name: 'an empty header says nothing',
    request: ['submit_sm', headed('00', 'plain')],
    answer: { message_id: '1' },
    submitted: [{ text: 'plain', userDataHeader: null }],
  },
  {
    name: 'a segment to a contact that opted out is refused with 0x45',
    before: ({ engine, account }) => void engine.contacts.set(account.clientId, TO, 'opted-out', { kind: 'web' }),
    request: ['submit_sm', headed('050003010201', 'one')],
    answer: { command_status: 0x45 },
  },
  {
    name: 'a segment to what is no number is refused with 0x0B',
    request: ['submit_sm', headed('050003010201', 'one', { destination_addr: '12' })],
    answer: { command_status: 0x0b },
  },
  {
    name: 'a segment while the database is away is answered with 0x14',
    before: ({ engine }) => engine.failNext('unavailable', 'segments'),
    request: ['submit_sm', headed('050003010201', 'one')],
    answer: { command_status: 0x14 },
  },
  {
    name: 'submit_multi of a segment is not joined',
    request: [
      'submit_multi',
      {
        ...headed('050003010201', 'one'),
        dest_address: [{ dest_addr_ton: 1, dest_addr_npi: 1, destination_addr: TO }],
      },
    ],
    answer: { message_id: '1' },
    submitted: [{ text: 'one', userDataHeader: '0003010201' }],
  },
]

testRows(rows)

test('segments in any order and by several sessions become one message, with a receipt for each that asked', () =>
  withServer(async (world) => {
    const [one, two] = [await world.bind('transmitter'), await world.bind()]
    const asking = { registered_delivery: 1 }
    const ids = [
      (await two.request('submit_sm', headed('050003070303', 'three', asking))).message_id,
      (await one.request('submit_sm', headed('050003070301', 'one '))).message_id,
      (await two.request('submit_sm', headed('050003070302', 'two ', asking))).message_id,
    ]
    assert.deepEqual(ids, ['1', '2', '3'])
    assert.deepEqual(
      world.engine.messages.map(({ smsId, text }) => ({ smsId, text })),
      [{ smsId: 1, text: 'one two three' }],
    )
    world.engine.deliver(1)
    const receipts = [await two.next('deliver_sm'), await two.next('deliver_sm')]
    assert.deepEqual(receipts.map(({ receipted_message_id }) => receipted_message_id).sort(), ['1', '3'])
    await settle(two)
    assert.equal(two.received.filter(({ command }) => command === 'deliver_sm').length, 2)
  }))

test('an emoji that a client cut in two comes together again', () =>
  withServer(async ({ bind, engine }) => {
    const client = await bind()
    const octets = Buffer.from('hi 🙂 there', 'utf16le').swap16()
    for (const [part, half] of [octets.subarray(0, 8), octets.subarray(8)].entries()) {
      const header = Buffer.from([5, 0, 3, 9, 2, part + 1])
      const fields = { ...HELLO, esm_class: 0x40, data_coding: 8, short_message: Buffer.concat([header, half]) }
      assert.equal((await client.request('submit_sm', fields)).command_status, 0)
    }
    assert.deepEqual(
      engine.messages.map(({ text }) => text),
      ['hi 🙂 there'],
    )
  }))

test('segments that stay alone go out after a minute as they came', () =>
  withServer(async ({ bind, clock, engine }) => {
    const client = await bind()
    await client.request('submit_sm', headed('050003070302', 'two'))
    clock.advance(60_000)
    assert.deepEqual(
      engine.messages.map(({ text, userDataHeader }) => ({ text, userDataHeader })),
      [{ text: 'two', userDataHeader: '0003070302' }],
    )
  }))
