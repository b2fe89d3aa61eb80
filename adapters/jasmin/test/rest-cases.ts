import { type AdapterCase, ELSEWHERE, MANUAL_CLOCK_START, THERE } from '@heliograph/testkit'
import { answers, get, rest, restGet } from './interface.ts'

const ONE = { to: Number(THERE), from: '12345', content: 'Hello' }
const SENT = { status: 200, body: { data: /^Success "[0-9a-f-]{36}$/ } }

const batchOf = (messageCount: number, more: object = {}) => ({
  status: 200,
  body: { data: { batchId: /^[0-9a-f-]{36}$/, messageCount, ...more } },
})

const calledBack = (path: string, to: string, status: number, text: string) =>
  new RegExp(`^http://client\\.example/${path}[?&]batchId=[0-9a-f-]{36}&to=${to}&status=${status}&statusText=.*${text}`)

const later = (seconds: number) => new Date(MANUAL_CLOCK_START + seconds * 1_000)

// spec: Jasmin: messages | endpoint | /secure/send -> REST: sends a text
// spec: Jasmin: messages | endpoint | /secure/sendbatch -> a batch: the same to several
// spec: Jasmin: messages | endpoint | /balance -> the balance
// spec: Jasmin: messages | endpoint | /rate -> the rate
// spec: Jasmin: messages | endpoint | /ping -> ping
// spec: Jasmin: messages | field | callback_url and errback_url of a batch -> a batch: its URLs are told what became of each message, once
// spec: Jasmin: messages | field | schedule_at of a batch -> a batch: seconds from now

/** The REST interface, the balance and the rate. */
export const restCases: readonly AdapterCase[] = [
  {
    name: 'REST: sends a text',
    request: rest('send', ONE),
    expect: { ...SENT, submitted: [{ to: THERE, text: 'Hello' }] },
  },
  {
    name: 'REST: underscores for hyphens',
    request: rest('send', { to: THERE, coding: 8, hex_content: '0416' }),
    expect: { ...SENT, submitted: [{ text: 'Ж' }] },
  },
  answers('REST: a wrong argument', rest('send', { ...ONE, coding: 12 }), {
    status: 400,
    body: { message: 'Error "Argument [coding] has an invalid value: [12].' },
  }),
  answers('REST: no JSON', rest('send', 'to=1'), {
    status: 412,
    body: { title: 'Cannot parse JSON data', description: 'Got unparseable json data: to=1' },
  }),
  answers('REST: an unknown path', rest('other', {}), { status: 404 }),
  {
    name: 'a batch: the same to several',
    request: rest('sendbatch', { messages: [{ to: [THERE, Number(ELSEWHERE)], content: 'Hello' }] }),
    expect: { ...batchOf(2), submitted: [{ to: THERE }, { to: ELSEWHERE }] },
  },
  {
    name: 'a batch: what all of it has, and a message of its own',
    request: rest('sendbatch', {
      globals: { from: '12345', content: 'Hello', tags: 'spring' },
      messages: [{ to: THERE }, { to: ELSEWHERE, content: 'Hi', tags: 'own' }],
    }),
    expect: {
      ...batchOf(2),
      submitted: [
        { to: THERE, text: 'Hello', reference: 'spring' },
        { to: ELSEWHERE, text: 'Hi', reference: 'own' },
      ],
    },
  },
  {
    name: 'a batch: what cannot be sent is left out',
    request: rest('sendbatch', {
      messages: [
        { to: 'x', content: 'Hi' },
        { to: THERE, content: 'Hi', colour: 'red' },
        { content: 'Hi' },
        { to: THERE, content: 'Hello' },
      ],
    }),
    expect: {
      ...batchOf(3),
      submitted: [{ to: THERE, text: 'Hello' }],
    },
  },
  {
    name: 'a batch: seconds from now',
    request: rest('sendbatch', { messages: [ONE], batch_config: { schedule_at: '90s' } }),
    expect: { ...batchOf(1, { scheduled: '90s' }), submitted: [{ scheduledAt: later(90) }] },
  },
  answers('a batch: an invalid time', rest('sendbatch', { messages: [ONE], batch_config: { schedule_at: 'soon' } }), {
    status: 412,
    body: { title: 'Cannot parse scheduled_at value' },
  }),
  answers(
    'a batch: a time that is over',
    rest('sendbatch', { messages: [ONE], batch_config: { schedule_at: '2001-01-01 00:00:00' } }),
    { status: 412, body: { title: 'Cannot schedule batch in past date' } },
  ),
  {
    name: 'a batch: its URLs are told what became of each message, once',
    request: rest('sendbatch', {
      globals: { content: 'Hello' },
      messages: [{ to: [THERE, 12] }, { to: ELSEWHERE, coding: 12 }],
      batch_config: { callback_url: 'http://client.example/good?shop=7', errback_url: 'http://client.example/bad' },
    }),
    expect: {
      ...batchOf(3),
      submitted: [{ to: THERE }],
      outbound: [
        { method: 'GET', url: calledBack('bad', ELSEWHERE, 0, '%5Bcoding%5D') },
        { method: 'GET', url: calledBack('good\\?shop=7', THERE, 1, 'Success\\+%22[0-9a-f-]{36}%22$') },
        { method: 'GET', url: calledBack('bad', '12', 0, '%5Bto%5D') },
      ],
    },
  },
  {
    name: 'a batch: only the URL that it has is called',
    request: rest('sendbatch', {
      messages: [ONE, { ...ONE, to: 12 }],
      batch_config: { callback_url: 7, errback_url: 'http://client.example/bad' },
    }),
    expect: { ...batchOf(2), submitted: [{}], outbound: [{ url: calledBack('bad', '12', 0, '%5Bto%5D') }] },
  },
  answers('a batch without messages', rest('sendbatch', {}), batchOf(0)),
  answers('the balance', get('', '/balance'), { status: 200, body: { balance: 'ND', sms_count: 'ND' } }),
  answers('the balance: an unknown argument', get('x=1', '/balance'), {
    status: 400,
    body: '"Argument [x] is unknown."',
  }),
  answers('REST: the balance', restGet('balance'), { status: 200, body: { data: { balance: 'ND', sms_count: 'ND' } } }),
  answers('the rate', get(`to=${THERE}&content=${'x'.repeat(161)}`, '/rate'), {
    status: 200,
    body: { unit_rate: 0.05, submit_sm_count: 2 },
  }),
  answers('the rate: without a text', get(`to=${THERE}`, '/rate'), { status: 200, body: { submit_sm_count: 1 } }),
  answers('REST: the rate', restGet('rate', `to=${THERE}`), { status: 200, body: { data: { submit_sm_count: 1 } } }),
  answers('ping', { method: 'GET', path: '/ping' }, { status: 200, body: 'Jasmin/PONG' }),
  answers(
    'ping: for programs that want JSON',
    { method: 'GET', path: '/ping', headers: { accept: 'application/json' } },
    { status: 200, body: { data: 'Jasmin/PONG' } },
  ),
]
