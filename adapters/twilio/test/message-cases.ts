import type { MessageState } from '@heliograph/contracts'
import { TEXT_REMOVED } from '@heliograph/contracts'
import { type AdapterCase, type AdapterKit, ELSEWHERE, type TestRequest, THERE } from '@heliograph/testkit'
import { ACCOUNT, failure, HERE, MESSAGES, messagePath, send, sidOf } from './interface.ts'

const path = messagePath(1)

// spec: Twilio: messages | endpoint | GET /2010-04-01/Accounts/{Sid}/Messages/{Sid}.json -> read: a message that waits
// spec: Twilio: messages | endpoint | GET /2010-04-01/Accounts/{Sid}/Messages.json -> list: newest first, on one page
// spec: Twilio: messages | rule | next_page_uri leads to the end -> list: a page leads to the next
// spec: Twilio: messages | field | To, From, DateSent, DateSent<, DateSent>, PageSize -> list: filters stay on the way
// spec: Twilio: messages | rule | Status=canceled cancels -> change: cancels what is scheduled
// spec: Twilio: messages | rule | an empty Body removes the text -> change: an empty Body removes the text
// spec: Twilio: messages | endpoint | DELETE /2010-04-01/Accounts/{Sid}/Messages/{Sid}.json -> delete: one that has ended
// spec: Twilio: messages | status | queued, sending, sent, delivered, undelivered, failed, scheduled, canceled -> read: delivered
// spec: Twilio: messages | error | 30409 for one that cannot be cancelled -> change: too late to cancel
// spec: Twilio: messages | error | 30400 for a change that is none -> change: nothing
// spec: Twilio: messages | error | 20009 for one that is not complete -> delete: one that is under way
// spec: Twilio: messages | error | 20404 for one that there is not -> read: a message that there is not

/** Sends one text and moves it through these states. */
const into =
  (...states: readonly MessageState[]) =>
  async (kit: AdapterKit) => {
    await kit.request(send())
    for (const state of states) kit.engine.move(1, state)
  }

const delivered = into('submitting', 'submitted', 'delivered')

const shows = (name: string, before: AdapterCase['before'], body: object): AdapterCase => ({
  name: `read: ${name}`,
  before,
  request: { path },
  expect: { status: 200, body: body as never },
})

const scheduled = async (kit: AdapterKit) => {
  const SendAt = new Date(kit.clock.now() + 3_600_000).toISOString()
  await kit.request(send({ ScheduleType: 'fixed', SendAt }))
}

/** `GET .../Messages/SM....json`. */
const readCases: readonly AdapterCase[] = [
  shows('a message that waits', into(), { sid: sidOf(1), status: 'queued', body: 'Hello', date_sent: null }),
  shows('with its price, which is what it took', into(), { price: /^-0\.05/, price_unit: 'ZAR' }),
  shows('scheduled', scheduled, { status: 'scheduled' }),
  shows('handed over', into('submitting'), { status: 'sending' }),
  shows('without an answer', into('submitting', 'unknown'), { status: 'sending' }),
  shows('with the network', into('submitting', 'submitted'), { status: 'sent', date_sent: /\+0000$/ }),
  shows('to be tried again', into('submitting', 'retrying'), { status: 'sending', error_code: null }),
  shows('delivered', delivered, { status: 'delivered', error_code: null, error_message: null }),
  shows('undeliverable', into('submitting', 'submitted', 'undeliverable'), {
    status: 'undelivered',
    error_code: 30005,
  }),
  shows('refused', into('submitting', 'submitted', 'refused-by-network'), { status: 'failed', error_code: 30008 }),
  shows('expired', into('submitting', 'submitted', 'expired'), { status: 'failed', error_code: 30036 }),
  shows('no report', into('submitting', 'submitted', 'unconfirmed'), { status: 'undelivered', error_code: 30008 }),
  shows('cancelled', into('cancelled'), { status: 'canceled', error_code: null }),
  shows('without a route', into('no-route'), { status: 'failed', error_code: 21612 }),
  shows('opted out meanwhile', into('opted-out'), { status: 'failed', error_code: 21610 }),
  { name: 'read: without .json', before: into(), request: { path: path.slice(0, -5) }, expect: { status: 200 } },
  { name: 'read: a message that there is not', request: { path: messagePath(4711) }, expect: failure(404, 20404) },
  ...['SM1', 'MM', `SM${'0'.repeat(32)}`, ACCOUNT, '1'].map((sid) => ({
    name: `read: ${sid === ACCOUNT ? 'the sid of an account' : sid} is no message`,
    before: into(),
    request: { path: `/2010-04-01/Accounts/${ACCOUNT}/Messages/${sid}.json` },
    expect: failure(404, 20404),
  })),
]

const post = (form: TestRequest['form']): TestRequest => ({ method: 'POST', path, form })

const changes = (
  name: string,
  before: AdapterCase['before'],
  form: TestRequest['form'],
  expect: AdapterCase['expect'],
) => ({
  name: `change: ${name}`,
  before,
  request: post(form),
  expect,
})

