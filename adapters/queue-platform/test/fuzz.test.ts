import assert from 'node:assert/strict'
import { type FuzzAnswer, fuzzAdapter, spoiledRequests } from '@heliograph/testkit'
import fc from 'fast-check'
import queuePlatform from '../src/index.ts'
import { BASE, event as good, PHONE } from './requests.ts'

const SEED = 20260109

const anything = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(PHONE, 'WAITING', 'SERVING', null),
)

const event = fc.record(
  {
    id: anything,
    type: fc.oneof(anything, fc.constantFrom('visit.created', 'visit.updated', 'visit.removed')),
    data: fc.oneof(
      anything,
      fc.record(
        {
          id: anything,
          state: fc.oneof(anything, fc.constantFrom('WAITING', 'BOOKED', 'SERVING', 'COMPLETE')),
          phone: fc.oneof(anything, fc.constant(PHONE)),
          name: anything,
          firstName: anything,
          ticket: anything,
          position: anything,
          estWaitDuration: anything,
          date: anything,
          reference: anything,
          tags: anything,
        },
        { requiredKeys: [] },
      ),
    ),
  },
  { requiredKeys: [] },
)

const body = fc.oneof(
  event.map((value) => JSON.stringify(value)),
  fc.json(),
  fc.uint8Array({ maxLength: 200 }),
)

/** Asserts that the answer reports what was sent, and that nothing was sent with a refusal. */
function assertReported({ request, response, accepted }: FuzzAnswer): void {
  const { status, text } = response
  const isPost = (request.method ?? 'POST') === 'POST'
  assert.ok((isPost ? [200, 400, 401] : [405]).includes(status), `${status} ${text}`)
  assert.ok(accepted.length <= (status === 200 ? 1 : 0), text)
  if (accepted.length > 0) assert.match(text, /SMS dispatched to \d+: OK:[1-9]\d*:PENDING_ENROUTE/)
}

fuzzAdapter(queuePlatform, {
  world: { config: {}, base: BASE },
  seed: SEED,
  kinds: [
    { name: 'any event', share: 0.9, requests: body.map((octets) => ({ body: octets })) },
    { name: 'a good request spoiled for servers', share: 0.1, requests: spoiledRequests([{ ...BASE, ...good() }]) },
  ],
  check: assertReported,
})
