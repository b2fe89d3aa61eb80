import assert from 'node:assert/strict'
import { test } from 'node:test'
import { concatenationHeader, encodeText, joinUserData } from '@heliograph/smpp'
import { createManualClock } from '@heliograph/testkit'
import type { DeliveredMessage } from '../src/delivered-message.ts'
import { type ReadIncoming, readIncoming } from '../src/incoming-sms.ts'
import { Repeats } from '../src/repeats.ts'
import { linkConfig } from './fixtures.ts'

function delivered(over: Partial<DeliveredMessage>): DeliveredMessage {
  return {
    source: { ton: 1, npi: 1, address: '27831234567' },
    destination: { ton: 1, npi: 1, address: '27820001234' },
    esmClass: 0,
    dataCoding: 0,
    octets: Buffer.from('Hello'),
    tlvs: {},
    ...over,
  }
}

const part = (bits: 8 | 16, text = 'Hello') =>
  joinUserData(concatenationHeader(0x1234, 3, 2, bits), encodeText(text, 'gsm'))

const ROWS: readonly (readonly [
  name: string,
  message: Partial<DeliveredMessage>,
  expected: Partial<ReadIncoming>,
  config?: Readonly<Record<string, unknown>>,
])[] = [
  ['text', {}, { from: '27831234567', to: '27820001234', text: 'Hello', encoding: 'gsm', segment: undefined }],
  ['GSM 03.38', { octets: Buffer.from('001b65', 'hex') }, { text: '@€' }],
  ['UCS-2', { dataCoding: 8, octets: encodeText('жд', 'ucs2') }, { text: 'жд', encoding: 'ucs2' }],
  ['octets', { dataCoding: 4, octets: Buffer.of(0xfe, 1) }, { text: 'FE01', encoding: 'binary' }],
  ['nothing', { octets: Buffer.alloc(0) }, { text: '' }],
  ['the alphabet of the SMSC', { octets: Buffer.of(0xe9, 0x40) }, { text: 'é@' }, { alphabet: 'latin1' }],
  [
    'numbers as the SMSC writes them',
    {
      source: { ton: 1, npi: 1, address: '+27831234567' },
      destination: { ton: 0, npi: 0, address: '0027820001234' },
    },
    { from: '27831234567', to: '27820001234' },
  ],
  ['a sender that is text', { source: { ton: 5, npi: 0, address: 'Bank 24' } }, { from: 'Bank 24' }],
  [
    'a part with an 8-bit reference',
    { esmClass: 0x40, octets: part(8) },
    { text: 'Hello', segment: { reference: 0x34, total: 3, part: 2 } },
  ],
  [
    'a part with a 16-bit reference',
    { esmClass: 0x40, octets: part(16) },
    { text: 'Hello', segment: { reference: 0x1234, total: 3, part: 2 } },
  ],
  [
    'a part with SAR parameters',
    { tlvs: { sarMsgRefNum: 9, sarTotalSegments: 2, sarSegmentSeqnum: 1 } },
    { segment: { reference: 9, total: 2, part: 1 } },
  ],
  ['SAR parameters that say nothing', { tlvs: { sarMsgRefNum: 9 } }, { segment: undefined }],
  [
    'a part that is none of its message',
    { tlvs: { sarMsgRefNum: 9, sarTotalSegments: 2, sarSegmentSeqnum: 3 } },
    { text: 'Hello', segment: undefined },
  ],
  [
    'the only part of its message',
    { tlvs: { sarMsgRefNum: 9, sarTotalSegments: 1, sarSegmentSeqnum: 1 } },
    { segment: undefined },
  ],
  [
    'a part in tables of a language',
    { esmClass: 0x40, octets: Buffer.from('080003070201250101640c67', 'hex') },
    { text: 'dğg', encoding: 'gsm', segment: { reference: 7, total: 2, part: 1 } },
  ],
  [
    'a text in tables of a language, where the SMSC has another alphabet',
    { esmClass: 0x40, octets: Buffer.from('03240101641b67', 'hex') },
    { text: 'dğ', encoding: 'gsm', segment: undefined },
    { alphabet: 'latin1' },
  ],
  [
    'a header about something else',
    { esmClass: 0x40, dataCoding: 4, octets: Buffer.from('0605040b8423f0abcd', 'hex') },
    { text: 'ABCD', encoding: 'binary', segment: undefined },
  ],
]

for (const [name, message, expected, config] of ROWS) {
  test(`incoming: ${name}`, () => {
    const incoming = readIncoming(delivered(message), linkConfig(config))
    assert.ok(incoming)
    for (const [field, value] of Object.entries(expected)) {
      assert.deepEqual(incoming[field as keyof ReadIncoming], value, field)
    }
  })
}

for (const [name, message] of [
  ['a header that runs past the end', { esmClass: 0x40, octets: Buffer.of(9, 1) }],
  ['a header that is not there', { esmClass: 0x40, octets: Buffer.alloc(0) }],
  ['no recipient', { destination: { ton: 0, npi: 0, address: ' ' } }],
] as const) {
  test(`no incoming SMS: ${name}`, () => assert.equal(readIncoming(delivered(message), linkConfig()), undefined))
}

test('the SMSC may be repeating itself for a minute after something went wrong', () => {
  const clock = createManualClock()
  const repeats = new Repeats(clock)
  assert.equal(repeats.isSuspect(), false)
  repeats.suspect()
  clock.advance(59_999)
  assert.equal(repeats.isSuspect(), true)
  clock.advance(1)
  assert.equal(repeats.isSuspect(), false)
})

test('and while, and after, something is kept waiting', () => {
  const clock = createManualClock()
  const repeats = new Repeats(clock)
  const prompt = repeats.begin()
  clock.advance(4_999)
  assert.equal(repeats.isSuspect(), false)
  prompt()
  assert.equal(repeats.isSuspect(), false)
  const late = repeats.begin()
  clock.advance(5_000)
  assert.equal(repeats.isSuspect(), true)
  clock.advance(100_000)
  late()
  clock.advance(59_000)
  assert.equal(repeats.isSuspect(), true)
  clock.advance(1_000)
  assert.equal(repeats.isSuspect(), false)
})
