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

/** The rows that only this interface needs: four required parameters, and 500 for faults of the gateway. */
export const legacyCases: readonly AdapterCase[] = [
  // spec: Legacy batch endpoint | field | User, required -> User: missing, Error: invalid set of parameters. Expecting [User, Password, Message, Numbers]
  // spec: Legacy batch endpoint: errors | error | that text when User is missing -> User: missing, Error: invalid set of parameters. Expecting [User, Password, Message, Numbers]
  // spec: Legacy batch endpoint | field | Password, required -> Password: missing, Error: invalid set of parameters. Expecting [User, Password, Message, Numbers]
  // spec: Legacy batch endpoint: errors | error | that text when Password is missing -> Password: missing, Error: invalid set of parameters. Expecting [User, Password, Message, Numbers]
  // spec: Legacy batch endpoint | field | Message, required -> Message: missing, Error: invalid set of parameters. Expecting [User, Password, Message, Numbers]
  // spec: Legacy batch endpoint: errors | error | that text when Message is missing -> Message: missing, Error: invalid set of parameters. Expecting [User, Password, Message, Numbers]
  // spec: Legacy batch endpoint | field | Numbers, required -> Numbers: missing, Error: invalid set of parameters. Expecting [User, Password, Message, Numbers]
  // spec: Legacy batch endpoint: errors | error | that text when Numbers is missing -> Numbers: missing, Error: invalid set of parameters. Expecting [User, Password, Message, Numbers]
  ...(['User', 'Password', 'Message', 'Numbers'] as const).map((name) => {
    return row(`${name}: missing, ${MISSING}`, post(without(name)), REFUSED)
  }),
  ...(['Password', 'Message', 'Numbers'] as const).map((name) => {
    return row(`${name}: blank is missing`, post({ ...BATCH, [name]: ' ' }), REFUSED)
  }),
  // spec: Legacy batch endpoint: errors | error | Error: invalid set of parameters. Expecting [User, Password, Message, Numbers]
  // spec: Legacy batch endpoint: errors | status | 200 of other plain-text errors
  row('nothing at all', post({}, { form: undefined, body: '' }), REFUSED),
  // spec: Legacy batch endpoint | field | User may be empty when it is there
  row('User: an empty one is fine when it is there', post({ ...BATCH, User: '' }), ACCEPTED),
  // spec: Legacy batch endpoint | field | User is not validated
  // spec: Authentication | field | legacy: User is not validated
  row('User: is not validated', post({ ...BATCH, User: 'x'.repeat(5000) }), ACCEPTED),
  row('User: the key again, which no log may show', post({ ...BATCH, User: `jo:${CONFORMANCE_API_KEY}` }), ACCEPTED),
  row('User: given twice', post({ ...BATCH, User: ['a', 'b'] }), ACCEPTED),
  row('Password: in the query', post(without('Password'), { query: { password: CONFORMANCE_API_KEY } }), ACCEPTED),
  row('ref: means nothing here', post({ ...BATCH, ref: 'order 7' }), ACCEPTED),
  // spec: Legacy batch endpoint | text | answer is text/plain, not JSON ; <sms_id>:<recipient>:<status> for each recipient
  row('answer: plain text in UTF-8, not JSON', post({ ...BATCH, Numbers: '0821234567,ü' }), {
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: `1:${THERE}:PENDING,0:ü:ERROR`,
    submitted: [{}],
  }),
  row('body: JSON is no form', { method: 'POST', path: legacyInterface.path, json: BATCH }, REFUSED),
  row(
    // spec: Legacy batch endpoint | method | GET: 405 with Allow: POST
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
    // spec: Legacy batch endpoint: errors | status | 500 while the database is away
    name: 'error: a database that is away is 500, and nothing is sent',
    before: ({ engine }) => engine.failNext('unavailable', 'submissions'),
    request: post(BATCH),
    expect: { status: 500, headers: { 'content-type': /^text\/plain/ }, body: 'Error: Forced unavailable' },
  },
  {
    // spec: Legacy batch endpoint: errors | status | 500 on an exception in the server
    name: 'error: a fault of ours is 500 without its text',
    before: ({ engine }) => engine.failNext(new Error('an inner text'), 'submissions'),
    request: post(BATCH),
    expect: { status: 500, body: 'Error: Internal error', logs: [{ level: 'error', text: 'request failed' }] },
  },
]
