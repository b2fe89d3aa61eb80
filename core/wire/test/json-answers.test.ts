import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GatewayError } from '@heliograph/contracts'
import { failedRecipient, jsonError, jsonResults, recipientResponse, recipientResultOf } from '../src/index.ts'

const SENT = recipientResultOf({ smsId: 4711, to: '27821234567', state: 'queued' })
const FAILED = failedRecipient('n/a', 'Invalid number')

test('json results: numeric ids, failed recipients beside the others', () => {
  const { status, body } = jsonResults([SENT, FAILED])
  assert.equal(status, 200)
  assert.deepEqual(JSON.parse(String(body)), {
    status: 'ok',
    messages: [
      { sms_id: 4711, recipient: '27821234567', status: 'PENDING' },
      { sms_id: 0, recipient: 'n/a', status: 'ERROR' },
    ],
  })
})

test('json results: with none accepted a send_error that says why', () => {
  const { status, body } = jsonResults([FAILED, failedRecipient('1', 'Other')])
  assert.equal(status, 400)
  assert.equal(body, '{"status":"error","error":"send_error","message":"Invalid number"}')
})

test('recipient response: joined by commas', () => {
  assert.equal(recipientResponse([SENT, FAILED]).body, '4711:27821234567:PENDING,0:n/a:ERROR')
})

for (const [category, code, status, error] of [
  ['invalid', 'missing-key', 401, 'missing_api_key'],
  ['invalid', 'missing-recipients', 400, 'missing_recipients'],
  ['invalid', 'missing-text', 400, 'missing_message'],
  ['invalid', 'malformed-json', 400, 'invalid_json'],
  ['invalid', 'not-an-object', 400, 'invalid_json'],
  ['invalid', 'empty-body', 400, 'invalid_json'],
  ['invalid', 'too-many-recipients', 400, 'send_error'],
  ['method-not-allowed', 'method-not-allowed', 405, 'method_not_allowed'],
  ['not-found', 'not-found', 404, 'not_found'],
  ['too-large', 'body-too-large', 413, 'payload_too_large'],
  ['throttled', 'rate-limit', 429, 'too_many_requests'],
  ['unavailable', 'database-away', 400, 'send_error'],
  ['internal', 'internal', 400, 'send_error'],
] as const) {
  test(`json error: ${code} is ${status} ${error}`, () => {
    const found = jsonError(new GatewayError(category, code, 'Text', { allow: ['POST'] }))
    assert.deepEqual([found.status, found.headers?.allow], [status, 'POST'])
    assert.deepEqual(JSON.parse(String(found.body)), { status: 'error', error, message: 'Text' })
  })
}