/** `POST` and `DELETE .../Messages/SM....json`. */
const changeCases: readonly AdapterCase[] = [
  changes(
    'cancels what is scheduled',
    scheduled,
    { Status: 'canceled' },
    { status: 200, body: { status: 'canceled' } as never },
  ),
  changes('cancels what waits', into(), { Status: 'canceled' }, { status: 200, body: { status: 'canceled' } as never }),
  changes('too late to cancel', delivered, { Status: 'canceled' }, failure(409, 30409)),
  changes('another status', into(), { Status: 'sent' }, failure(400, 30400)),
  changes('a message that there is not', undefined, { Status: 'canceled' }, failure(404, 20404)),
  changes(
    'an empty Body removes the text',
    delivered,
    { Body: '' },
    {
      status: 200,
      body: { body: '', num_segments: '1', status: 'delivered' } as never,
    },
  ),
  changes('a text that is still needed', into('submitting'), { Body: '' }, failure(409, 20009)),
  changes('another text', delivered, { Body: 'Bye' }, failure(400, 30400)),
  changes('both', delivered, { Body: '', Status: 'canceled' }, failure(400, 30400)),
  changes('nothing', delivered, { Other: 'x' }, failure(400, 30400)),
  {
    name: 'delete: one that has ended',
    before: delivered,
    request: { method: 'DELETE', path },
    expect: { status: 204, body: '' },
  },
  {
    name: 'delete: one that is under way',
    before: into(),
    request: { method: 'DELETE', path },
    expect: failure(409, 20009),
  },
  { name: 'delete: one that there is not', request: { method: 'DELETE', path }, expect: failure(404, 20404) },
  {
    name: 'delete: it is gone',
    before: async (kit) => {
      await delivered(kit)
      await kit.request({ method: 'DELETE', path })
    },
    request: { path },
    expect: failure(404, 20404),
  },
  {
    name: 'change: the text is gone for others as well',
    before: async (kit) => {
      await delivered(kit)
      await kit.request(post({ Body: '' }))
      if (kit.engine.messages[0]?.text !== TEXT_REMOVED) throw new Error('the text is still there')
    },
    request: { path },
    expect: { status: 200, body: { body: '' } as never },
  },
]

const three = async (kit: AdapterKit) => {
  await kit.request(send())
  kit.clock.advance(86_400_000)
  await kit.request(send({ To: `+${ELSEWHERE}` }))
  await kit.request(send({ Body: 'Third' }))
}

const lists = (
  name: string,
  query: TestRequest['query'],
  smsIds: readonly number[],
  more: object = {},
): AdapterCase => ({
  name: `list: ${name}`,
  before: three,
  request: { path: MESSAGES, query },
  expect: { status: 200, body: { messages: smsIds.map((id) => ({ sid: sidOf(id) })), ...more } as never },
})

const token = (before: number) => `PA${sidOf(before)}`
const DAY = '2026-01-01'

/** `GET .../Messages.json`. */
const listCases: readonly AdapterCase[] = [
  lists('newest first, on one page', '', [3, 2, 1], {
    page: 0,
    page_size: 50,
    start: 0,
    end: 2,
    next_page_uri: null,
    previous_page_uri: null,
    first_page_uri: `${MESSAGES}?PageSize=50&Page=0`,
    uri: MESSAGES,
  }),
  lists('a page leads to the next', 'PageSize=2', [3, 2], {
    next_page_uri: `${MESSAGES}?PageSize=2&Page=1&PageToken=${token(2)}`,
    end: 1,
  }),
  lists('the last page', `PageSize=2&Page=1&PageToken=${token(2)}`, [1], {
    page: 1,
    start: 2,
    end: 2,
    next_page_uri: null,
  }),
  lists('filters stay on the way', { To: `+${THERE}`, PageSize: '1' }, [3], {
    next_page_uri: `${MESSAGES}?To=%2B${THERE}&PageSize=1&Page=1&PageToken=${token(3)}`,
  }),
  lists('by recipient', { To: `+${ELSEWHERE}` }, [2]),
  lists('by sender', { From: `+${HERE}` }, [3, 2, 1]),
  lists('by another sender', { From: 'OTHER' }, []),
  lists('since a time', { 'DateSent>': '2000-01-01' }, [3, 2, 1]),
  lists('until a time', { 'DateSent<': '2000-01-01' }, []),
  lists('on a day', { DateSent: '2000-01-01' }, []),
  lists('more than a page may have', 'PageSize=5000', [3, 2, 1], { page_size: 1000 }),
  ...['PageSize=0', 'PageSize=x', 'Page=-1', 'PageToken=PA1', 'PageToken=x', 'DateSent=yesterday'].map(
    (query): AdapterCase => ({
      name: `list: ${query}`,
      request: { path: MESSAGES, query },
      expect: failure(400, 20400),
    }),
  ),
  {
    name: 'list: none',
    request: { path: MESSAGES, query: `DateSent=${DAY}` },
    expect: { status: 200, body: { messages: [], end: 0 } as never },
  },
]

export const messageCases: readonly AdapterCase[] = [...readCases, ...changeCases, ...listCases]
