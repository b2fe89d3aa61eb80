import assert from 'node:assert/strict'
import { type FuzzAnswer, type FuzzKind, fuzzAdapter, type TestRequest, THERE } from '@heliograph/testkit'
import fc from 'fast-check'
import infobip from '../src/index.ts'
import { BASE, USER } from './requests.ts'

const SEED = 20260105

const WINDOW = { days: ['MONDAY', 'FRIDAY'], from: { hour: 9, minute: 0 }, to: { hour: 17, minute: 30 } }

const GOOD_3 = {
  messages: [
    {
      sender: 'ACME',
      destinations: [{ to: THERE, messageId: 'a' }],
      content: { text: 'Hello ☺' },
      options: {
        flash: true,
        validityPeriod: { amount: 1, timeUnit: 'HOURS' },
        deliveryTimeWindow: WINDOW,
        platform: { entityId: 'E' },
      },
      webhooks: { delivery: { url: 'https://client.example/', notify: true }, callbackData: 'c' },
    },
  ],
  options: { schedule: { bulkId: 'B', sendAt: '2026-02-01T10:00:00.000+0000' }, includeSmsCountInResponse: true },
}

const GOOD_2 = {
  bulkId: 'B',
  messages: [
    {
      from: 'ACME',
      destinations: [{ to: THERE }],
      text: 'Hello',
      binary: { hex: 'cafe', dataCoding: 4 },
      validityPeriod: 60,
      notifyUrl: 'https://client.example/',
      notifyContentType: 'application/xml',
      sendAt: '2026-02-01T10:00:00.000+0000',
    },
  ],
}

const TARGETS: readonly (readonly [method: 'POST' | 'PUT', path: string, good: object])[] = [
  ['POST', '/sms/3/messages', GOOD_3],
  ['POST', '/sms/2/text/advanced', GOOD_2],
  ['POST', '/sms/2/binary/advanced', GOOD_2],
  ['POST', '/sms/1/preview', { text: 'Hello' }],
  ['POST', '/auth/1/session', { username: 'jo@acme.example', password: 'key' }],
  ['PUT', '/sms/1/bulks', { sendAt: '2026-02-01T10:00:00.000+0000' }],
  ['PUT', '/sms/1/bulks/status', { status: 'CANCELED' }],
]

const target = fc.constantFrom(...TARGETS)
const octetsOf = (value: unknown) => Buffer.from(JSON.stringify(value))

const asJson = ([[method, path], body]: readonly [(typeof TARGETS)[number], Uint8Array]): TestRequest => ({
  method,
  path,
  query: method === 'PUT' ? 'bulkId=B' : '',
  body,
  headers: { 'content-type': 'application/json' },
})

/** Puts a value at a random place of a good body. */
const misplaced = fc.tuple(target, fc.nat(40), fc.jsonValue()).map(([to, place, value]) => {
  const paths = pathsOf(to[2])
  return [to, octetsOf(withValueAt(to[2], paths[place % paths.length] ?? [], value))] as const
})

function pathsOf(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [[]]
  return [[], ...Object.entries(value).flatMap(([name, inner]) => pathsOf(inner).map((path) => [name, ...path]))]
}

function withValueAt(source: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  const copy = (Array.isArray(source) ? [...source] : { ...(source as object) }) as Record<string, unknown>
  copy[name] = withValueAt(copy[name], rest, value)
  return copy
}

const broken = fc
  .tuple(target, fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat(3), fc.uint8Array({ maxLength: 4 }))
  .map(([to, place, removed, added]) => {
    const good = octetsOf(to[2])
    const at = Math.floor(place * good.length)
    return [to, Buffer.concat([good.subarray(0, at), added, good.subarray(at + removed)])] as const
  })

const NAMES = [
  'to',
  'text',
  'from',
  'flash',
  'limit',
  'bulkId',
  'messageId',
  'sendAt',
  'generalStatus',
  'sentSince',
  'cursor',
]

const query = fc.oneof(
  fc.string(),
  fc.webQueryParameters(),
  fc
    .array(
      fc.tuple(
        fc.constantFrom(...NAMES),
        fc.oneof(fc.string({ unit: 'binary' }), fc.integer().map(String), fc.constantFrom('%00', '%ff', '%', '+', ',')),
      ),
    )
    .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&')),
)

const READS = ['/sms/3/reports', '/sms/3/logs', '/sms/3/text/query', '/sms/1/text/query', '/sms/1/bulks'].concat([
  '/sms/1/bulks/status',
  '/sms/1/reports',
  '/sms/1/logs',
  '/sms/1/inbox/reports',
])

const kinds: readonly FuzzKind[] = [
  { name: 'random octets', share: 0.15, requests: fc.tuple(target, fc.uint8Array({ maxLength: 300 })).map(asJson) },
  { name: 'a good body with octets changed', share: 0.25, requests: broken.map(asJson) },
  { name: 'a good body with a value that is out of place', share: 0.3, requests: misplaced.map(asJson) },
  {
    name: 'any query',
    share: 0.3,
    requests: fc.tuple(fc.constantFrom(...READS), query).map(([path, text]) => ({ method: 'GET', path, query: text })),
  },
]

/** An answer of the version that was asked; a success says something about each message that was accepted. */
function assertAnswer({ accepted, request, response: { status, text } }: FuzzAnswer): void {
  const seen = `${status} ${text.slice(0, 300)}`
  // No random octets are the key of a user.
  const refusals = request.path === '/auth/1/session' ? [400, 401] : [400, 404]
  assert.ok(status === 200 || refusals.includes(status), seen)
  const body = JSON.parse(text)
  if (status === 200) {
    for (const { messageId } of accepted) assert.ok(text.includes(JSON.stringify(messageId)), seen)
    return
  }
  assert.equal(accepted.length, 0, seen)
  const isVersion3 = request.path?.startsWith('/sms/3/')
  if (isVersion3) assert.equal(body.errorCode, `E${status}`, seen)
  else assert.equal(typeof body.requestError.serviceException.messageId, 'string', seen)
}

fuzzAdapter(infobip, {
  world: { config: {}, account: { user: USER }, base: BASE },
  seed: SEED,
  kinds,
  prepare: (kit) => kit.clock.advance(250),
  check: assertAnswer,
})
