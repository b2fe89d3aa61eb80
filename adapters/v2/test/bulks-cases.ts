import { type AdapterCase, type AdapterKit, MANUAL_CLOCK_START, type TestRequest } from '@heliograph/testkit'
import { send } from './record-worlds.ts'
import { badFields, badRequest, ELSEWHERE, message, raw, refusal, sending } from './requests.ts'

const ok = { status: 200 } as const

const NOT_FOUND = refusal({ status: 404, messageId: 'NOT_FOUND' })

const bulks = (method: 'GET' | 'PUT' | 'DELETE', query = '', over: TestRequest = {}): TestRequest => ({
  method,
  path: '/sms/2/bulks',
  query,
  ...over,
})

const hour = (hours: number) => new Date(MANUAL_CLOCK_START + hours * 3_600_000)

const LATER = '2026-01-06T10:00:00.000+0000'

/** Bulk `late` at 11:00 and bulk `soon` at 09:00 and 10:00. */
async function schedule(kit: AdapterKit): Promise<void> {
  await send(
    kit,
    sending({ sendAt: hour(3).toISOString() }, { bulkId: 'late' }),
    sending({ sendAt: hour(2).toISOString() }, { bulkId: 'soon' }),
    sending({ sendAt: hour(1).toISOString(), destinations: [{ to: ELSEWHERE }] }, { bulkId: 'soon' }),
  )
}

