import assert from 'node:assert/strict'
import { type FuzzAnswer, type FuzzKind, fuzzAdapter, type TestRequest } from '@heliograph/testkit'
import fc from 'fast-check'
import v2 from '../src/index.ts'
import { BASE, THERE } from './requests.ts'

const SEED = 20260105

const GOOD_SEND = {
  bulkId: 'B',
  messages: [
    {
      from: 'ACME',
      destinations: [{ to: THERE, messageId: 'a' }],
      text: 'Hello ☺',
      notifyUrl: 'https://client.example/dlr',
      notifyContentType: 'application/json',
      sendAt: '2026-02-01T10:00:00.000Z',
      options: { flash: false },
      flash: true,
      includeSmsCountInResponse: true,
      deliveryReport: true,
    },
  ],
  includeSmsCountInResponse: false,
}

const GOOD_SINGLE = { from: 'ACME', to: [THERE], text: 'Hello', notifyUrl: 'https://client.example/dlr', bulkId: 'B' }

const TARGETS: readonly (readonly [method: 'POST' | 'PUT' | 'DELETE', path: string, good: object])[] = [
  ['POST', '/sms/2/messages', GOOD_SEND],
  ['POST', '/sms/2/text/single', GOOD_SINGLE],
  ['POST', '/sms/2/preview', { text: 'Hello', languageCode: 'TR' }],
  ['PUT', '/sms/2/bulks', { bulkId: 'B', sendAt: '2026-02-01T10:00:00.000Z' }],
  ['DELETE', '/sms/2/bulks', { bulkId: 'B' }],
  ['PUT', '/sms/2/bulks/status', { bulkId: 'B', status: 'PAUSED' }],
]

/** Asserts an answer in the error form: a 4xx, and nothing submitted. */
function assertRefused({ kit, response }: FuzzAnswer): void {
  const { status, text } = response
  const seen = () => `${status} ${text.slice(0, 300)}`
  assert.ok(status >= 400 && status < 500 && status !== 401 && status !== 429, seen())
  const { messageId, text: reason, validationErrors } = JSON.parse(text).requestError.serviceException
  assert.equal(typeof messageId, 'string', seen())
  assert.ok(typeof reason === 'string' && reason !== '', seen())
  assert.ok(
    Object.values(validationErrors).every((problem) => typeof problem === 'string'),
    seen(),
  )
  assert.equal(kit.engine.messages.length + kit.engine.events.length, 0, seen())
}

const kinds: FuzzKind[] = []

function demand<T>(name: string, share: number, bodies: fc.Arbitrary<T>, toRequest: (body: T) => TestRequest): void {
  kinds.push({ name, share, requests: bodies.map(toRequest) })
}

const target = fc.constantFrom(...TARGETS)

const asJson = ([[method, path], body]: readonly [(typeof TARGETS)[number], string | Uint8Array]): TestRequest => ({
  method,
  path,
  body,
  headers: { 'content-type': 'application/json' },
})

const octetsOf = (value: unknown) => Buffer.from(JSON.stringify(value))

const isJsonObject = (octets: Uint8Array) => {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(octets))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

demand(
  'random octets',
  0.15,
  fc.tuple(
    target,
    fc.uint8Array({ maxLength: 300 }).filter((octets) => !isJsonObject(octets)),
  ),
  asJson,
)

demand(
  'a good body with octets changed, cut out or put in',
  0.22,
  fc
    .tuple(
      target,
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      fc.nat(3),
      fc.uint8Array({ minLength: 1, maxLength: 4 }),
    )
    .map(([to, place, removed, added]) => {
      const good = octetsOf(to[2])
      const at = Math.floor(place * good.length)
      return [to, Buffer.concat([good.subarray(0, at), added, good.subarray(at + removed)])] as const
    })
    .filter(([, octets]) => !isJsonObject(octets)),
  asJson,
)

demand(
  'a good body cut short',
  0.06,
  fc
    .tuple(target, fc.double({ min: 0, max: 0.999, noNaN: true }))
    .map(([to, place]) => [to, octetsOf(to[2]).subarray(0, Math.floor(place * octetsOf(to[2]).length))] as const),
  asJson,
)

demand(
  'JSON that is no object',
  0.06,
  fc.tuple(
    target,
    fc
      .oneof(fc.jsonValue(), fc.array(fc.jsonValue()))
      .filter((value) => !isJsonObject(octetsOf(value)))
      .map(octetsOf),
  ),
  asJson,
)

/** A value that no field of any body takes, whatever its place. */
const wrongValue = fc.oneof(
  fc.double(),
  fc.constantFrom<unknown>({}, [], [[]], [{}], [1], { to: {} }, { toString: 1 }, { length: 1 }, 'x\u0000', '\ud800'),
  fc.dictionary(fc.string(), fc.jsonValue()),
  fc.array(fc.oneof(fc.integer(), fc.boolean())),
)

