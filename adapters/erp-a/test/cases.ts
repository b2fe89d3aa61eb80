import { type AdapterCase, CONFORMANCE_API_KEY, type TestRequest, THERE } from '@heliograph/testkit'
import { erpAInterface } from './interface.ts'

const GOOD = { account: '1001', password: CONFORMANCE_API_KEY, recipient_addr: '0821234567', message: 'Hello' }

const get = (over: Record<string, string>): TestRequest => {
  return { method: 'GET', path: erpAInterface.path, query: { ...GOOD, ...over } }
}

const ACCEPTED = { status: 200, body: `1:${THERE}:PENDING`, submitted: [{ to: THERE, text: 'Hello' }] }
const AS_GIVEN = { status: 200, body: '0:0821234567:ERROR' }
const NO_ACCOUNT = { status: 200, body: 'ERROR! [account] NOT PROVIDED' }

const row = (name: string, request: AdapterCase['request'], expect: AdapterCase['expect']): AdapterCase => {
  return { name, request, expect }
}

/** The rows that only this interface needs: an account that must own the key, and only GET. */
export const erpACases: readonly AdapterCase[] = [
  // spec: ERP-compatible endpoints | field | A: account ; A: account is the client ID
  row('account: the client ID', get({ account: '1001' }), ACCEPTED),
  // spec: ERP-compatible endpoints | field | A: account is the e-mail of the user -> account: the user's e-mail
  row("account: the user's e-mail", get({ account: 'jo@acme.example' }), ACCEPTED),
  row("account: the user's e-mail in any case", get({ account: 'Jo@ACME.example' }), ACCEPTED),
  row('account: blanks around it do not matter', get({ account: ' 1001 ' }), ACCEPTED),
  // spec: ERP-compatible endpoints | field | A: account must own the key
  // spec: ERP-compatible endpoints | error | A: 0:<recipient>:ERROR for an account that does not own the key
  row('account: of another client is ERROR for each recipient', get({ account: '1002' }), AS_GIVEN),
  row('account: unknown', get({ account: '4711' }), AS_GIVEN),
  row('account: the client ID in another spelling does not count', get({ account: '01001' }), AS_GIVEN),
  row("account: the client's name does not count", get({ account: 'Client 1001' }), AS_GIVEN),
  row("account: a part of the user's e-mail does not count", get({ account: 'jo' }), AS_GIVEN),
  {
    // spec: ERP-compatible endpoints | field | A: account must own the key
    name: 'account: of another user of the same client, by e-mail, does not own the key',
    before: ({ engine, account }) => void engine.addUser(account.clientId, { email: 'al@acme.example' }),
    request: get({ account: 'al@acme.example' }),
    expect: AS_GIVEN,
  },
  // spec: ERP-compatible endpoints | error | A: ERROR! [account] NOT PROVIDED
  // spec: ERP-compatible endpoints | status | A: 200 of plain-text errors
  row('account: missing', get({ account: '' }), NO_ACCOUNT),
  row(
    'order of checks: the account first',
    get({ account: '', password: '', recipient_addr: '', message: '' }),
    NO_ACCOUNT,
  ),
  row('order of checks: then the key', get({ password: '', recipient_addr: '', message: '' }), {
    status: 200,
    body: erpAInterface.key?.missing,
  }),
  row('order of checks: then the recipients', get({ recipient_addr: '', message: '' }), {
    status: 200,
    body: erpAInterface.refusals.recipients,
  }),
  row('order of checks: the text before whether the account owns the key', get({ account: '1002', message: '' }), {
    status: 200,
    body: erpAInterface.refusals.text,
  }),
  // spec: ERP-compatible endpoints | text | A: <sms_id>:<recipient>:<status>, joined by commas, text/plain
  row('answer: plain text in UTF-8', get({ recipient_addr: `${THERE},ü` }), {
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: `1:${THERE}:PENDING,0:ü:ERROR`,
    submitted: [{}],
  }),
  // spec: ERP-compatible endpoints | alias | A: the first alias that is not empty
  row('text: an empty message leaves it to msg', get({ message: ' ', msg: 'Hello' }), ACCEPTED),
  row('body: of a GET does not matter', { ...get({}), body: 'recipient_addr=0829876543' }, ACCEPTED),
]
