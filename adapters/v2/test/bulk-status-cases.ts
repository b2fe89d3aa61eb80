import { type AdapterCase, type AdapterKit, MANUAL_CLOCK_START, type TestRequest } from '@heliograph/testkit'
import { send } from './record-worlds.ts'
import { badFields, refusal, sending } from './requests.ts'

const ok = { status: 200 } as const
const NOT_FOUND = refusal({ status: 404, messageId: 'NOT_FOUND' })

const status = (method: 'GET' | 'PUT', query: string, over: TestRequest = {}): TestRequest => ({
  method,
  path: '/sms/2/bulks/status',
  query,
  ...over,
})

const setTo = (to: string, query = 'bulkId=b') => status('PUT', query, { json: { status: to } })

const LATER = new Date(MANUAL_CLOCK_START + 3_600_000).toISOString()

/** Bulk `b` with one message for later, and `now` with one that waits for a link. */
async function submitted(kit: AdapterKit): Promise<void> {
  await send(kit, sending({ sendAt: LATER }, { bulkId: 'b' }), sending({}, { bulkId: 'now' }))
}

async function paused(kit: AdapterKit): Promise<void> {
  await submitted(kit)
  await kit.request(setTo('PAUSED'))
  await kit.request(setTo('PAUSED', 'bulkId=now'))
}

/** `GET` and `PUT /sms/2/bulks/status`. */
export const bulkStatusCases: readonly AdapterCase[] = [
  {
    name: 'bulk status GET: of a scheduled one',
    before: submitted,
    request: status('GET', 'bulkId=b'),
    expect: { ...ok, body: JSON.stringify({ bulkId: 'b', status: 'PENDING' }) },
  },
  {
    name: 'bulk status GET: of one that is being sent',
    before: submitted,
    request: status('GET', 'bulkId=now'),
    expect: { ...ok, body: { status: 'PROCESSING' } },
  },
  {
    name: 'bulk status GET: a trailing slash is tolerated',
    before: submitted,
    request: status('GET', 'bulkId=b', { path: '/sms/2/bulks/status/' }),
    expect: { ...ok, body: { status: 'PENDING' } },
  },
  { name: 'bulk status GET: without bulkId', request: status('GET', ''), expect: badFields({ bulkId: /required/ }) },
  { name: 'bulk status GET: unknown is 404', request: status('GET', 'bulkId=nope'), expect: NOT_FOUND },
  {
    name: "bulk status GET: another account's is 404",
    before: submitted,
    request: (kit) => ({ ...status('GET', 'bulkId=b'), headers: { authorization: kit.stranger.apiKey } }),
    expect: NOT_FOUND,
  },
  {
    name: 'bulk status PUT: PAUSED holds it back',
    before: submitted,
    request: setTo('PAUSED'),
    expect: {
      ...ok,
      body: JSON.stringify({ bulkId: 'b', status: 'PAUSED' }),
      events: [{ kind: 'bulk-paused', bulkId: 'b' }],
    },
  },
  {
    name: 'bulk status PUT: bulkId in the body, a trailing slash',
    before: submitted,
    request: status('PUT', '', { path: '/sms/2/bulks/status/', json: { bulkId: 'now', status: 'PAUSED' } }),
    expect: { ...ok, body: { bulkId: 'now', status: 'PAUSED' }, events: [{ kind: 'bulk-paused', bulkId: 'now' }] },
  },
  {
    name: 'bulk status PUT: PROCESSING lets it go on, which leaves it scheduled',
    before: paused,
    request: setTo('PROCESSING'),
    expect: { ...ok, body: { status: 'PENDING' }, events: [{ kind: 'bulk-resumed', bulkId: 'b' }] },
  },
  {
    name: 'bulk status PUT: PENDING lets it go on as well',
    before: paused,
    request: setTo('PENDING', 'bulkId=now'),
    expect: { ...ok, body: { status: 'PROCESSING' }, events: [{ kind: 'bulk-resumed', bulkId: 'now' }] },
  },
  {
    name: 'bulk status PUT: CANCELED cancels a paused one as a whole',
    before: paused,
    request: setTo('CANCELED', 'bulkId=now'),
    expect: { ...ok, body: { status: 'CANCELED' }, events: [{ kind: 'bulk-cancelled', bulkId: 'now' }] },
  },
  {
    name: 'bulk status PUT: one that is not scheduled cannot be cancelled unless it is paused',
    before: submitted,
    request: setTo('CANCELED', 'bulkId=now'),
    expect: NOT_FOUND,
  },
  {
    name: 'bulk status PUT: what a client cannot make of it',
    before: submitted,
    request: setTo('FINISHED'),
    expect: badFields({ status: /one of PAUSED, PENDING, PROCESSING, CANCELED/ }),
  },
  {
    name: 'bulk status PUT: without bulkId and status, both named',
    request: status('PUT', '', { json: {} }),
    expect: badFields({ bulkId: /required/, status: /one of/ }),
  },
  { name: 'bulk status PUT: unknown is 404', request: setTo('PROCESSING', 'bulkId=nope'), expect: NOT_FOUND },
  {
    name: 'bulk status: without a key',
    request: { ...setTo('PAUSED'), headers: { authorization: undefined } },
    expect: refusal({ status: 401, messageId: 'UNAUTHORIZED' }),
  },
]
