import type { AdapterCase } from '@heliograph/testkit'
import { ELSEWHERE, PATH, raw, refused, sending, THERE } from './requests.ts'

const NO_KEY = { 'x-api-key': undefined }

/** The key of a client that cannot pay for one part. */
const POOR_KEY = 'Pp3vT8mXz1LrB6wYp9HsD2fGj5NcA7eUo4RtWbVx'

const broken = (name: string, body: string | Uint8Array): AdapterCase => ({
  name: `invalid_json: ${name}`,
  request: raw(body),
  expect: refused(400, 'invalid_json'),
})

const without = (name: string, json: object, error: string, message: string | RegExp): AdapterCase => ({
  name: `${error}: ${name}`,
  request: { json },
  expect: refused(400, error, message),
})

const NO_RECIPIENTS = 'Recipients not given (to, recipients or recipient)'
const NO_MESSAGE = 'Message text not given (message, text or msg)'
const NO_LIST = 'Recipients must be a text, a number or a list of them'

const unsent = (name: string, message: string | RegExp, over: Partial<AdapterCase>): AdapterCase => ({
  name: `send_error: ${name}`,
  request: sending(),
  expect: refused(400, 'send_error', message),
  ...over,
})

/** Every error with its status, code and text, and their order of precedence. */
export const errorCases: readonly AdapterCase[] = [
  // spec: Accounting add-on JSON endpoint | field | status: error ; error, a code ; message of an error, a text
  {
    name: 'error body: exactly status, error and message',
    request: { json: { to: THERE } },
    expect: { status: 400, body: `{"status":"error","error":"missing_message","message":"${NO_MESSAGE}"}` },
  },
  {
    name: 'order: the key before JSON',
    request: { body: '{', headers: NO_KEY },
    expect: refused(401, 'missing_api_key'),
  },
  {
    name: 'order: JSON before whether the key is good',
    request: { body: '{', headers: { 'x-api-key': 'nobodys' } },
    expect: refused(400, 'invalid_json'),
  },
  {
    name: 'order: recipients before the text',
    request: { json: {}, headers: { 'x-api-key': 'nobodys' } },
    expect: refused(400, 'missing_recipients', NO_RECIPIENTS),
  },
  {
    name: 'order: the text before whether the key is good',
    request: { json: { to: THERE }, headers: { 'x-api-key': 'nobodys' } },
    expect: refused(400, 'missing_message', NO_MESSAGE),
  },
  broken('no body', ''),
  broken('cut short', '{"to":"27821234567","message":"Hel'),
  broken('a form', 'to=27821234567&message=Hello'),
  broken('a list', '[{"to":"27821234567","message":"Hello"}]'),
  broken('null', 'null'),
  broken('a text', '"Hello"'),
  broken('octets that are not UTF-8', Buffer.from('{"to":"27821234567","message":"caf\xe9"}', 'latin1')),
  broken('UTF-16', Buffer.from('{"to":"27821234567","message":"Hello"}', 'utf16le')),
  broken('100,000 levels deep', '['.repeat(100_000)),
  // spec: Accounting add-on JSON endpoint | rule | a recipient is required -> missing_recipients: none at all
  // spec: Accounting add-on JSON endpoint: errors | error | 400 missing_recipients -> missing_recipients: none at all
  // spec: Accounting add-on JSON endpoint: errors | rule | missing_recipients without to, recipients and recipient -> missing_recipients: none at all
  without('none at all', { message: 'm' }, 'missing_recipients', NO_RECIPIENTS),
  without(
    'null, blank, nothing but separators',
    { to: null, recipients: ' ', recipient: ',;\n' },
    'missing_recipients',
    NO_RECIPIENTS,
  ),
  // spec: Accounting add-on JSON endpoint | rule | a text is required -> missing_message: none at all
  // spec: Accounting add-on JSON endpoint: errors | error | 400 missing_message -> missing_message: none at all
  // spec: Accounting add-on JSON endpoint: errors | rule | missing_message without message, text and msg -> missing_message: none at all
  without('none at all', { to: THERE }, 'missing_message', NO_MESSAGE),
  without('blank', { to: THERE, message: ' \t\r\n' }, 'missing_message', NO_MESSAGE),
  without('a truth value', { to: THERE, message: true }, 'missing_message', NO_MESSAGE),
  without('recipients that are an object', { to: { a: 1 }, message: 'm' }, 'send_error', NO_LIST),
  without('a list with an object in it, as a whole', { to: [THERE, {}], message: 'm' }, 'send_error', NO_LIST),
  without('a number that is not whole', { to: 2782.5, message: 'm' }, 'send_error', NO_LIST),
  without('a number that lost digits in JSON', { to: 2 ** 60, message: 'm' }, 'send_error', NO_LIST),
  without(
    'more than 10,000 recipients, as a whole',
    { to: `${THERE},`.repeat(10_001), message: 'm' },
    'send_error',
    'At most 10000 recipients are allowed',
  ),
  // spec: Accounting add-on JSON endpoint: errors | error | 400 send_error -> send_error: every recipient has opted out
  // spec: Accounting add-on JSON endpoint: errors | text | message of send_error says why -> send_error: every recipient has opted out
  unsent('every recipient has opted out', 'Contact has opted out', {
    before: ({ engine, account }) => void engine.contacts.set(account.clientId, THERE, 'opted-out', { kind: 'web' }),
  }),
  unsent('only bad numbers', /./, { request: sending({ to: '12,n/a' }) }),
  unsent("a number in another script's digits", /./, { request: sending({ to: '٢٧٨٢١٢٣٤٥٦٧' }) }),
  // spec: Accounting add-on JSON endpoint: errors | rule | send_error without credit -> send_error: no credit
  // spec: Accounting add-on JSON endpoint: errors | text | message of send_error says why -> send_error: no credit
  unsent('no credit', 'Not enough credit', {
    before: ({ engine }) => void engine.addAccount({ credit: '0.01', price: '0.05', apiKey: POOR_KEY }),
    request: { ...sending(), headers: { 'x-api-key': POOR_KEY } },
  }),
  unsent('no enabled channel', /channel/, {
    before: ({ engine, account }) => engine.setChannelEnabled(account.channel.channelId, false),
    request: sending({ to: `${THERE},${ELSEWHERE}` }),
  }),
  unsent('a text of more than 255 parts', /parts/, { request: sending({ message: 'x'.repeat(39_016) }) }),
  unsent('a service that refuses the request', /./, {
    before: ({ engine }) => engine.failNext('invalid', 'submissions'),
  }),
  {
    name: '404 not_found: another path in the folder',
    request: { ...sending(), path: '/api/http/accounting/business/other.ashx' },
    expect: refused(404, 'not_found'),
  },
  ...(['GET', 'PUT', 'DELETE', 'PATCH'] as const).map(
    (method): AdapterCase => ({
      name: `405 method_not_allowed: ${method}`,
      request: { ...sending(), method, path: PATH },
      expect: { ...(refused(405, 'method_not_allowed') as object), status: 405, headers: { allow: 'POST' } },
    }),
  ),
  {
    name: '413 payload_too_large: more than 4 MiB',
    request: sending({ pad: 'x'.repeat(4 * 1024 * 1024) }),
    expect: refused(413, 'payload_too_large'),
  },
  {
    name: '429 too_many_requests: above requestsPerMinute, with Retry-After',
    before: async (kit) => {
      for (let count = 0; count < 300; count += 1) await kit.request(sending())
    },
    request: sending(),
    expect: {
      ...(refused(429, 'too_many_requests', 'Too many requests') as object),
      status: 429,
      headers: { 'retry-after': '60' },
    },
  },
  {
    name: '500 processing_error: a fault of the gateway',
    before: ({ engine }) => engine.failNext('internal', 'submissions'),
    request: sending(),
    expect: {
      ...(refused(500, 'processing_error') as object),
      status: 500,
      logs: [{ level: 'error', text: 'request failed' }],
    },
  },
  ...(['directory', 'rateLimits', 'submissions'] as const).map(
    (service): AdapterCase => ({
      name: `503 unavailable: the database is away, found out by ${service}`,
      before: ({ engine }) => engine.failNext('unavailable', service),
      request: sending(),
      expect: refused(503, 'unavailable'),
    }),
  ),
]
