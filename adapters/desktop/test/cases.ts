import { type AdapterCase, CONFORMANCE_API_KEY, type TestRequest, THERE } from '@heliograph/testkit'
import { desktopInterface } from './interface.ts'

const WRONG_KEY = 'Zz9vT8mXz1LrB6wYp9HsD2fGj5NcA7eUo4RtWbVx'

/** A GET with these parameters and no others. */
const get = (query: Record<string, string>, over: TestRequest = {}): TestRequest => {
  return { method: 'GET', path: desktopInterface.path, query, ...over }
}

const TEXT = { to: '0821234567', message: 'Hello' }
const ACCEPTED = { status: 200, body: `1:${THERE}:PENDING`, submitted: [{ to: THERE, text: 'Hello' }] }
const NO_KEY = { status: 200, body: 'ERROR! [key] or [password] NOT PROVIDED' }
const NO_RECIPIENTS = { status: 200, body: desktopInterface.refusals.recipients }
const NO_TEXT = { status: 200, body: desktopInterface.refusals.text }
const AS_GIVEN = { status: 200, body: '0:0821234567:ERROR' }

const row = (name: string, request: AdapterCase['request'], expect: AdapterCase['expect']): AdapterCase => {
  return { name, request, expect }
}

/** What this interface has of its own: the key, and the words of its errors. */
export const desktopCases: readonly AdapterCase[] = [
  row('key: by key', get({ key: CONFORMANCE_API_KEY, ...TEXT }), ACCEPTED),
  row('key: by password', get({ password: CONFORMANCE_API_KEY, ...TEXT }), ACCEPTED),
  row('key: blanks around it do not matter', get({ key: ` ${CONFORMANCE_API_KEY} `, ...TEXT }), ACCEPTED),
  row('key: key goes before password', get({ password: WRONG_KEY, key: CONFORMANCE_API_KEY, ...TEXT }), ACCEPTED),
  row(
    'key: a wrong key decides, whatever password says',
    get({ key: WRONG_KEY, password: CONFORMANCE_API_KEY, ...TEXT }),
    AS_GIVEN,
  ),
  row('key: an empty key leaves it to password', get({ key: ' ', password: CONFORMANCE_API_KEY, ...TEXT }), ACCEPTED),
  row(
    'key: in the form',
    { method: 'POST', path: desktopInterface.path, form: { key: CONFORMANCE_API_KEY, ...TEXT } },
    ACCEPTED,
  ),
  row('key: missing', get(TEXT), NO_KEY),
  row('key: empty', get({ key: '', password: '', ...TEXT }), NO_KEY),
  row('key: X-API-Key means nothing', get(TEXT, { headers: { 'x-api-key': CONFORMANCE_API_KEY } }), NO_KEY),
  row(
    'key: Authorization means nothing',
    get(TEXT, { headers: { authorization: `Bearer ${CONFORMANCE_API_KEY}` } }),
    NO_KEY,
  ),
  row(
    'key: unknown is ERROR for each recipient, as it was given',
    get({ key: WRONG_KEY, ...TEXT, to: '0821234567,n/a' }),
    {
      status: 200,
      body: '0:0821234567:ERROR,0:n/a:ERROR',
    },
  ),
  row(
    'key: given twice is another one',
    get({}, { query: { key: [CONFORMANCE_API_KEY, CONFORMANCE_API_KEY], ...TEXT } }),
    AS_GIVEN,
  ),
  {
    name: 'key: of a disabled user',
    before: ({ engine, account }) => engine.setUserEnabled(account.userId, false),
    request: get({ key: CONFORMANCE_API_KEY, ...TEXT }),
    expect: AS_GIVEN,
  },
  {
    name: 'key: of a disabled client',
    before: ({ engine, account }) => engine.setClientEnabled(account.clientId, false),
    request: get({ key: CONFORMANCE_API_KEY, ...TEXT }),
    expect: AS_GIVEN,
  },
  row('order of checks: the key first', get({}), NO_KEY),
  row('order of checks: the recipients before the text', get({ key: CONFORMANCE_API_KEY }), NO_RECIPIENTS),
  row('order of checks: the text before whether the key is good', get({ key: WRONG_KEY, to: THERE }), NO_TEXT),
  row(
    'order of checks: recipients before whether the key is good',
    get({ key: WRONG_KEY, message: 'Hello' }),
    NO_RECIPIENTS,
  ),
  row('answer: plain text in UTF-8', get({ key: CONFORMANCE_API_KEY, ...TEXT, to: `${THERE},ü` }), {
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: `1:${THERE}:PENDING,0:ü:ERROR`,
    submitted: [{}],
  }),
  row(
    'body: JSON is no form',
    { method: 'POST', path: desktopInterface.path, json: { key: CONFORMANCE_API_KEY, ...TEXT } },
    NO_KEY,
  ),
]
