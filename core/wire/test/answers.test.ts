import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GatewayError } from '@heliograph/contracts'
import {
  errorPages,
  escapeHtml,
  failedRecipient,
  formatRecipientResult,
  htmlResponse,
  isStorable,
  jsonResponse,
  MAX_REFERENCE_LENGTH,
  recipientResultOf,
  textResponse,
  textSubmission,
  xmlResponse,
} from '../src/index.ts'

for (const [state, smsId, line] of [
  // spec: Per-recipient result (text interfaces) | text | <sms_id>:<recipient>:<status> -> recipient result: queued is 4711:27821234567:PENDING
  // spec: Per-recipient result (text interfaces) | status | PENDING -> recipient result: queued is 4711:27821234567:PENDING
  ['queued', 4711, '4711:27821234567:PENDING'],
  // spec: Per-recipient result (text interfaces) | status | DELIVERED -> recipient result: delivered is 4711:27821234567:DELIVERED
  ['delivered', 4711, '4711:27821234567:DELIVERED'],
  // spec: Per-recipient result (text interfaces) | status | FAILED -> recipient result: expired is 4711:27821234567:FAILED
  ['expired', 4711, '4711:27821234567:FAILED'],
  ['opted-out', 4711, '0:27821234567:ERROR'],
  // spec: Per-recipient result (text interfaces) | status | ERROR -> recipient result: bad-number is 0:27821234567:ERROR
  // spec: Per-recipient result (text interfaces) | rule | sms_id 0 with ERROR: the recipient failed -> recipient result: bad-number is 0:27821234567:ERROR
  ['bad-number', 0, '0:27821234567:ERROR'],
  ['no-credit', 0, '0:27821234567:ERROR'],
] as const) {
  test(`recipient result: ${state} is ${line}`, () => {
    assert.equal(formatRecipientResult(recipientResultOf({ smsId, to: '27821234567', state })), line)
  })
}

test('recipient result: a recipient that failed with the whole request', () => {
  assert.equal(formatRecipientResult(failedRecipient('n/a', 'Invalid API key')), '0:n/a:ERROR')
})

test('text submission: the rules of the text interfaces', () => {
  const to = { recipients: ['1', '1'], text: ' Hi ', reference: 'R', metadata: { a: 1 } }
  const request = textSubmission({ origin: 'basic', requestId: 'r-1', ...to })
  assert.deepEqual(request, {
    origin: 'basic',
    requestId: 'r-1',
    priority: 20,
    numbers: 'local',
    atomic: false,
    messages: [{ destinations: [{ to: '1' }, { to: '1' }], text: ' Hi ', reference: 'R', metadata: { a: 1 } }],
  })
})

test('text submission: a reference is cut, a surrogate pair never in half', () => {
  const referenceOf = (reference: string | undefined) =>
    textSubmission({ origin: 'basic', recipients: [], text: 'x', reference }).messages[0]?.reference
  assert.equal(referenceOf('x'.repeat(201)), 'x'.repeat(MAX_REFERENCE_LENGTH))
  assert.equal(referenceOf(`${'x'.repeat(199)}😀`), 'x'.repeat(199))
  assert.equal(referenceOf(`${'x'.repeat(198)}😀`), `${'x'.repeat(198)}😀`)
  assert.equal(referenceOf(undefined), undefined)
})

test('text submission: what cannot be stored is replaced', () => {
  const { text, reference } = textSubmission({ origin: 'x', recipients: [], text: 'a\0\ud800😀', reference: '\0' })
    .messages[0] as { text: string; reference: string }
  assert.equal(text, 'a\ufffd\ufffd😀')
  assert.ok(isStorable(text) && isStorable(reference))
})

for (const [response, type, body] of [
  [jsonResponse(200, { a: 1, b: undefined }), 'application/json; charset=utf-8', '{"a":1}'],
  [textResponse(200, 'ok'), 'text/plain; charset=utf-8', 'ok'],
  [textResponse(200, 'a,b', { 'content-type': 'text/csv; charset=utf-8' }), 'text/csv; charset=utf-8', 'a,b'],
  [htmlResponse(404, '<p>'), 'text/html; charset=utf-8', '<p>'],
  [xmlResponse(500, '<a/>'), 'text/xml; charset=utf-8', '<a/>'],
] as const) {
  test(`response: ${type}`, () => assert.deepEqual([response.headers?.['content-type'], response.body], [type, body]))
}

test('escapeHtml: for content and quoted attributes', () => {
  assert.equal(escapeHtml(`<a href="x" b='y'>&amp;`), '&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;amp;')
})

test('an error as a page: nothing in it is markup of others, and it loads nothing', () => {
  const format = errorPages('A & <b>', { path: '/a/?b=1&c=2', text: 'To <a>' })
  const { status, headers, body } = format(new GatewayError('throttled', 'x', 'Wait <i>', { retryAfterSeconds: 3 }))
  assert.deepEqual([status, headers?.['retry-after']], [429, '3'])
  assert.equal(headers?.['content-type'], 'text/html; charset=utf-8')
  assert.equal(headers?.['cache-control'], 'no-store')
  assert.equal(headers?.['content-security-policy'], "default-src 'none'; frame-ancestors 'none'")
  assert.equal(headers?.['x-frame-options'], 'DENY')
  assert.match(String(body), /<title>A &amp; &lt;b&gt;: 429<\/title>/)
  assert.match(String(body), /<h1>Wait &lt;i&gt;<\/h1><p><a href="\/a\/\?b=1&amp;c=2">To &lt;a&gt;<\/a>/)
})
