import assert from 'node:assert/strict'
import { type FuzzAnswer, fuzzAdapter, type TestRequest, THERE } from '@heliograph/testkit'
import fc from 'fast-check'
import twilio from '../src/index.ts'
import { BASE, HERE, MESSAGES, messagePath, SECRET, SERVICE, send, sidOf } from './interface.ts'

const SEED = 20261128

const NAMES = [
  'To',
  'From',
  'Body',
  'MessagingServiceSid',
  'StatusCallback',
  'ValidityPeriod',
  'ScheduleType',
  'SendAt',
  'MediaUrl',
  'ContentSid',
  'ContentRetention',
  'Status',
  'PageSize',
  'Page',
  'PageToken',
  'DateSent',
  'DateSent<',
]

const VALUES = [
  `+${THERE}`,
  `+${HERE}`,
  SERVICE,
  'fixed',
  '2026-02-01T10:00:00Z',
  'canceled',
  '1',
  '-1',
  '',
  'discard',
  'https://client.example/',
  `PA${sidOf(1)}`,
  '\u0000',
  '\ud800',
  'x'.repeat(1_601),
  '2026-01-01',
]

const GOOD = new URLSearchParams(send().form as Record<string, string>).toString()

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

const place = fc.constantFrom<TestRequest>(
  { method: 'POST', path: MESSAGES },
  { method: 'GET', path: MESSAGES },
  { method: 'POST', path: messagePath(1) },
  { method: 'GET', path: messagePath(1) },
  { method: 'DELETE', path: messagePath(1) },
)

/** Parameters in the query of a GET, and in the form of others. */
const asked = (request: TestRequest, parameters: string | Uint8Array): TestRequest =>
  request.method === 'GET'
    ? {
        ...request,
        query: Buffer.from(parameters)
          .toString('latin1')
          .replace(/[^\x21-\x7e]/g, ''),
      }
    : { ...request, headers: FORM, body: parameters }

const pairs = fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.oneof(fc.constantFrom(...VALUES), fc.string())), {
  maxLength: 8,
})

const ERRORS = [400, 404, 405, 409, 413]

/** Success in its form, or an error in its form; 201 exactly where a message was accepted. */
function check({ accepted, response }: FuzzAnswer): void {
  const { status, text } = response
  const seen = () => `${status} ${text.slice(0, 300)}`
  assert.equal(status === 201, accepted.length === 1, seen())
  if (status === 201) assert.equal(JSON.parse(text).sid, sidOf(accepted[0]?.smsId as number), seen())
  if (status === 200 || status === 201 || status === 204) return
  assert.ok(ERRORS.includes(status), seen())
  const body = JSON.parse(text)
  assert.deepEqual([body.status, typeof body.code, typeof body.message], [status, 'number', 'string'], seen())
  assert.equal(body.more_info, `https://www.twilio.com/docs/errors/${body.code}`, seen())
}

fuzzAdapter(twilio, {
  world: {
    config: { sidSecret: SECRET, services: [{ sid: SERVICE, senders: [HERE] }] },
    account: { credit: '1000000.00' },
    base: BASE,
  },
  seed: SEED,
  check,
  kinds: [
    {
      name: 'octets of any kind',
      share: 0.25,
      requests: fc.tuple(place, fc.uint8Array({ maxLength: 300 })).map(([to, octets]) => asked(to, octets)),
    },
    {
      name: 'parameters of the right names with anything in them',
      share: 0.4,
      requests: fc.tuple(place, pairs).map(([to, given]) => {
        return asked(to, new URLSearchParams(given).toString())
      }),
    },
    {
      name: 'a good form with octets changed, cut out or put in',
      share: 0.25,
      requests: fc
        .tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat(3), fc.uint8Array({ maxLength: 4 }))
        .map(([where, removed, added]) => {
          const good = Buffer.from(GOOD)
          const at = Math.floor(where * good.length)
          const body = Buffer.concat([good.subarray(0, at), added, good.subarray(at + removed)])
          return { method: 'POST', path: MESSAGES, headers: FORM, body }
        }),
    },
    {
      name: 'paths of any kind',
      share: 0.1,
      requests: fc
        .array(
          fc.constantFrom('Accounts', 'Messages.json', 'Messages', sidOf(1), 'AC', '..', '%2e', '%00', 'Media.json'),
        )
        .map((parts) => ({ method: 'GET', path: `/2010-04-01/${parts.join('/')}` })),
    },
  ],
})
