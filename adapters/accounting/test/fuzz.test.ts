import assert from 'node:assert/strict'
import { type FuzzAnswer, type FuzzKind, fuzzAdapter, spoiledRequests } from '@heliograph/testkit'
import fc from 'fast-check'
import accounting from '../src/index.ts'
import { BASE, ELSEWHERE, raw, THERE, WORLD } from './requests.ts'

const SEED = 20260107

const GOOD = { to: `${THERE}, 0829876543;n/a`, message: 'Hello ☺', ref: 'INV-17', from: 'ACME' }
const GOOD_OCTETS = Buffer.from(JSON.stringify(GOOD))

/**
 * Asserts that any request gets 200 or an error in the form of the interface, never a fault, and that the answer
 * reports exactly what was accepted.
 */
function assertReported({ request, response, ...happened }: FuzzAnswer): void {
  const { status, text } = response
  const accepted = happened.accepted.map(({ smsId }) => smsId)
  if ((request.method ?? 'POST') !== 'POST') {
    assert.deepEqual([status, accepted], [405, []], text)
    return
  }
  const answer = JSON.parse(text)
  const seen = `${status} ${text.slice(0, 500)}`
  if (status === 200) {
    assert.equal(answer.status, 'ok', seen)
    const reported = answer.messages.map((message: { sms_id: number }) => message.sms_id)
    assert.deepEqual(
      reported.filter((smsId: number) => smsId > 0),
      accepted,
      seen,
    )
  } else {
    assert.ok([400, 413].includes(status), seen)
    assert.deepEqual([answer.status, typeof answer.error, typeof answer.message], ['error', 'string', 'string'], seen)
    assert.deepEqual(accepted, [], seen)
  }
}

const kinds: FuzzKind[] = []

function addKind(name: string, share: number, requests: FuzzKind['requests']): void {
  kinds.push({ name, share, requests })
}

addKind(
  'random octets',
  0.15,
  fc.uint8Array({ maxLength: 300 }).map((octets) => raw(octets)),
)

addKind(
  'a good body with octets changed, cut out or put in',
  0.3,
  fc.tuple(fc.nat(GOOD_OCTETS.length - 1), fc.nat(3), fc.uint8Array({ maxLength: 4 })).map(([at, removed, added]) => {
    return raw(Buffer.concat([GOOD_OCTETS.subarray(0, at), added, GOOD_OCTETS.subarray(at + removed)]))
  }),
)

const NAMES = ['to', 'TO', 'recipients', 'recipient', 'message', 'Text', 'msg', 'ref', 'reference', 'from', '__proto__']

const value = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.array(fc.oneof(fc.string(), fc.integer(), fc.jsonValue()), { maxLength: 5 }),
  fc.constantFrom<unknown>(THERE, [THERE, ELSEWHERE], 27821234567, 'Hello', '\0', '\ud800', '٢٧٨', '', [[]], {
    to: THERE,
  }),
)

addKind(
  'fields of the right names with anything in them',
  0.4,
  fc
    .array(fc.tuple(fc.constantFrom(...NAMES), value), { maxLength: 8 })
    .map((fields) => raw(`{${fields.map(([name, each]) => `"${name}":${JSON.stringify(each) ?? 'null'}`).join()}}`)),
)

addKind(
  'any query and headers',
  0.05,
  fc
    .tuple(fc.webQueryParameters(), fc.constantFrom(undefined, 'text/xml', 'application/json; charset=utf-16', ';'))
    .map(([query, type]) => ({
      json: GOOD,
      query,
      headers: { 'content-type': type },
    })),
)

addKind('a good request spoiled for servers', 0.1, spoiledRequests([{ json: GOOD }]))

fuzzAdapter(accounting, { world: { ...WORLD, config: {}, base: BASE }, seed: SEED, kinds, check: assertReported })
