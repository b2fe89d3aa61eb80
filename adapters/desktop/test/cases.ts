import { type AdapterCase, CONFORMANCE_API_KEY, type TestRequest, THERE } from '@heliograph/testkit'
import { desktopInterface } from './interface.ts'

const WRONG_KEY = 'Zz9vT8mXz1LrB6wYp9HsD2fGj5NcA7eUo4RtWbVx'

/** A GET with these parameters and no others. */
const get = (query: TestRequest['query']): TestRequest => ({ method: 'GET', path: desktopInterface.path, query })

const post = (body: TestRequest): TestRequest => ({ method: 'POST', path: desktopInterface.path, ...body })

const GOOD = { key: CONFORMANCE_API_KEY, to: '0821234567', message: 'Hello' }
const LONG = 'x'.repeat(39_015)
const ACCEPTED = { status: 200, body: `1:${THERE}:PENDING`, submitted: [{ to: THERE, text: 'Hello' }] }
const NO_KEY = { status: 200, body: desktopInterface.key?.missing }
const NO_RECIPIENTS = { status: 200, body: desktopInterface.refusals.recipients }
const NO_TEXT = { status: 200, body: desktopInterface.refusals.text }

const row = (name: string, request: TestRequest, expect: AdapterCase['expect']): AdapterCase => {
  return { name, request, expect }
}

/** The rows that only this interface needs: the order of its checks, and the texts of its errors. */
export const desktopCases: readonly AdapterCase[] = [
  row('order of checks: the key first', get(''), NO_KEY),
  row('order of checks: the recipients before the text', get({ key: CONFORMANCE_API_KEY }), NO_RECIPIENTS),
  row('order of checks: the recipients before whether the key is good', get({ key: WRONG_KEY }), NO_RECIPIENTS),
  row('order of checks: the text before whether the key is good', get({ key: WRONG_KEY, to: THERE }), NO_TEXT),
  // spec: Desktop accounting endpoint | header | Content-Type: text/plain -> answer: plain text in UTF-8
  row('answer: plain text in UTF-8', get({ ...GOOD, to: `${THERE},ü` }), {
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: `1:${THERE}:PENDING,0:ü:ERROR`,
    submitted: [{}],
  }),
  row('body: a form', post({ form: GOOD }), ACCEPTED),
  // spec: Limits | rule | desktop: a text too long for a URL by POST -> body: a form with a text longer than a URL may be
  row('body: a form with a text longer than a URL may be', post({ form: { ...GOOD, message: LONG } }), {
    ...ACCEPTED,
    submitted: [{ to: THERE, text: LONG, parts: 255 }],
  }),
  row('body: JSON is no form', post({ json: GOOD }), NO_KEY),
  row('body: JSON does not matter beside a query', post({ json: { to: 'x' }, query: GOOD }), ACCEPTED),
  row('body: of a GET does not matter', { ...get(GOOD), body: 'to=0829876543' }, ACCEPTED),
]
