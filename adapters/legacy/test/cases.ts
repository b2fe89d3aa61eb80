import { type AdapterCase, CONFORMANCE_API_KEY, type TestRequest, THERE } from '@heliograph/testkit'
import { legacyInterface, MISSING } from './interface.ts'

const BATCH = { User: 'jo', Password: CONFORMANCE_API_KEY, Message: 'Hello', Numbers: '0821234567' }
const ACCEPTED = { status: 200, body: `1:${THERE}:PENDING`, submitted: [{ to: THERE, text: 'Hello', reference: null }] }
const REFUSED = { status: 200, body: MISSING }

const post = (form: Record<string, string | readonly string[]>, over: TestRequest = {}): TestRequest => {
  return { method: 'POST', path: legacyInterface.path, form, ...over }
}

const without = (name: keyof typeof BATCH): Record<string, string> => {
  return Object.fromEntries(Object.entries(BATCH).filter(([each]) => each !== name))
}

const row = (name: string, request: AdapterCase['request'], expect: AdapterCase['expect']): AdapterCase => {
  return { name, request, expect }
}

/** What this interface has of its own: four parameters that all have to be there, and 500 for what fails on our side. */
export const legacyCases: readonly AdapterCase[] = [
  ...(['User', 'Password', 'Message', 'Numbers'] as const).map((name) => {
    return row(`${name}: missing, ${MISSING}`, post(without(name)), REFUSED)
  }),
  ...(['Password', 'Message', 'Numbers'] as const).map((name) => {
    return row(`${name}: blank is missing`, post({ ...BATCH, [name]: ' ' }), REFUSED)
  }),
  row('nothing at all', post({}, { form: undefined, body: '' }), REFUSED),
  row('User: an empty one is fine when it is there', post({ ...BATCH, User: '' }), ACCEPTED),
  // spec: Authentication | field | legacy: User is not validated
  row('User: is not validated', post({ ...BATCH, User: 'x'.repeat(5000) }), ACCEPTED),
  row('User: the key again, which no log may show', post({ ...BATCH, User: `jo:${CONFORMANCE_API_KEY}` }), ACCEPTED),
  row('User: given twice', post({ ...BATCH, User: ['a', 'b'] }), ACCEPTED),
  row('Password: in the query', post(without('Password'), { query: { password: CONFORMANCE_API_KEY } }), ACCEPTED),
  row('ref: means nothing here', post({ ...BATCH, ref: 'order 7' }), ACCEPTED),
  row('answer: plain text in UTF-8, not JSON', post({ ...BATCH, Numbers: '0821234567,ü' }), {
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: `1:${THERE}:PENDING,0:ü:ERROR`,
    submitted: [{}],
  }),
  row('body: JSON is no form', { method: 'POST', path: legacyInterface.path, json: BATCH }, REFUSED),
  row(
    'method: GET is 405',
    { method: 'GET', path: legacyInterface.path, query: BATCH },
    {
      status: 405,
      headers: { allow: 'POST' },
      body: /^Error: Method not allowed/,
    },
  ),
  row('method: HEAD is 405', { method: 'HEAD', path: legacyInterface.path, query: BATCH }, { status: 405 }),
  {
    name: 'error: a database that is away is 500, and nothing is sent',
    before: ({ engine }) => engine.failNext('unavailable', 'submissions'),
    request: post(BATCH),
    expect: { status: 500, headers: { 'content-type': /^text\/plain/ }, body: 'Error: Forced unavailable' },
  },
  {
    name: 'error: a fault of ours is 500 without its text',
    before: ({ engine }) => engine.failNext(new Error('an inner text'), 'submissions'),
    request: post(BATCH),
    expect: { status: 500, body: 'Error: Internal error', logs: [{ level: 'error', text: 'request failed' }] },
  },
]
