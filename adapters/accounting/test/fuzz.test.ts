import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AdapterKit, createAdapterKit, type TestRequest } from '@heliograph/testkit'
import fc from 'fast-check'
import accounting from '../src/index.ts'
import { BASE, ELSEWHERE, raw, THERE, WORLD } from './requests.ts'

/** Requests in all; the whole 20,000 take a while: `FUZZ_CASES=20000`. */
const CASES = Number(process.env.FUZZ_CASES ?? 500)
const SEED = 20260107
/** Requests to one instance; then another takes its place, so that none has to remember more. */
const CASES_OF_A_WORLD = 250

const GOOD = { to: `${THERE}, 0829876543;n/a`, message: 'Hello ☺', ref: 'INV-17', from: 'ACME' }
const GOOD_OCTETS = Buffer.from(JSON.stringify(GOOD))

/** Whatever was sent: 200 or 400 in the form of the interface, nothing failed inside, and what was accepted is told, and nothing else. */
async function assertAnswered(kit: AdapterKit, request: TestRequest): Promise<void> {
  const before = kit.engine.messages.length
  const { status, text } = await kit.request(request)
  const accepted = kit.engine.messages.slice(before).map(({ smsId }) => smsId)
  const answer = JSON.parse(text)
  const seen = `${status} ${text.slice(0, 500)}`
  if (status === 200) {
    assert.equal(answer.status, 'ok', seen)
    const told = answer.messages.map((message: { sms_id: number }) => message.sms_id)
    assert.deepEqual(
      told.filter((smsId: number) => smsId > 0),
      accepted,
      seen,
    )
  } else {
    assert.ok([400, 413].includes(status), seen)
    assert.deepEqual([answer.status, typeof answer.error, typeof answer.message], ['error', 'string', 'string'], seen)
    assert.deepEqual(accepted, [], seen)
  }
  assert.deepEqual(kit.log.at('warn', 'error'), [])
}

function demand(name: string, share: number, requests: fc.Arbitrary<TestRequest>): void {
  const count = Math.ceil(CASES * share)
  test(`${count} times ${name}: an answer, no failure, nothing sent in silence`, async () => {
    for (let done = 0; done < count; done += CASES_OF_A_WORLD) {
      const kit = await createAdapterKit(accounting, { ...WORLD, config: {}, base: BASE })
      const property = fc.asyncProperty(requests, (request) => assertAnswered(kit, request))
      const numRuns = Math.min(CASES_OF_A_WORLD, count - done)
      await fc.assert(property, { numRuns, seed: SEED + done, endOnFailure: true })
    }
  })
}

demand(
  'random octets',
  0.15,
  fc.uint8Array({ maxLength: 300 }).map((octets) => raw(octets)),
)

demand(
  'a good body with octets changed, cut out or put in',
  0.4,
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

demand(
  'fields of the right names with anything in them',
  0.4,
  fc
    .array(fc.tuple(fc.constantFrom(...NAMES), value), { maxLength: 8 })
    .map((fields) => raw(`{${fields.map(([name, each]) => `"${name}":${JSON.stringify(each) ?? 'null'}`).join()}}`)),
)

demand(
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
