import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatReceiptText } from '@heliograph/messaging'
import type { Tlvs } from '@heliograph/smpp'
import type { DeliveredMessage } from '../src/delivered-message.ts'
import { isReceipt, type ReadReceipt, readReceipt } from '../src/receipts.ts'
import { linkConfig } from './fixtures.ts'

const NOW = Date.UTC(2026, 0, 5, 8, 30)
const AT = Date.UTC(2026, 0, 5, 8, 15)

function delivered(text: string, over: Partial<DeliveredMessage> = {}): DeliveredMessage {
  return {
    source: { ton: 1, npi: 1, address: '27831234567' },
    destination: { ton: 1, npi: 1, address: '27820001234' },
    esmClass: 0x04,
    dataCoding: 0,
    octets: Buffer.from(text, 'latin1'),
    tlvs: {},
    ...over,
  }
}

const TEXT =
  'id:0123456789 sub:001 dlvrd:001 submit date:2601050814 done date:2601050815 stat:DELIVRD err:000 text:Hello'
const FAILED = TEXT.replace('DELIVRD', 'UNDELIV')

type Row = readonly [
  name: string,
  text: string,
  over: Partial<DeliveredMessage>,
  expected: Partial<ReadReceipt>,
  config?: Readonly<Record<string, unknown>>,
]

const tlvs = (values: Tlvs) => ({ tlvs: values })

const READABLE: readonly Row[] = [
  [
    'the text of appendix B',
    TEXT,
    {},
    {
      networkId: '0123456789',
      to: '27831234567',
      status: 'delivered',
      networkStatus: 'DELIVRD',
      errorId: null,
      doneAt: new Date(AT),
      text: TEXT,
    },
  ],
  [
    'as this gateway writes it',
    formatReceiptText({
      id: '77',
      stat: 'EXPIRED',
      submittedAt: new Date(AT),
      doneAt: new Date(AT),
      errorId: 27,
      text: 'Hi id:9',
    }),
    {},
    { networkId: '77', status: 'expired' },
  ],
  [
    'no text at all',
    '',
    tlvs({ receiptedMessageId: 'ab12', messageState: 5 }),
    { networkId: 'ab12', status: 'undeliverable', networkStatus: 'UNDELIV', doneAt: new Date(NOW), text: undefined },
  ],
  [
    'parameters go before the text',
    TEXT,
    tlvs({ receiptedMessageId: '99', messageState: 8 }),
    { networkId: '99', status: 'rejected', networkStatus: 'DELIVRD' },
  ],
  ['an empty parameter says nothing', TEXT, tlvs({ receiptedMessageId: '' }), { networkId: '0123456789' }],
  ['a state that SMPP does not have says nothing', TEXT, tlvs({ messageState: 77 }), { status: 'delivered' }],
  [
    'a text that says only the state',
    'stat:REJECTD',
    tlvs({ receiptedMessageId: '5' }),
    { networkId: '5', status: 'rejected' },
  ],
  [
    'a UUID',
    TEXT.replace('0123456789', '0e999f21-8cd0-4dc5-b89c-0a4f64e8a4f1'),
    {},
    { networkId: '0e999f21-8cd0-4dc5-b89c-0a4f64e8a4f1' },
  ],
  ['words of SMSCs', TEXT.replace('DELIVRD', 'failed'), {}, { status: 'undeliverable', networkStatus: 'FAILED' }],
  [
    'a word that nobody knows ends nothing',
    TEXT.replace('DELIVRD', 'WHATEVER'),
    {},
    { status: 'enroute', networkStatus: 'WHATEVER' },
  ],
  ['intermediate', TEXT.replace('DELIVRD', 'ENROUTE'), { esmClass: 0x20 }, { status: 'enroute' }],
  [
    'a text in UCS-2',
    '',
    { dataCoding: 8, octets: Buffer.from(TEXT, 'utf16le').swap16() },
    { networkId: '0123456789', text: TEXT },
  ],
  [
    'behind a header',
    '',
    { esmClass: 0x44, octets: Buffer.concat([Buffer.of(3, 9, 1, 0), Buffer.from(TEXT)]) },
    { networkId: '0123456789' },
  ],
  ['a time ahead of us is now', TEXT.replace('2601050815', '2601051715'), {}, { doneAt: new Date(NOW) }],
  ['no time', TEXT.replace(/done date:\d+ /, ''), {}, { doneAt: new Date(NOW) }],
  [
    'the clock of the SMSC',
    TEXT.replace('2601050815', '2601051015'),
    {},
    { doneAt: new Date(AT) },
    { utcOffsetMinutes: 120 },
  ],
  ['a number with a plus', TEXT, { source: { ton: 1, npi: 1, address: '+27831234567' } }, { to: '27831234567' }],
  ['a recipient that is no number', TEXT, { source: { ton: 5, npi: 0, address: 'Shop' } }, { networkId: '0123456789' }],
  ['a number in national form', TEXT, { source: { ton: 2, npi: 1, address: '0831234567' } }, { to: undefined }],
  ['an error code is the business of the SMSC', FAILED.replace('err:000', 'err:027'), {}, { errorId: null }],
  [
    'unless the link knows what it means',
    FAILED.replace('err:000', 'err:1A'),
    {},
    { errorId: 27 },
    { errors: { '1A': 27 } },
  ],
  [
    'and means nothing that the registry has',
    FAILED.replace('err:000', 'err:1A'),
    {},
    { errorId: null },
    { errors: { '1A': 4 } },
  ],
  ['zeros in front or not', FAILED.replace('err:000', 'err:042'), {}, { errorId: 27 }, { errors: { '42': 27 } }],
  [
    'error codes that are ids of the registry',
    FAILED.replace('err:000', 'err:027'),
    {},
    { errorId: 27 },
    { errorCodes: 'registry' },
  ],
  ['and those that are not', FAILED.replace('err:000', 'err:999'), {}, { errorId: null }, { errorCodes: 'registry' }],
  ['no error', FAILED, {}, { errorId: null }, { errorCodes: 'registry' }],
  [
    'an error of the mobile network itself',
    FAILED,
    tlvs({ networkErrorCode: { networkType: 3, code: 1 } }),
    { errorId: 1 },
  ],
  ['of another kind of network', FAILED, tlvs({ networkErrorCode: { networkType: 2, code: 1 } }), { errorId: null }],
  ['no error of a network', FAILED, tlvs({ networkErrorCode: { networkType: 3, code: 500 } }), { errorId: null }],
  [
    'what was delivered has no error',
    TEXT.replace('err:000', 'err:027'),
    {},
    { errorId: null },
    { errorCodes: 'registry' },
  ],
]

