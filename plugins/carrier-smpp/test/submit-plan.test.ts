import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OutgoingMessage, TextLanguage } from '@heliograph/contracts'
import { measureMessage, measureText } from '@heliograph/messaging'
import { decodePdu, decodeText, encodePdu, readUserDataHeader, type SubmitSmPdu } from '@heliograph/smpp'
import { References } from '../src/references.ts'
import { planSubmit } from '../src/submit-plan.ts'
import { linkConfig, outgoing } from './fixtures.ts'

const NOW = Date.UTC(2026, 0, 5, 8)

/** The PDUs that arrive at the SMSC for a message. */
function submits(
  message: Partial<OutgoingMessage>,
  config: Readonly<Record<string, unknown>> = {},
  references = new References(() => 0, false),
): readonly SubmitSmPdu[] {
  const { submits } = planSubmit(outgoing(message), linkConfig(config), references, NOW)
  return submits.map((draft) => decodePdu(encodePdu({ ...draft, sequenceNumber: 1 })) as SubmitSmPdu)
}

/** A long text, with its encoding and its number of parts. */
function long(text: string): Partial<OutgoingMessage> {
  const { encoding, parts } = measureText(text)
  return { text, encoding, parts }
}

/** A text in tables of its language, as the gateway measures it. */
function national(text: string, language: TextLanguage): Partial<OutgoingMessage> {
  const { encoding, parts, userDataHeader } = measureMessage({ text, language })
  return { text, encoding, parts, userDataHeader }
}

const TURKISH: TextLanguage = { languages: ['tr'], tables: ['single'] }

const PLAIN: readonly [
  name: string,
  message: Partial<OutgoingMessage>,
  config: Readonly<Record<string, unknown>>,
  expected: Partial<Record<keyof SubmitSmPdu, unknown>> & { readonly hex?: string },
][] = [
  ['plain text is unpacked GSM 03.38', { text: 'a@€' }, {}, { dataCoding: 0, hex: '61001b65', esmClass: 0 }],
  ['other text is UCS-2', { text: 'ж', encoding: 'ucs2' }, {}, { dataCoding: 8, hex: '0436' }],
  ['octets', { text: '00FF7F', encoding: 'binary' }, {}, { dataCoding: 4, hex: '00ff7f' }],
  // spec: Outgoing message request (v2) | rule | messages[].options.flash: true is sent as flash SMS -> one part: flash
  ['flash', { flash: true }, {}, { dataCoding: 0x10 }],
  ['flash in UCS-2', { text: 'ж', encoding: 'ucs2', flash: true }, {}, { dataCoding: 0x18 }],
  ['data_coding as the SMSC wants it', { flash: true }, { dataCoding: { flashText: 0xf0 } }, { dataCoding: 0xf0 }],
  ['Latin-1', { text: 'é@€' }, { alphabet: 'latin1', dataCoding: { text: 3 } }, { dataCoding: 3, hex: 'e9403f' }],
  ['ASCII', { text: 'aé@' }, { alphabet: 'ascii', dataCoding: { text: 1 } }, { dataCoding: 1, hex: '613f40' }],
  [
    'a header of the client goes out as it is',
    { text: 'abc', userDataHeader: '05040B8423F0' },
    {},
    { esmClass: 0x40, hex: '0605040b8423f0616263' },
  ],
  [
    'octets with a header',
    { text: 'FFFE', encoding: 'binary', userDataHeader: '0003040201' },
    { longMessages: 'payload' },
    { esmClass: 0x40, dataCoding: 4, hex: '050003040201fffe' },
  ],
  [
    'a text in a table of its language',
    national('dağ €', TURKISH),
    {},
    { esmClass: 0x40, dataCoding: 0, hex: '0324010164611b67201b65' },
  ],
  [
    'a text in both tables of its language',
    national('\u0928A', { languages: ['hi'] }),
    {},
    { esmClass: 0x40, dataCoding: 0, hex: '062501062401062f1b41' },
  ],
  [
    'a header of the client that names a table, on a link with another alphabet',
    { text: 'ğ', userDataHeader: '0003070201240101' },
    { alphabet: 'latin1' },
    { esmClass: 0x40, hex: '0800030702012401011b67' },
  ],
  ['an empty text', { text: '' }, {}, { hex: '' }],
  ['receipts are asked for', {}, {}, { registeredDelivery: 1 }],
  ['receipts are not asked for', {}, { receipts: 'none' }, { registeredDelivery: 0 }],
  ['one part is the first', {}, { receipts: 'first' }, { registeredDelivery: 1 }],
  ['one part is the last', {}, { receipts: 'last' }, { registeredDelivery: 1 }],
  ['service type', {}, { serviceType: 'BULK' }, { serviceType: 'BULK' }],
  ['validity stays here', { validUntil: new Date(NOW + 90_000) }, {}, { validityPeriod: '' }],
  [
    'validity as a duration',
    { validUntil: new Date(NOW + 26 * 3_600_000 + 90_000) },
    { validity: 'relative' },
    { validityPeriod: '000001020130000R' },
  ],
  [
    'validity that is over is a second, not forever',
    { validUntil: new Date(NOW - 1) },
    { validity: 'relative' },
    { validityPeriod: '000000000001000R' },
  ],
  [
    'validity as a moment',
    { validUntil: new Date(NOW + 90_000) },
    { validity: 'absolute' },
    { validityPeriod: '260105080130000+' },
  ],
]

