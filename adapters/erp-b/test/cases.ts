import { type AdapterCase, CONFORMANCE_API_KEY, type TestRequest, THERE } from '@heliograph/testkit'
import { erpBInterface } from './interface.ts'

const WRONG_KEY = 'Zz9vT8mXz1LrB6wYp9HsD2fGj5NcA7eUo4RtWbVx'

/** The key of a client that cannot pay for one part. */
const POOR_KEY = 'Pp3vT8mXz1LrB6wYp9HsD2fGj5NcA7eUo4RtWbVx'

const GOOD = { apikey: CONFORMANCE_API_KEY, number: '0821234567', message: 'Hello' }

const post = (json: unknown, over: TestRequest = {}): TestRequest => {
  return { method: 'POST', path: erpBInterface.path, json, ...over }
}

/** A body sent as it is, with the media type of JSON. */
const raw = (body: string | Uint8Array, over: TestRequest = {}): TestRequest => {
  return { method: 'POST', path: erpBInterface.path, body, headers: { 'content-type': 'application/json' }, ...over }
}

const sent = (...messages: readonly (readonly [smsId: number, recipient: string, status: string])[]) => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify({
    status: 'ok',
    messages: messages.map(([sms_id, recipient, status]) => ({ sms_id, recipient, status })),
  }),
})

const ACCEPTED = { ...sent([1, THERE, 'PENDING']), submitted: [{ to: THERE, text: 'Hello' }] }

const failed = (status: number, error: string, message: unknown = /./) => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: { status: 'error', error, message },
})

const NO_KEY = failed(401, 'missing_api_key', '[apikey] NOT PROVIDED')
const NO_RECIPIENTS = failed(400, 'missing_recipients')
const NO_TEXT = failed(400, 'missing_message')
const BAD_JSON = failed(400, 'invalid_json')

const row = (name: string, request: AdapterCase['request'], expect: AdapterCase['expect']): AdapterCase => {
  return { name: `json: ${name}`, request, expect }
}

const THREE = ['0821234567', 'n/a', '0829876543']