/** `GET`, `PUT` and `DELETE /sms/2/bulks`. */
export const bulksCases: readonly AdapterCase[] = [
  // spec: v2 scheduled messages | endpoint | GET /sms/2/bulks
  // spec: v2 scheduled messages | status | 200 to GET
  // spec: v2 scheduled messages | field | bulks, an array of scheduled bulk records
  // spec: Scheduled bulk (v2) | field | bulkId, a string ; sendAt, a string
  // spec: Scheduled bulk (v2) | rule | sendAt: yyyy-MM-ddTHH:mm:ss.SSS+0000
  {
    name: 'bulks GET: bulks, an array of scheduled bulk records (bulkId, sendAt), soonest first, each with its earliest time',
    before: schedule,
    request: bulks('GET'),
    expect: {
      ...ok,
      body: JSON.stringify({
        bulks: [
          { bulkId: 'soon', sendAt: '2026-01-05T09:00:00.000+0000' },
          { bulkId: 'late', sendAt: '2026-01-05T11:00:00.000+0000' },
        ],
      }),
    },
  },
  { name: 'bulks GET: none', request: bulks('GET'), expect: { ...ok, body: '{"bulks":[]}' } },
  {
    name: 'bulks GET: bulkId filters',
    before: schedule,
    request: bulks('GET', 'bulkId=late'),
    expect: { ...ok, body: { bulks: [{ bulkId: 'late' }] } },
  },
  {
    name: 'bulks GET: an empty bulkId is absent',
    before: schedule,
    request: bulks('GET', 'bulkId='),
    expect: { ...ok, body: { bulks: [{}, {}] } },
  },
  {
    name: 'bulks GET: an unknown bulkId is 404 NOT_FOUND',
    before: schedule,
    request: bulks('GET', 'bulkId=nope'),
    expect: NOT_FOUND,
  },
  {
    name: "bulks GET: another account's are not shown",
    before: schedule,
    request: (kit) => ({ ...bulks('GET'), headers: { authorization: kit.stranger.apiKey } }),
    expect: { ...ok, body: { bulks: [] } },
  },
  {
    name: "bulks GET: another account's bulkId is 404",
    before: schedule,
    request: (kit) => ({ ...bulks('GET', 'bulkId=soon'), headers: { authorization: kit.stranger.apiKey } }),
    expect: NOT_FOUND,
  },
  {
    name: 'bulks GET: one that has gone out is no longer there',
    before: async (kit) => {
      await schedule(kit)
      kit.clock.set(hour(2))
    },
    request: bulks('GET'),
    expect: { ...ok, body: { bulks: [{ bulkId: 'late' }] } },
  },
  {
    name: 'bulks GET: a message without bulkId is found under its generated one',
    before: async (kit) => void (await send(kit, sending({ sendAt: hour(1).toISOString() }))),
    request: bulks('GET'),
    expect: { ...ok, body: { bulks: [{ bulkId: /^[0-9a-f-]{36}$/, sendAt: '2026-01-05T09:00:00.000+0000' }] } },
  },
  // spec: v2 scheduled messages | endpoint | PUT /sms/2/bulks
  // spec: v2 scheduled messages | rule | PUT gives the messages another time
  {
    name: 'bulks PUT: reschedules and answers with the bulk record',
    before: schedule,
    request: bulks('PUT', 'bulkId=soon', { json: { sendAt: '2026-01-06T12:00:00+02:00' } }),
    expect: {
      ...ok,
      body: JSON.stringify({ bulkId: 'soon', sendAt: LATER }),
      events: [{ kind: 'bulk-rescheduled', bulkId: 'soon', sendAt: new Date('2026-01-06T10:00:00Z') }],
    },
  },
  {
    name: 'bulks PUT: bulkId in the body',
    before: schedule,
    request: bulks('PUT', '', { json: { bulkId: 'soon', sendAt: LATER } }),
    expect: { ...ok, body: { bulkId: 'soon', sendAt: LATER }, events: [{ bulkId: 'soon' }] },
  },
  {
    name: 'bulks PUT: the query decides when the body names another bulk',
    before: schedule,
    request: bulks('PUT', 'bulkId=soon', { json: { bulkId: 'late', sendAt: LATER } }),
    expect: { ...ok, body: { bulkId: 'soon' }, events: [{ bulkId: 'soon' }] },
  },
  {
    name: 'bulks PUT: a trailing slash is tolerated',
    before: schedule,
    request: bulks('PUT', 'bulkId=soon', { path: '/sms/2/bulks/', json: { sendAt: LATER } }),
    expect: { ...ok, body: { bulkId: 'soon' }, events: [{ bulkId: 'soon' }] },
  },
  {
    name: 'bulks PUT: a time in the past means now',
    before: schedule,
    request: bulks('PUT', 'bulkId=soon', { json: { sendAt: '2020-01-01T00:00:00Z' } }),
    expect: {
      ...ok,
      body: { bulkId: 'soon', sendAt: '2026-01-05T08:00:03.000+0000' },
      events: [{ sendAt: new Date(MANUAL_CLOCK_START + 3000) }],
    },
  },
  {
    name: 'bulks PUT: without bulkId and sendAt, both named',
    request: bulks('PUT', 'bulkId=', { json: {} }),
    expect: badFields({ bulkId: /required/, sendAt: /required/ }),
  },
  {
    name: 'bulks PUT: sendAt more than 180 days ahead',
    before: schedule,
    request: bulks('PUT', 'bulkId=soon', { json: { sendAt: '2027-01-01T00:00:00Z' } }),
    expect: badFields({ sendAt: /180 days/ }),
  },
  {
    name: 'bulks PUT: an invalid sendAt, an invalid bulkId',
    request: bulks('PUT', '', { json: { sendAt: 'later', bulkId: 5 } }),
    expect: badFields({ sendAt: /ISO 8601/, bulkId: /string/ }),
  },
  { name: 'bulks PUT: no body', request: bulks('PUT', 'bulkId=soon'), expect: badRequest(/Content-Type/) },
  {
    name: 'bulks PUT: malformed JSON',
    request: bulks('PUT', 'bulkId=soon', raw('{"sendAt":')),
    expect: badRequest(/Malformed JSON/),
  },
  {
    name: 'bulks PUT: unknown is 404 NOT_FOUND',
    before: schedule,
    request: bulks('PUT', 'bulkId=nope', { json: { sendAt: LATER } }),
    expect: NOT_FOUND,
  },
  {
    name: "bulks PUT: another account's is 404 and stays as it is",
    before: schedule,
    request: (kit) => ({
      ...bulks('PUT', 'bulkId=soon', { json: { sendAt: LATER } }),
      headers: { authorization: kit.stranger.apiKey },
    }),
    expect: NOT_FOUND,
  },
  {
    name: 'bulks PUT: already sent is 404',
    before: async (kit) => void (await send(kit, sending({}, { bulkId: 'sent' }))),
    request: bulks('PUT', 'bulkId=sent', { json: { sendAt: LATER } }),
    expect: NOT_FOUND,
  },
  // spec: v2 scheduled messages | endpoint | DELETE /sms/2/bulks
  // spec: v2 scheduled messages | rule | DELETE cancels the messages
  {
    name: 'bulks DELETE: cancels and answers CANCELED',
    before: schedule,
    request: bulks('DELETE', 'bulkId=soon'),
    expect: {
      ...ok,
      body: JSON.stringify({ bulkId: 'soon', status: 'CANCELED' }),
      events: [{ kind: 'bulk-cancelled', bulkId: 'soon' }],
    },
  },
  {
    name: 'bulks DELETE: bulkId in the body',
    before: schedule,
    request: bulks('DELETE', '', { json: { bulkId: 'soon' } }),
    expect: { ...ok, body: { bulkId: 'soon', status: 'CANCELED' }, events: [{ bulkId: 'soon' }] },
  },
  {
    name: 'bulks DELETE: a body beside bulkId in the query is not looked at',
    before: schedule,
    request: bulks('DELETE', 'bulkId=soon', raw('whatever', { 'content-type': 'text/plain' })),
    expect: { ...ok, events: [{ bulkId: 'soon' }] },
  },
  {
    name: 'bulks DELETE: a trailing slash is tolerated',
    before: schedule,
    request: bulks('DELETE', 'bulkId=soon', { path: '/sms/2/bulks/' }),
    expect: { ...ok, events: [{ bulkId: 'soon' }] },
  },
  { name: 'bulks DELETE: without bulkId', request: bulks('DELETE'), expect: badFields({ bulkId: /required/ }) },
  {
    name: 'bulks DELETE: bulkId twice',
    request: bulks('DELETE', 'bulkId=a&bulkId=b'),
    expect: badFields({ bulkId: /more than once/ }),
  },
  { name: 'bulks DELETE: unknown is 404 NOT_FOUND', request: bulks('DELETE', 'bulkId=nope'), expect: NOT_FOUND },
  {
    name: 'bulks DELETE: already cancelled is 404',
    before: async (kit) => {
      await schedule(kit)
      await kit.request(bulks('DELETE', 'bulkId=soon'))
    },
    request: bulks('DELETE', 'bulkId=soon'),
    expect: NOT_FOUND,
  },
  // spec: v2 scheduled messages | rule | DELETE cancels the messages
  {
    name: 'bulks DELETE: only what is still scheduled is cancelled',
    before: async (kit) => {
      await kit.request({ json: { bulkId: 'both', messages: [message(), message({ sendAt: hour(1).toISOString() })] } })
    },
    request: bulks('DELETE', 'bulkId=both'),
    expect: ({ engine }) => ({
      ...ok,
      body: () => engine.messages.map(({ state }) => state).join() === 'queued,cancelled',
      events: [{ bulkId: 'both' }],
    }),
  },
  {
    name: 'bulks: without a key',
    request: { ...bulks('DELETE', 'bulkId=soon'), headers: { authorization: undefined } },
    expect: refusal({ status: 401, messageId: 'UNAUTHORIZED' }),
  },
]