for (const [name, text, over, expected, config] of READABLE) {
  test(`receipt: ${name}`, () => {
    const receipt = readReceipt(delivered(text, over), linkConfig(config), NOW)
    assert.ok(receipt)
    for (const [field, value] of Object.entries(expected)) {
      assert.deepEqual(receipt[field as keyof ReadReceipt], value, field)
    }
  })
}

const UNREADABLE: readonly (readonly [name: string, text: string, over?: Partial<DeliveredMessage>])[] = [
  ['nothing', ''],
  ['a text that is not a receipt', 'Hello, I am a receipt'],
  ['a state without an id', 'stat:DELIVRD err:000'],
  ['an id without a state', 'id:1234'],
  ['an id with a NUL', 'id:12\x0034 stat:DELIVRD'],
  ['an id that no SMSC gives', `id:${'9'.repeat(66)} stat:DELIVRD`],
  ['octets', '', { octets: Buffer.from('ff00fe01', 'hex') }],
  ['a header that runs past the end', TEXT, { esmClass: 0x44, octets: Buffer.of(200, 1) }],
]

for (const [name, text, over] of UNREADABLE) {
  test(`no receipt: ${name}`, () => assert.equal(readReceipt(delivered(text, over), linkConfig(), NOW), undefined))
}

for (const [esmClass, values, expected] of [
  [0x00, {}, false],
  [0x04, {}, true],
  [0x08, {}, true],
  [0x20, {}, true],
  [0x44, {}, true],
  [0x40, {}, false],
  [0x03, {}, false],
  // Some SMSCs do not set esm_class.
  [0x00, { receiptedMessageId: '1' }, true],
] as const) {
  test(`esm_class ${esmClass} ${JSON.stringify(values)} is ${expected ? 'a' : 'no'} receipt`, () => {
    assert.equal(isReceipt(delivered(TEXT, { esmClass, tlvs: values })), expected)
  })
}