/** Requests in JSON and their answers, which are JSON as well. */
export const jsonCases: readonly AdapterCase[] = [
  // spec: ERP-compatible endpoints | endpoint | B: POST /api/http/erp-b/main.ashx, JSON -> json: one text
  // spec: ERP-compatible endpoints | text | B: JSON status ok, messages[] of sms_id, recipient, status -> json: one text
  row('one text', post(GOOD), ACCEPTED),
  // spec: ERP-compatible endpoints | field | B: names in any letter case in JSON -> json: names in any letter case
  row(
    'names in any letter case',
    post({ ApiKey: CONFORMANCE_API_KEY, NUMBER: '0821234567', Message: 'Hello' }),
    ACCEPTED,
  ),
  // spec: ERP-compatible endpoints | field | B: number in JSON is a text, a number or a list of them -> json: a number as a number
  row('a number as a number', post({ ...GOOD, number: 27821234567 }), ACCEPTED),
  // spec: ERP-compatible endpoints | field | B: number in JSON is a text, a number or a list of them -> json: a list of numbers
  row('a list of numbers', post({ ...GOOD, number: ['0821234567', 27829876543] }), {
    ...sent([1, THERE, 'PENDING'], [2, '27829876543', 'PENDING']),
    submitted: [{}, {}],
  }),
  row('numbers separated by commas and semicolons', post({ ...GOOD, number: '0821234567;n/a,27829876543' }), {
    ...sent([1, THERE, 'PENDING'], [0, 'n/a', 'ERROR'], [2, '27829876543', 'PENDING']),
    submitted: [{}, {}],
  }),
  row(
    'a Content-Type with a charset',
    post(GOOD, { headers: { 'content-type': 'Application/JSON; charset=utf-8' } }),
    ACCEPTED,
  ),
  // spec: ERP-compatible endpoints | field | B: ref -> json: the reference
  row('the reference', post({ ...GOOD, ref: 'order 7' }), { ...ACCEPTED, submitted: [{ reference: 'order 7' }] }),
  row('null is absent', post({ ...GOOD, ref: null }), { ...ACCEPTED, submitted: [{ reference: null }] }),
  row('a byte order mark', raw(`\ufeff${JSON.stringify(GOOD)}`), ACCEPTED),
  row('the text as it came', post({ ...GOOD, message: ' ☺\r\n' }), {
    ...sent([1, THERE, 'PENDING']),
    submitted: [{ text: ' ☺\r\n' }],
  }),
  row('half a surrogate pair is replaced', raw(JSON.stringify(GOOD).replace('Hello', '\\ud83d')), {
    ...sent([1, THERE, 'PENDING']),
    submitted: [{ text: '\ufffd' }],
  }),
  row(
    'the key in the query',
    post({ ...GOOD, apikey: undefined }, { query: { apikey: CONFORMANCE_API_KEY } }),
    ACCEPTED,
  ),
  row('the query goes before the body', post({ ...GOOD, number: '1' }, { query: { number: '0821234567' } }), ACCEPTED),
  // spec: ERP-compatible endpoints | rule | B: JSON from is ignored, the default channel is used -> json: from is ignored
  {
    ...row('from is ignored', post({ ...GOOD, from: 'ACME' }), { ...ACCEPTED, submitted: [{ from: '27820000000' }] }),
    before({ engine, account }) {
      engine.addChannel(account.clientId, { number: '27820000000', default: true })
      engine.addChannel(account.clientId, { sender: 'ACME' })
    },
  },
  row('what has no meaning is ignored', post({ ...GOOD, nested: { number: 1 }, toString: 1 }), ACCEPTED),
  // spec: ERP-compatible endpoints | error | B: JSON missing_api_key 401 ; B: JSON status error, error, message -> json: missing key: 401
  row('missing key: 401', post({ ...GOOD, apikey: '' }), { ...NO_KEY, headers: { 'www-authenticate': /./ } }),
  // spec: ERP-compatible endpoints | rule | B: an X-API-Key header is no credential -> json: X-API-Key means nothing
  row(
    'X-API-Key means nothing',
    post({ ...GOOD, apikey: undefined }, { headers: { 'x-api-key': CONFORMANCE_API_KEY } }),
    NO_KEY,
  ),
  // spec: ERP-compatible endpoints | error | B: JSON missing_recipients 400 -> json: missing recipients
  row('missing recipients', post({ ...GOOD, number: undefined }), NO_RECIPIENTS),
  row('no recipients in a list', post({ ...GOOD, number: [] }), NO_RECIPIENTS),
  row('recipients that are an object', post({ ...GOOD, number: { to: '0821234567' } }), NO_RECIPIENTS),
  // spec: ERP-compatible endpoints | error | B: JSON missing_message 400 -> json: missing text
  row('missing text', post({ ...GOOD, message: undefined }), NO_TEXT),
  row('blank text', post({ ...GOOD, message: ' ' }), NO_TEXT),
  // spec: ERP-compatible endpoints | rule | B: order of checks in JSON is key, recipients, message -> json: the key is missing before the recipients
  row('the key is missing before the recipients', post({}), NO_KEY),
  // spec: ERP-compatible endpoints | rule | B: order of checks in JSON is key, recipients, message -> json: the recipients are missing before the text
  row('the recipients are missing before the text', post({ apikey: WRONG_KEY }), NO_RECIPIENTS),
  row('an empty body', raw(''), BAD_JSON),
  // spec: ERP-compatible endpoints | error | B: JSON invalid_json 400 -> json: no JSON
  row('no JSON', raw('{"number":'), BAD_JSON),
  row('a form that is called JSON', raw(new URLSearchParams(GOOD).toString()), BAD_JSON),
  row('no object', raw('[]'), BAD_JSON),
  row(
    'octets that are no UTF-8',
    raw(Buffer.from(JSON.stringify({ ...GOOD, message: 'caf\xe9' }), 'latin1')),
    BAD_JSON,
  ),
  // spec: ERP-compatible endpoints | error | B: JSON send_error 400 for an invalid key -> json: an unknown key is a send_error
  row(
    'an unknown key is a send_error',
    post({ ...GOOD, apikey: WRONG_KEY }),
    failed(400, 'send_error', 'Invalid API key'),
  ),
  {
    // spec: ERP-compatible endpoints | error | B: JSON send_error 400, Contact has opted out -> json: a contact that has opted out is a send_error that says so
    ...row(
      'a contact that has opted out is a send_error that says so',
      post(GOOD),
      failed(400, 'send_error', 'Contact has opted out'),
    ),
    before: ({ engine, account }) => void engine.contacts.set(account.clientId, THERE, 'opted-out', { kind: 'web' }),
  },
  {
    // spec: ERP-compatible endpoints | error | B: JSON send_error 400 without an enabled channel -> json: no channel is a send_error
    ...row('no channel is a send_error', post(GOOD), failed(400, 'send_error', /channel/)),
    before: ({ engine, account }) => engine.setChannelEnabled(account.channel.channelId, false),
  },
  {
    // spec: ERP-compatible endpoints | error | B: JSON send_error 400 for insufficient credit -> json: no credit is a send_error
    ...row('no credit is a send_error', post({ ...GOOD, apikey: POOR_KEY }), failed(400, 'send_error', /credit/)),
    before: ({ engine }) => void engine.addAccount({ credit: '0.04', price: '0.05', apiKey: POOR_KEY }),
  },
  // spec: ERP-compatible endpoints | error | B: JSON send_error 400 when no recipient was accepted -> json: none accepted is a send_error for the reason of the first
  row(
    'none accepted is a send_error for the reason of the first',
    post({ ...GOOD, number: 'n/a,12' }),
    failed(400, 'send_error'),
  ),
  // spec: ERP-compatible endpoints | text | B: JSON sms_id 0 and ERROR beside recipients that succeed -> json: some accepted is 200
  row('some accepted is 200', post({ ...GOOD, number: THREE }), {
    ...sent([1, THERE, 'PENDING'], [0, 'n/a', 'ERROR'], [2, '27829876543', 'PENDING']),
    submitted: [{}, {}],
  }),
  row(
    'a text of too many parts is a send_error',
    post({ ...GOOD, message: 'x'.repeat(39_016) }),
    failed(400, 'send_error'),
  ),
  // spec: ERP-compatible endpoints | limit | B: 10000 recipients in JSON: more are refused whole -> json: too many recipients are a send_error
  row(
    'too many recipients are a send_error',
    post({ ...GOOD, number: '0821234567,'.repeat(10_001) }),
    failed(400, 'send_error', /10000/),
  ),
  {
    ...row('a database that is away is no refusal', post(GOOD), failed(503, 'unavailable')),
    before: ({ engine }) => engine.failNext('unavailable', 'submissions'),
  },
  {
    // spec: ERP-compatible endpoints | limit | B: requestsPerMinute: 429 -> json: too many requests
    ...row('too many requests', post(GOOD), { ...failed(429, 'too_many_requests'), headers: { 'retry-after': '7' } }),
    before: ({ engine }) => engine.failNext('throttled', 'submissions'),
  },
  // spec: ERP-compatible endpoints | limit | B: body of 4 MiB: 413 -> json: a body over 4 MiB
  row('a body over 4 MiB', post({ ...GOOD, x: 'x'.repeat(4 * 1024 * 1024) }), failed(413, 'payload_too_large')),
  // spec: ERP-compatible endpoints | method | B: others 405 in JSON for a JSON request -> json: another method
  row('another method', post(GOOD, { method: 'PUT' }), {
    ...failed(405, 'method_not_allowed'),
    headers: { allow: 'GET, POST, HEAD', 'content-type': 'application/json; charset=utf-8' },
  }),
  {
    // spec: ERP-compatible endpoints | text | B: <sms_id>:<recipient>:<status>, joined by commas, text/plain
    name: 'query: a GET is answered in plain text, whatever it calls its body',
    request: { method: 'GET', path: erpBInterface.path, query: GOOD, headers: { 'content-type': 'application/json' } },
    expect: {
      status: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: `1:${THERE}:PENDING`,
      submitted: [{}],
    },
  },
  {
    // spec: ERP-compatible endpoints | status | B: 200 of plain-text errors
    name: 'form: its errors are plain text with 200',
    request: { method: 'POST', path: erpBInterface.path, form: { ...GOOD, apikey: '' } },
    expect: { status: 200, headers: { 'content-type': /^text\/plain/ }, body: 'ERROR! [apikey] NOT PROVIDED' },
  },
]