for (const [name, message, config, { hex, ...fields }] of PLAIN) {
  test(`one part: ${name}`, () => {
    const [pdu, ...others] = submits(message, config)
    assert.ok(pdu)
    assert.equal(others.length, 0)
    if (hex !== undefined) assert.equal(pdu.shortMessage.toString('hex'), hex)
    for (const [field, value] of Object.entries(fields)) {
      assert.deepEqual(pdu[field as keyof SubmitSmPdu], value, field)
    }
  })
}

const ADDRESSES: readonly [
  name: string,
  from: string,
  config: Readonly<Record<string, unknown>>,
  expected: readonly [ton: number, npi: number, address: string],
][] = [
  ['international', '27820001234', {}, [1, 1, '27820001234']],
  ['short code', '34567', {}, [3, 0, '34567']],
  ['text', 'My Shop', {}, [5, 0, 'My Shop']],
  ['with a plus', '27820001234', { sender: { plus: true } }, [1, 1, '+27820001234']],
  ['a short code never has a plus', '34567', { sender: { plus: true } }, [3, 0, '34567']],
  ['other figures', '34567', { sender: { short: { ton: 6, npi: 9 }, shortDigits: 5 } }, [6, 9, '34567']],
  ['longer than short codes are', '345678', { sender: { shortDigits: 5 } }, [1, 1, '345678']],
]

for (const [name, from, config, [ton, npi, address]] of ADDRESSES) {
  test(`sender: ${name}`, () => assert.deepEqual(submits({ from }, config)[0]?.source, { ton, npi, address }))
}

const RECIPIENTS: readonly [Readonly<Record<string, unknown>>, readonly [number, number, string]][] = [
  [{}, [1, 1, '27831234567']],
  [{ prefix: '+' }, [1, 1, '+27831234567']],
  [{ prefix: '00', ton: 0, npi: 0 }, [0, 0, '0027831234567']],
]

for (const [recipient, [ton, npi, address]] of RECIPIENTS) {
  test(`recipient: ${JSON.stringify(recipient)}`, () => {
    assert.deepEqual(submits({}, { recipient })[0]?.destination, { ton, npi, address })
  })
}

// spec: Outgoing message request (v2) | rule | messages[].text is split when long
test('a long text is parts with one reference, 153 septets each', () => {
  const text = 'abc'.repeat(120)
  const parts = submits(long(text)).map(({ shortMessage, esmClass }) => {
    assert.equal(esmClass, 0x40)
    return readUserDataHeader(shortMessage)
  })
  assert.deepEqual(
    parts.map((part) => part?.concatenation),
    [1, 2, 3].map((part) => ({ reference: 1, total: 3, part })),
  )
  assert.deepEqual(
    parts.map((part) => part?.rest.length),
    [153, 153, 54],
  )
  assert.equal(parts.map((part) => decodeText(part?.rest as Buffer, 0).text).join(''), text)
})

test('a long text in UCS-2: no character is cut in two', () => {
  const text = `${'ж'.repeat(66)}😀${'ж'.repeat(10)}`
  for (const longMessages of ['udh', 'udh16', 'sar']) {
    const texts = submits(long(text), { longMessages }).map(({ shortMessage }) => {
      const octets = longMessages === 'sar' ? shortMessage : readUserDataHeader(shortMessage)?.rest
      return decodeText(octets as Buffer, 8).text
    })
    assert.equal(texts.join(''), text)
    assert.ok(texts.every((each) => Buffer.from(each, 'utf8').toString('utf8') === each))
  }
})

test('a 16-bit reference leaves 152 septets, and no escape stands alone', () => {
  const text = `${'a'.repeat(151)}€${'b'.repeat(100)}`
  const parts = submits(long(text), { longMessages: 'udh16' }).map((pdu) => readUserDataHeader(pdu.shortMessage))
  assert.deepEqual(
    parts.map((part) => part?.header.toString('hex')),
    ['080400010201', '080400010202'],
  )
  assert.deepEqual(
    parts.map((part) => part?.rest.length),
    [151, 102],
  )
})

test('a 16-bit reference that would take a part more gives way to one of 8 bits', () => {
  for (const text of ['x'.repeat(306), 'ж'.repeat(134)]) {
    const headers = submits(long(text), { longMessages: 'udh16' }).map(
      (pdu) => readUserDataHeader(pdu.shortMessage)?.header.length,
    )
    assert.deepEqual(headers, [5, 5])
  }
})

