import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CONFORMANCE_API_KEY, withAdapterKit } from '@heliograph/testkit'
import fc from 'fast-check'
import queuePlatform from '../src/index.ts'
import { BASE, PHONE } from './requests.ts'

/** 20,000 in the long form. */
const RUNS = Number(process.env.HELIOGRAPH_CASES ?? 300)

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

test(`whatever comes is answered with 200 or 400, and what was sent is told (${RUNS} cases)`, async () => {
  await withAdapterKit(queuePlatform, { config: {}, base: BASE }, async (kit) => {
    await fc.assert(
      fc.asyncProperty(body, async (octets) => {
        const before = kit.engine.messages.length
        const response = await kit.request({ body: octets, query: { key: CONFORMANCE_API_KEY } })
        assert.ok([200, 400].includes(response.status), response.text)
        const sent = kit.engine.messages.length - before
        if (sent > 0) assert.match(response.text, /SMS dispatched to \d+: OK:[1-9]\d*:PENDING_ENROUTE/)
        assert.ok(sent <= 1)
      }),
      { numRuns: RUNS },
    )
  })
})
