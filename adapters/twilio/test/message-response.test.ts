import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createDateWriter } from '../src/dates.ts'
import { messageResponse } from '../src/message-response.ts'
import { mapEntry, mapRecord, type WireMessage } from '../src/resources.ts'
import { createSids } from '../src/sids.ts'

const writers = { sids: createSids(''), formatDate: createDateWriter() }
const at = new Date('2023-08-24T05:01:45.999Z')
const ENTRY = { to: '27821234567', from: 'ACME', messageId: 'x', smsId: 7, parts: 1, state: 'queued' } as const

const entryOf = (text: string, from: string, service: string | null = null, acceptedAt: Date | null = at) =>
  mapEntry({ ...ENTRY, from, acceptedAt }, { clientId: 1001, text, service }, writers)

const RECORD = {
  ...ENTRY,
  clientId: 1001,
  text: 'Hello',
  state: 'expired',
  errorId: 6,
  acceptedAt: at,
  submittedAt: at,
  doneAt: at,
  price: { amount: '0.35', currency: '"R"' },
} as unknown as Parameters<typeof mapRecord>[0]

const MESSAGES: readonly (readonly [what: string, message: WireMessage])[] = [
  ['a text', entryOf('Hello', '27820001234')],
  ['what JSON escapes', entryOf('"\\\b\f\n\r\t\0\x1f\x7f/\u2028', 'A "B" \\')],
  ['pairs of surrogates and halves', entryOf('😀 \ud83d x \ude00', 'é€')],
  ['a service', entryOf('Hello', '27820001234', `MG${'0'.repeat(32)}`)],
  ['no time', entryOf('Hello', '27820001234', null, null)],
  ['a record with a fault and a price', mapRecord(RECORD, writers)],
]

for (const [what, message] of MESSAGES) {
  test(`a message is written as JSON.stringify writes it: ${what}`, () =>
    assert.equal(messageResponse(201, message).body, JSON.stringify(message)))
}

test('a message is written as JSON.stringify writes it: any text and sender', () => {
  const unit = fc.string({ unit: 'binary' })
  fc.assert(
    fc.property(unit, unit, (text, from) => {
      const message = entryOf(text, from)
      assert.equal(messageResponse(201, message).body, JSON.stringify(message))
    }),
  )
})

const TIMES = [
  ['2023-08-24T05:01:45.000Z', 'Thu, 24 Aug 2023 05:01:45 +0000'],
  ['2023-08-24T05:01:45.999Z', 'Thu, 24 Aug 2023 05:01:45 +0000'],
  ['2023-08-24T05:01:46.000Z', 'Thu, 24 Aug 2023 05:01:46 +0000'],
  ['1969-12-31T23:59:59.999Z', 'Wed, 31 Dec 1969 23:59:59 +0000'],
  ['1970-01-01T00:00:00.000Z', 'Thu, 01 Jan 1970 00:00:00 +0000'],
  ['2023-08-24T05:01:45.500Z', 'Thu, 24 Aug 2023 05:01:45 +0000'],
] as const

test('times: of one second, of the next, and back again', () => {
  const formatDate = createDateWriter()
  for (const [time, written] of TIMES) assert.equal(formatDate(new Date(time)), written)
})
