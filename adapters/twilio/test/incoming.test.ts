import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import type { IncomingNotice, IncomingReply } from '@heliograph/contracts'
import twilio from 'twilio'
import { formatIncoming, readReply } from '../src/incoming.ts'
import { ACCOUNT, HERE, SIDS, sidOf } from './interface.ts'

const NOTICE: IncomingNotice = {
  incomingId: 4711,
  clientId: 1001,
  from: '27821234567',
  to: HERE,
  text: 'Ja & "nein" ☺',
  receivedAt: new Date('2026-11-22T11:02:27Z'),
  url: 'https://client.example/sms?shop=7',
}

// spec: Twilio: messages | rule | incoming SMS are signed forms -> is one that the validator of npm twilio accepts, and no other
// spec: Twilio: messages | rule | Message of TwiML is the answer -> a message

describe('an incoming SMS', () => {
  const written = formatIncoming(NOTICE, SIDS)
  const fields = Object.fromEntries(new URLSearchParams(written.body))

  test('goes out as a form', () => {
    assert.equal(written.url, NOTICE.url)
    assert.deepEqual(fields, {
      AccountSid: ACCOUNT,
      ApiVersion: '2010-04-01',
      Body: NOTICE.text,
      From: '+27821234567',
      To: `+${HERE}`,
      MessageSid: sidOf(4711),
      SmsSid: sidOf(4711),
      SmsMessageSid: sidOf(4711),
      SmsStatus: 'received',
      NumMedia: '0',
      NumSegments: '1',
    })
  })

  test('is one that the validator of npm twilio accepts, and no other', () => {
    const signature = createHmac('sha1', 'key')
      .update(written.signature?.text ?? '')
      .digest('base64')
    assert.equal(twilio.validateRequest('key', signature, NOTICE.url, fields), true)
    assert.equal(twilio.validateRequest('key', signature, NOTICE.url, { ...fields, Body: 'Nein' }), false)
  })

  test('of a sender text has it as it is', () => {
    const { body } = formatIncoming({ ...NOTICE, from: 'MyBank' }, SIDS)
    assert.equal(new URLSearchParams(body).get('From'), 'MyBank')
  })
})

/** TwiML as npm twilio writes it. */
function twiml(...texts: readonly string[]): string {
  const response = new twilio.twiml.MessagingResponse()
  for (const text of texts) response.message(text)
  return response.toString()
}

const withBody = new twilio.twiml.MessagingResponse()
withBody.message('').body('In a body')

const REPLIES: readonly (readonly [name: string, body: string, text: string | null, more?: Partial<IncomingReply>])[] =
  [
    ['a message', twiml('Danke & bis <bald> ☺'), 'Danke & bis <bald> ☺'],
    ['two messages, each on a line', twiml('One', 'Two'), 'One\nTwo'],
    ['a body in a message', withBody.toString(), 'In a body'],
    ['the older verb', '<Response><Sms>Hello</Sms></Response>', 'Hello'],
    ['as application/xml', twiml('Hello'), 'Hello', { contentType: 'application/xml; charset=utf-8' }],
    ['as text/html, which frameworks say unasked', twiml('Hello'), 'Hello', { contentType: 'text/html' }],
    ['without a type', twiml('Hello'), 'Hello', { contentType: undefined }],
    ['plain text', ' Hello ', 'Hello', { contentType: 'text/plain' }],
    ['no message', twiml(), null],
    ['an empty message', twiml(''), null],
    ['media alone', '<Response><Message><Media>https://x.example/a.png</Media></Message></Response>', null],
    ['another verb', '<Response><Redirect>https://x.example/</Redirect></Response>', null],
    ['nothing', '', null],
    ['no TwiML', '<html><Message>Hello</Message></html>', null],
    ['broken', '<Response><Message>Hello', null],
    ['an entity of its own', '<!DOCTYPE a [<!ENTITY b "c">]><Response><Message>&b;</Message></Response>', null],
    ['JSON', '{"Message":"Hello"}', null, { contentType: 'application/json' }],
    ['a failure', twiml('Hello'), null, { status: 500 }],
  ]

describe('the answer to it', () => {
  for (const [name, body, text, more] of REPLIES)
    test(name, () => assert.equal(readReply({ status: 200, contentType: 'text/xml', body, ...more }), text))
})