/** Fields whose wrong values are refused; `from` takes any string and `options` any object. */
const PLACES: readonly (readonly (string | number)[])[] = [
  ['bulkId'],
  ['messages'],
  ['messages', 0],
  ['messages', 0, 'destinations'],
  ['messages', 0, 'destinations', 0],
  ['messages', 0, 'destinations', 1],
  ['messages', 0, 'destinations', 0, 'to'],
  ['messages', 0, 'destinations', 0, 'messageId'],
  ['messages', 0, 'text'],
  ['messages', 0, 'notifyUrl'],
  ['messages', 0, 'notifyContentType'],
  ['messages', 0, 'sendAt'],
  ['messages', 0, 'options', 'flash'],
  ['messages', 0, 'flash'],
  ['messages', 0, 'includeSmsCountInResponse'],
  ['messages', 0, 'deliveryReport'],
  ['includeSmsCountInResponse'],
]

function withValueAt(source: unknown, [name, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (name === undefined) return value
  const copy = (Array.isArray(source) ? [...source] : { ...(source as object) }) as Record<string | number, unknown>
  copy[name] = withValueAt(copy[name], rest, value)
  return copy
}

demand(
  'a good request to send with wrong values in its fields',
  0.22,
  fc
    .array(fc.tuple(fc.constantFrom(...PLACES), wrongValue), { minLength: 1, maxLength: 3 })
    // Outer places last, so that a change further inside does not undo theirs.
    .map((changes) => changes.sort(([a], [b]) => b.length - a.length))
    .map((changes) => changes.reduce((body: unknown, [place, value]) => withValueAt(body, place, value), GOOD_SEND)),
  (json) => ({ json }),
)

demand(
  'objects of the right names with anything in them',
  0.1,
  fc
    .record(
      {
        bulkId: fc.jsonValue(),
        messages: fc.oneof(
          fc.jsonValue(),
          fc.array(
            fc.record(
              {
                text: fc.jsonValue(),
                from: fc.jsonValue(),
                destinations: fc.array(fc.record({ to: fc.jsonValue() })),
                sendAt: fc.jsonValue(),
              },
              { requiredKeys: [] },
            ),
          ),
        ),
        to: fc.jsonValue(),
        text: fc.jsonValue(),
        __proto__: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    // A preview is content with a text, and a single text with a number.
    .filter(({ text }) => typeof text !== 'string' || text === ''),
  (json) => ({ json, path: '/sms/2/messages' }),
)

demand(
  'nesting of any depth',
  0.01,
  fc
    .tuple(target, fc.integer({ min: 1, max: 200_000 }), fc.constantFrom('[', '{"a":', '{"messages":[', '{"to":'))
    .map(([to, depth, opening]) => [to, opening.repeat(Math.floor(depth / opening.length))] as const),
  asJson,
)

demand(
  'huge strings where they do not belong',
  0.01,
  fc
    .tuple(
      fc.constantFrom(...PLACES.filter((place) => !place.includes('text'))),
      fc.integer({ min: 3000, max: 300_000 }),
    )
    .map(([place, length]) => withValueAt(GOOD_SEND, place, '7'.repeat(length))),
  (json) => ({ json }),
)

demand(
  'another Content-Type',
  0.02,
  fc.tuple(
    target,
    fc.string().filter((type) => !/^\s*application\/json\s*(;|$)/i.test(type)),
  ),
  ([[method, path, good], type]) => ({ method, path, body: octetsOf(good), headers: { 'content-type': type } }),
)

const QUERIES = fc.oneof(
  fc.string(),
  fc.webQueryParameters(),
  fc
    .array(
      fc.tuple(
        fc.constantFrom(
          'smsId',
          'messageId',
          'bulkId',
          'limit',
          'from',
          'to',
          'generalStatus',
          'sentSince',
          'sentUntil',
        ),
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.integer().map(String),
          fc.constantFrom('%00', '%ff', '%', '+', '%ED%A0%80'),
        ),
      ),
    )
    .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&')),
)

/** Asserts 200, 400 or 404: a read accepts some queries. */
function assertRead({ response: { status, text } }: FuzzAnswer): void {
  assert.ok([200, 400, 404].includes(status), `${status} ${text}`)
  assert.ok(status === 200 || JSON.parse(text).requestError.serviceException.messageId, text)
}

kinds.push({
  name: 'any query',
  share: 0.15,
  requests: fc
    .tuple(fc.constantFrom('/sms/2/reports', '/sms/2/logs', '/sms/2/bulks'), QUERIES)
    .map(([path, query]) => ({ method: 'GET', path, query })),
  check: assertRead,
})

fuzzAdapter(v2, {
  world: { config: {}, base: BASE },
  seed: SEED,
  kinds,
  // These requests are authenticated, so they count against the rate limit even when they are refused.
  prepare: (kit) => kit.clock.advance(250),
  check: assertRefused,
})
