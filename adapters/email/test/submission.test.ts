import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { MessageState, SubmitEntry } from '@heliograph/contracts'
import { messageIdFor } from '../src/message-id.ts'
import { comparableDomain, readRecipient } from '../src/recipient.ts'
import { formatTaken, mapMailToRequest } from '../src/submission.ts'

describe('the id of a message', () => {
  const IDS: readonly (readonly [string, string | RegExp | undefined])[] = [
    ['<1@acme.example>', '1@acme.example:27821234567'],
    ['1@acme.example', '1@acme.example:27821234567'],
    ['', undefined],
    ['<>', undefined],
    [`<${'x'.repeat(500)}@a>`, /^[0-9a-f]{64}:27821234567$/],
    ['<é@acme.example>', /^[0-9a-f]{64}:27821234567$/],
    ['<a b@acme.example>', /^[0-9a-f]{64}:27821234567$/],
  ]
  for (const [mailId, id] of IDS)
    test(`of ${mailId.slice(0, 30) || 'nothing'}`, () => {
      const found = messageIdFor(mailId, '27821234567')
      if (id instanceof RegExp) assert.match(found ?? '', id)
      else assert.equal(found, id)
    })

  test('is never longer than the gateway takes', () =>
    assert.ok((messageIdFor(`<${'x'.repeat(180)}>`, '2'.repeat(15)) ?? '').length <= 200))
})

describe('a recipient', () => {
  const ROWS: readonly (readonly [string, string])[] = [
    ['27821234567@sms.example', '27821234567'],
    ['+27821234567@sms.example', '27821234567'],
    ['0027821234567@sms.example', '27821234567'],
    ['0821234567@sms.example', '27821234567'],
    ['082-123-4567@sms.example', '27821234567'],
    ['jo@sms.example', 'no-number'],
    ['27821234567+jo@sms.example', 'no-number'],
    ['27821234567@27821234567@sms.example', 'no-number'],
    ['27821234567@else.example', 'unknown-domain'],
    ['27821234567', 'unknown-domain'],
  ]
  for (const [address, expected] of ROWS)
    test(`${address}: ${expected}`, () => {
      const found = readRecipient(address, comparableDomain('SMS.example'), 'ZA')
      assert.equal(found.kind === 'number' ? found.to : found.kind, expected)
    })
})

describe('the request for a mail', () => {
  test('has each number once, with an id of its own', () => {
    const mail = { text: 'Hi', messageId: '<1@a>', recipients: ['27821234567', '27821234567', '27831112222'] }
    const { atomic, messages } = mapMailToRequest(mail)
    assert.equal(atomic, true)
    assert.deepEqual(messages[0]?.destinations, [
      { to: '+27821234567', messageId: '1@a:27821234567' },
      { to: '+27831112222', messageId: '1@a:27831112222' },
    ])
  })
})

describe('the answer to a mail', () => {
  const entry = (smsId: number, state: MessageState): SubmitEntry => ({
    to: '27821234567',
    from: '27000111222',
    messageId: 'x',
    parts: 1,
    acceptedAt: null,
    smsId,
    state,
  })
  const TAKEN: readonly (readonly [string, readonly SubmitEntry[], string])[] = [
    ['one', [entry(7, 'queued')], 'OK: sent as 7'],
    ['one that had ended by the time it came again', [entry(7, 'undeliverable')], 'OK: sent as 7'],
    ['several', [entry(7, 'queued'), entry(8, 'queued')], 'OK: sent to 2 recipients'],
    ['some of several', [entry(0, 'opted-out'), entry(8, 'queued')], 'OK: sent to 1 of 2 recipients'],
  ]
  for (const [name, entries, text] of TAKEN) test(name, () => assert.equal(formatTaken(entries), text))

  const REFUSED: readonly (readonly [MessageState, number])[] = [
    ['opted-out', 550],
    ['bad-number', 553],
    ['no-credit', 552],
    ['too-long', 552],
    ['duplicate', 554],
  ]
  for (const [state, responseCode] of REFUSED)
    test(`${state} for all of them is ${responseCode}`, () =>
      assert.throws(() => formatTaken([entry(0, state), entry(0, state)]), { responseCode }))
})
