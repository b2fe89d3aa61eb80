import { type AdapterCase, CONFORMANCE_API_KEY } from '@heliograph/testkit'
import { DIGITS, dispatched, event, ok, PATH, PHONE, refusal, update } from './requests.ts'

const HELLO = 'Hi Valued Customer, you are in the queue of Acme.'
const BODY = `{"id":"e1","type":"visit.created","data":{"id":"v1","state":"WAITING","phone":"${PHONE}"}}`

/** Made by `openssl dgst -sha256 -hmac <key> -binary | base64` of the address and `BODY`. */
const SIGNATURES: readonly (readonly [name: string, host: string | undefined, signature: string])[] = [
  ['of the public address', undefined, 'my3sAeGrjig9Aaq22TOaBHNqC9bCE1Midlx2fL+h1tw='],
  ['of the request as received, by HTTP', 'gw.example:8080', 'cARYMunU5q/1VuARiEfWfCpAreF3AJA+Whs0hEkKeu4='],
  ['of the request as received, by HTTPS', 'gw.example', 'LgWDi8sZiQbeP+hVqNukLDisChBBUwvZS0mCZwM6lVk='],
]

const BAD_SIGNATURES = ['', 'nonsense', 'AAAA', `${SIGNATURES[0]?.[2].slice(0, -2)}A=`, SIGNATURES[1]?.[2] ?? '']

const signed = (signature: string, over: object = {}) => ({
  body: BODY,
  headers: { 'X-Queue-Signature': signature },
  ...over,
})

/** The key of a client without credit. */
const POOR_KEY = 'p'.repeat(40)