const CUT: readonly (readonly [
  longMessages: string,
  text: string,
  TextLanguage,
  headers: string[],
  sizes: number[],
])[] = [
  ['udh', `${'a'.repeat(147)}ş`.repeat(2), TURKISH, ['0003010201240101', '0003010202240101'], [149, 149]],
  ['udh', 'ş'.repeat(149), TURKISH, ['00', '00', '00'], [148, 148, 2]],
  ['sar', 'ş'.repeat(80), TURKISH, ['0003010201240101', '0003010202240101'], [148, 12]],
  ['payload', 'ş'.repeat(80), TURKISH, ['0003010201240101', '0003010202240101'], [148, 12]],
  ['udh16', 'ş'.repeat(80), TURKISH, ['080400010201240101', '080400010202240101'], [148, 12]],
  ['udh16', `${'a'.repeat(147)}ş`.repeat(2), TURKISH, ['0003010201240101', '0003010202240101'], [149, 149]],
  ['udh', `${'\u0928'.repeat(200)}A`, { languages: ['hi'] }, ['0003010201250106240106', '00'], [146, 56]],
]

for (const [longMessages, text, language, headers, sizes] of CUT) {
  test(`a long text in tables of its language, ${sizes.join(' and ')} septets by ${longMessages}`, () => {
    const message = national(text, language)
    const parts = submits(message, { longMessages }).map(({ dataCoding, esmClass, shortMessage }) => {
      assert.deepEqual([dataCoding, esmClass], [0, 0x40])
      return readUserDataHeader(shortMessage)
    })
    assert.equal(parts.length, message.parts)
    assert.deepEqual(
      parts.map((part) => part?.rest.length),
      sizes,
    )
    const begin = (header: string | undefined, index: number) => header?.slice(0, headers[index]?.length)
    assert.deepEqual(
      parts.map((part, index) => begin(part?.header.toString('hex'), index)),
      headers,
    )
    const texts = parts.map((part) => decodeText(part?.rest as Buffer, 0, { tables: part?.tables }).text)
    assert.equal(texts.join(''), text)
  })
}

test('SAR parameters', () => {
  const pdus = submits(long('x'.repeat(400)), { longMessages: 'sar' })
  assert.deepEqual(
    pdus.map(({ tlvs, esmClass, shortMessage }) => [tlvs, esmClass, shortMessage.length]),
    [1, 2, 3].map((part) => [
      { sarMsgRefNum: 1, sarTotalSegments: 3, sarSegmentSeqnum: part },
      0,
      part === 3 ? 94 : 153,
    ]),
  )
})

test('a long text whole in message_payload', () => {
  const [pdu, ...others] = submits(long('x'.repeat(400)), { longMessages: 'payload', receipts: 'last' })
  assert.equal(others.length, 0)
  assert.equal(pdu?.shortMessage.length, 0)
  assert.equal(pdu?.tlvs.messagePayload?.toString('latin1'), 'x'.repeat(400))
  assert.equal(pdu?.registeredDelivery, 1)
})

test('octets that do not fit short_message go into message_payload', () => {
  const [pdu] = submits({ text: 'AB'.repeat(255), encoding: 'binary' })
  assert.equal(pdu?.shortMessage.length, 0)
  assert.equal(pdu?.tlvs.messagePayload?.length, 255)
})

for (const [receipts, expected] of Object.entries({
  all: [1, 1, 1],
  first: [1, 0, 0],
  last: [0, 0, 1],
  none: [0, 0, 0],
})) {
  test(`receipts are asked for ${receipts}`, () => {
    const asked = submits(long('x'.repeat(400)), { receipts }).map((pdu) => pdu.registeredDelivery)
    assert.deepEqual(asked, expected)
  })
}

test('references count per destination, up to the end of their bits', () => {
  const references = new References(() => 0xfffe / 0x10000, false)
  const used = (to: string, longMessages: string) => {
    const [pdu] = submits({ ...long('x'.repeat(200)), to }, { longMessages }, references)
    const header = readUserDataHeader(pdu?.shortMessage as Buffer)
    return header?.concatenation?.reference ?? pdu?.tlvs.sarMsgRefNum
  }
  assert.deepEqual([used('1', 'udh16'), used('1', 'udh16'), used('1', 'udh')], [0xffff, 0, 1])
  assert.deepEqual([used('2', 'udh'), used('2', 'sar'), used('1', 'udh16')], [0xff, 0, 2])
})

test('the parts still to be sent have the reference of the others', () => {
  const references = new References(() => 0, false)
  const message = { ...long('x'.repeat(400)), smsId: 77 }
  const { reference } = planSubmit(outgoing(message), linkConfig(), references, NOW)
  assert.ok(reference)
  references.remember(77, reference)
  const rest = submits({ ...message, only: [2, 3] }, { receipts: 'last' }, references)
  assert.deepEqual(
    rest.map((pdu) => [readUserDataHeader(pdu.shortMessage)?.concatenation, pdu.registeredDelivery]),
    [
      [{ reference: 1, total: 3, part: 2 }, 0],
      [{ reference: 1, total: 3, part: 3 }, 1],
    ],
  )
})

test('all parts go again when the reference of the others is not known', () => {
  const parts = submits({ ...long('x'.repeat(400)), only: [2] }).map(
    (pdu) => readUserDataHeader(pdu.shortMessage)?.concatenation?.part,
  )
  assert.deepEqual(parts, [1, 2, 3])
})