/** Who may send events, and what can be wrong with a request. */
export const accessCases: readonly AdapterCase[] = [
  // spec: Inbound events from the queue-management platform | header | X-Queue-Signature: Base64(HMAC-SHA256) -> a signature of the public address
  // spec: Inbound events from the queue-management platform | rule | signature: full request URL -> a signature of the public address
  // spec: Inbound events from the queue-management platform | rule | signature: full request URL -> a signature of the request as received, by HTTPS
  ...SIGNATURES.map(
    ([name, host, signature]): AdapterCase => ({
      name: `a signature ${name}`,
      request: { body: BODY, headers: { host, 'X-Queue-Signature': signature } },
      expect: dispatched(HELLO),
    }),
  ),
  // spec: Inbound events from the queue-management platform | error | signature mismatching: 401 invalid_signature -> 401 invalid_signature: 'nonsense'
  // spec: Queue receiver | error | 401 invalid_signature: signature header not matching -> 401 invalid_signature: 'nonsense'
  ...BAD_SIGNATURES.map(
    (signature): AdapterCase => ({
      name: `401 invalid_signature: '${signature}'`,
      request: signed(signature),
      expect: refusal(401, 'invalid_signature'),
    }),
  ),
  // spec: Inbound events from the queue-management platform | rule | signature: raw body follows the URL
  {
    name: '401 invalid_signature: another body',
    request: signed(SIGNATURES[0]?.[2] ?? '', { body: `${BODY} ` }),
    expect: refusal(401, 'invalid_signature'),
  },
  // spec: Inbound events from the queue-management platform | rule | signature: the query belongs to the URL
  {
    name: '401 invalid_signature: another query',
    request: signed(SIGNATURES[0]?.[2] ?? '', { query: { key: CONFORMANCE_API_KEY, more: '1' } }),
    expect: refusal(401, 'invalid_signature'),
  },
  // spec: Inbound events from the queue-management platform | rule | signature absent: the event is processed
  // spec: Queue-platform webhook receiver | endpoint | POST {base_url}/api/http/queue/main.ashx?key=<API_KEY>
  // spec: Queue-platform webhook receiver | rule | JSON body
  // spec: Queue-platform webhook receiver | status | 200
  // spec: Queue-platform webhook receiver | header | Content-Type: application/json
  // spec: Queue-platform webhook receiver | field | data.phone ; status: ok ; eventType ; message
  // spec: Queue-platform webhook receiver | text | SMS dispatched to <phone>: <result> ; OK:<sms_id>:<status>
  // spec: Authentication | field | queue: key in the query
  { name: 'without a signature the event is processed', request: { body: BODY }, expect: dispatched(HELLO) },
  // spec: Queue-platform webhook receiver | parameter | key
  // spec: Queue receiver | error | 401 missing_api_key: no key parameter
  // spec: Authentication | error | queue without key: 401 missing_api_key
  { name: '401 missing_api_key', request: { ...event(), query: {} }, expect: refusal(401, 'missing_api_key') },
  {
    name: '401 missing_api_key: empty',
    request: { ...event(), query: { key: ' ' } },
    expect: refusal(401, 'missing_api_key'),
  },
  // spec: Queue-platform webhook receiver | parameter | key
  // spec: Queue receiver | error | 401 invalid_api_key: key not found
  // spec: Authentication | error | queue with an unknown key: 401 invalid_api_key
  {
    name: '401 invalid_api_key',
    request: { ...event(), query: { key: 'x'.repeat(40) } },
    expect: refusal(401, 'invalid_api_key'),
  },
  // spec: Queue-platform webhook receiver | rule | client name of the client that owns the key ; channel of the client that owns the key
  {
    name: 'the text names the client that owns the key, and goes out from its channel',
    request: ({ stranger }) => ({ ...event(), query: { key: stranger.apiKey } }),
    expect: ({ stranger: { clientId, channel } }) => ({
      status: 200,
      body: { status: 'ok', message: /^SMS dispatched/ },
      submitted: [{ clientId, from: channel.address, text: 'Hi Valued Customer, you are in the queue of Stranger.' }],
    }),
  },
  {
    name: 'a key in a header is not read',
    request: { ...event(), query: {}, headers: { 'X-API-Key': CONFORMANCE_API_KEY } },
    expect: refusal(401, 'missing_api_key'),
  },
  {
    name: 'the key is checked before the body',
    request: { body: '', query: {} },
    expect: refusal(401, 'missing_api_key'),
  },
  // spec: Queue-platform webhook receiver | method | POST only -> 405 method_not_allowed: GET, before the key
  // spec: Queue-platform webhook receiver | method | POST only -> 405 method_not_allowed: PUT, before the key
  // spec: Queue-platform webhook receiver | method | POST only -> 405 method_not_allowed: DELETE, before the key
  // spec: Queue-platform webhook receiver | method | POST only -> 405 method_not_allowed: HEAD, before the key
  // spec: Queue receiver | error | 405 method_not_allowed: method is not POST -> 405 method_not_allowed: GET, before the key
  ...(['GET', 'PUT', 'DELETE', 'HEAD'] as const).map(
    (method): AdapterCase => ({
      name: `405 method_not_allowed: ${method}, before the key`,
      request: { method, query: {} },
      expect:
        method === 'HEAD'
          ? { status: 405, headers: { allow: 'POST' } }
          : refusal(405, 'method_not_allowed', { allow: 'POST' }),
    }),
  ),
  // spec: Queue receiver | error | 400 empty_payload: empty body
  { name: '400 empty_payload', request: { body: '' }, expect: refusal(400, 'empty_payload') },
  // spec: Queue-platform webhook receiver | rule | JSON body -> 400 invalid_payload: type=visit.created
  ...['{', 'null', '[]', '"text"', '17', 'type=visit.created', '\ufffe'].map(
    (body): AdapterCase => ({
      name: `400 invalid_payload: ${body}`,
      request: { body },
      expect: refusal(400, 'invalid_payload'),
    }),
  ),
  {
    name: '400 invalid_payload: octets that are no UTF-8',
    request: { body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) },
    expect: refusal(400, 'invalid_payload'),
  },
  { name: 'an empty object is an event without a type', request: { json: {} }, expect: ok(/^No SMS sent/, '') },
  {
    name: 'the Content-Type does not matter',
    request: { body: BODY, headers: { 'content-type': 'text/plain' } },
    expect: dispatched(HELLO),
  },
  {
    name: 'the path in upper case',
    request: { ...event(), path: PATH.toUpperCase() },
    expect: dispatched(HELLO),
  },
  {
    name: 'the name of the key in upper case',
    request: { ...event(), query: { KEY: CONFORMANCE_API_KEY } },
    expect: dispatched(HELLO),
  },
  {
    name: '413: more than 4 MiB',
    request: { body: ' '.repeat(4 * 1024 * 1024 + 1) },
    expect: refusal(413, 'payload_too_large'),
  },
  // spec: Queue receiver | error | 500 processing_error: internal error
  {
    name: '500 processing_error: the database is away',
    before: ({ engine }) => engine.failNext('unavailable', 'submissions'),
    request: event(),
    expect: refusal(500, 'processing_error'),
  },
  {
    name: '500 processing_error: the state cannot be read',
    before: ({ engine }) => engine.failNext('unavailable', 'state'),
    request: update('SERVING'),
    expect: refusal(500, 'processing_error'),
  },
  // spec: Queue receiver | error | 500 processing_error: internal error
  {
    name: '500 processing_error: a fault of the gateway',
    before: ({ engine }) => engine.failNext('internal', 'submissions'),
    request: event(),
    expect: { ...refusal(500, 'processing_error'), logs: [{ level: 'error', text: 'request failed' }] },
  },
  {
    name: '200 although it cannot be sent: opted out',
    before: ({ engine, account }) => {
      engine.contacts.set(account.clientId, DIGITS, 'opted-out', { kind: 'web' })
    },
    request: event(),
    expect: ok('No SMS sent: Contact has opted out'),
  },
  {
    name: '200 although it cannot be sent: no credit',
    before: ({ engine }) => {
      engine.addAccount({ name: 'Poor', credit: '0.00', apiKey: POOR_KEY })
    },
    request: { ...event(), query: { key: POOR_KEY } },
    expect: ok(/^No SMS sent: ./),
  },
  {
    name: '200 although it cannot be sent: no channel',
    before: ({ engine, account }) => engine.setChannelEnabled(account.channel.channelId, false),
    request: event(),
    expect: ok(/^No SMS sent: ./),
  },
  ...(['', '  ', null, undefined, {}] as const).map(
    (phone): AdapterCase => ({
      name: `200 although it cannot be sent: phone ${JSON.stringify(phone)}`,
      request: event({ data: { phone } }),
      expect: ok('No SMS sent: the visit has no phone number'),
    }),
  ),
  ...['call me', '12', '+0', `${PHONE},${PHONE}`].map(
    (phone): AdapterCase => ({
      name: `200 although it cannot be sent: phone ${phone}`,
      request: event({ data: { phone } }),
      expect: ok(/^No SMS sent: ./),
    }),
  ),
  ...['27821234567', '0821234567', '+27 82 123 4567', 27821234567].map(
    (phone): AdapterCase => ({
      name: `phone ${JSON.stringify(phone)}`,
      request: event({ data: { phone } }),
      expect: dispatched(HELLO),
    }),
  ),
]
