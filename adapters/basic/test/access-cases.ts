import { type AdapterCase, type AdapterKit, CONFORMANCE_API_KEY, type TestRequest, THERE } from '@heliograph/testkit'
import { basicInterface, refusal, USER } from './interface.ts'

const WRONG_KEY = 'Zz9vT8mXz1LrB6wYp9HsD2fGj5NcA7eUo4RtWbVx'

const TEXT = { to: '0821234567', msg: 'Hello' }
const LOGIN = { username: USER.email, password: USER.password, clientid: '1001' }
const ACCEPTED = {
  status: 200,
  headers: { sms_api_response: 'success' },
  body: `success|1:${THERE}:PENDING`,
  submitted: [{ to: THERE, clientId: 1001 }],
}
const INCOMPLETE = refusal('ERR-101', 'Username, password and clientid required')
const LOGIN_FAILED = refusal('ERR-90001', 'Invalid clientid')
const KEY_FAILED = refusal('ERR-90001', 'Invalid clientid', 401)

const NO_HEADERS = { 'x-api-key': undefined, authorization: undefined }

const withHeaders = (headers: TestRequest['headers'], query: Record<string, string> = TEXT): TestRequest => {
  return { query, headers: { ...NO_HEADERS, ...headers } }
}

const byLogin = (login: Record<string, string>): TestRequest => withHeaders({}, { ...TEXT, ...login })

const row = (name: string, request: TestRequest, expect: AdapterCase['expect'], before?: AdapterCase['before']) => {
  return { name: `credential: ${name}`, request, expect, before } satisfies AdapterCase
}

const disableUser = ({ engine, account }: AdapterKit) => engine.setUserEnabled(account.userId, false)
const disableClient = ({ engine, account }: AdapterKit) => engine.setClientEnabled(account.clientId, false)

/** Adds a user with the same e-mail at another client. */
const addNamesake = ({ engine }: AdapterKit) => {
  const clientId = engine.addClient({ name: 'Namesake' })
  engine.addChannel(clientId)
  engine.addUser(clientId, { email: USER.email, password: 'other' })
}

async function lock(kit: AdapterKit): Promise<void> {
  for (let count = 0; count < 5; count += 1) await kit.request(byLogin({ ...LOGIN, password: 'wrong' }))
}

/** Which credentials are accepted, in each of the three forms. */
export const accessCases: readonly AdapterCase[] = [
  // spec: Authentication | header | basic: X-API-Key: <API_KEY> -> credential: X-API-Key
  row('X-API-Key', withHeaders({ 'X-API-Key': CONFORMANCE_API_KEY }), ACCEPTED),
  // spec: Authentication | header | basic: Authorization: Bearer <API_KEY> -> credential: Authorization: Bearer
  row('Authorization: Bearer', withHeaders({ authorization: `Bearer ${CONFORMANCE_API_KEY}` }), ACCEPTED),
  // spec: Authentication | header | basic: Authorization: ApiKey <API_KEY> -> credential: Authorization: ApiKey
  row('Authorization: ApiKey', withHeaders({ authorization: `ApiKey ${CONFORMANCE_API_KEY}` }), ACCEPTED),
  row('scheme words in any letter case', withHeaders({ authorization: `APIKEY  ${CONFORMANCE_API_KEY} ` }), ACCEPTED),
  // spec: Authentication | field | basic: username, password, clientid in the query -> credential: username, password and clientid
  row('username, password and clientid', byLogin(LOGIN), ACCEPTED),
  // spec: Authentication | field | basic: username, password, clientid in the form -> credential: a login in the form
  row('a login in the form', { method: 'POST', form: { ...TEXT, ...LOGIN }, headers: NO_HEADERS }, ACCEPTED),
  row(
    'a login in the query and a text in the form',
    { method: 'POST', query: LOGIN, form: TEXT, headers: NO_HEADERS },
    ACCEPTED,
  ),
  row('the e-mail in any letter case', byLogin({ ...LOGIN, username: 'Jo@ACME.Example' }), ACCEPTED),
  row('clientid tells users of one e-mail apart', byLogin(LOGIN), ACCEPTED, addNamesake),
  row(
    'the password of the namesake does not count',
    byLogin({ ...LOGIN, password: 'other' }),
    LOGIN_FAILED,
    addNamesake,
  ),
  row(
    'X-API-Key goes before Authorization',
    withHeaders({ 'x-api-key': CONFORMANCE_API_KEY, authorization: `Bearer ${WRONG_KEY}` }),
    ACCEPTED,
  ),
  row(
    'a wrong X-API-Key decides alone, whatever Authorization says',
    withHeaders({ 'x-api-key': WRONG_KEY, authorization: `Bearer ${CONFORMANCE_API_KEY}` }),
    KEY_FAILED,
  ),
  row(
    'a wrong X-API-Key decides alone, whatever the login',
    withHeaders({ 'x-api-key': WRONG_KEY }, { ...TEXT, ...LOGIN }),
    KEY_FAILED,
  ),
  row(
    'Authorization goes before a login',
    withHeaders({ authorization: `Bearer ${WRONG_KEY}` }, { ...TEXT, ...LOGIN }),
    KEY_FAILED,
  ),
  row(
    'a good key needs no login',
    withHeaders({ 'x-api-key': CONFORMANCE_API_KEY }, { ...TEXT, username: 'x' }),
    ACCEPTED,
  ),
  row(
    'an empty X-API-Key is absent',
    withHeaders({ 'x-api-key': ' ', authorization: `Bearer ${CONFORMANCE_API_KEY}` }),
    ACCEPTED,
  ),
  row('empty headers are absent', withHeaders({ 'x-api-key': '', authorization: '' }, { ...TEXT, ...LOGIN }), ACCEPTED),
  row('Authorization without a scheme word is absent', withHeaders({ authorization: CONFORMANCE_API_KEY }), INCOMPLETE),
  row('Authorization: Basic is absent', withHeaders({ authorization: 'Basic am86cHc=' }), INCOMPLETE),
  // spec: Basic HTTP interface: errors | status | 401 with ERR-90001 for an API key -> credential: a wrong key: 401 with a challenge
  row('a wrong key: 401 with a challenge', withHeaders({ 'x-api-key': WRONG_KEY }), {
    ...KEY_FAILED,
    headers: { ...KEY_FAILED.headers, 'www-authenticate': 'ApiKey' },
  }),
  row('the first characters of a key', withHeaders({ 'x-api-key': CONFORMANCE_API_KEY.slice(0, 8) }), KEY_FAILED),
  row(
    'a key in the query does not count',
    withHeaders({}, { ...TEXT, key: CONFORMANCE_API_KEY, 'X-API-Key': CONFORMANCE_API_KEY }),
    INCOMPLETE,
  ),
  // spec: Basic HTTP interface: errors | error | ERR-101 Username, password and clientid required -> credential: none at all: ERR-101 with 200
  row('none at all: ERR-101 with 200', withHeaders({}), INCOMPLETE),
  // spec: Basic HTTP interface: errors | rule | ERR-101 without username -> credential: a login with an empty username
  // spec: Basic HTTP interface: errors | rule | ERR-101 without password -> credential: a login with an empty password
  // spec: Basic HTTP interface: errors | rule | ERR-101 without clientid -> credential: a login with an empty clientid
  ...(['username', 'password', 'clientid'] as const).map((name) => {
    return row(`a login with an empty ${name}`, byLogin({ ...LOGIN, [name]: '' }), INCOMPLETE)
  }),
  row('a login of a username alone', byLogin({ username: USER.email }), INCOMPLETE),
  row('a login with a wrong password', byLogin({ ...LOGIN, password: 'wrong' }), LOGIN_FAILED),
  row('a login with an unknown username', byLogin({ ...LOGIN, username: 'al@acme.example' }), LOGIN_FAILED),
  row("a login with another client's clientid", byLogin({ ...LOGIN, clientid: '1002' }), LOGIN_FAILED),
  // spec: Basic HTTP interface: errors | error | ERR-90001 Invalid clientid -> credential: a login with clientid 4711
  ...['4711', 'x', '0', '-1', '1001.0', '1e3', '99999999999999999999'].map((clientid) => {
    return row(`a login with clientid ${clientid}`, byLogin({ ...LOGIN, clientid }), LOGIN_FAILED)
  }),
  row('a locked login, although the password is right', byLogin(LOGIN), LOGIN_FAILED, lock),
  row('a key of a disabled user', withHeaders({ 'x-api-key': CONFORMANCE_API_KEY }), KEY_FAILED, disableUser),
  row('a key of a disabled client', withHeaders({ 'x-api-key': CONFORMANCE_API_KEY }), KEY_FAILED, disableClient),
  row('a login of a disabled user', byLogin(LOGIN), LOGIN_FAILED, disableUser),
  row('a login of a disabled client', byLogin(LOGIN), LOGIN_FAILED, disableClient),
  row('comes before the action', withHeaders({}, { action: 'nonsense' }), INCOMPLETE),
  row('comes before what is missing', withHeaders({ 'x-api-key': WRONG_KEY }, { action: 'sendsms' }), KEY_FAILED),
  row(
    'logins while the database is away',
    byLogin(LOGIN),
    refusal('EXP-SENDSMS-01', 'Exception while sending: Forced unavailable'),
    ({ engine }) => engine.failNext('unavailable', 'logins'),
  ),
  row(
    'logins count against the requests a minute, too',
    byLogin(LOGIN),
    { status: 429, headers: { 'retry-after': '60' } },
    async (kit) => {
      for (let count = 0; count < 60; count += 1) await kit.request(byLogin({ ...LOGIN, to: '' }))
    },
  ),
  {
    name: 'method: 405 in plain text has no sms_api_response',
    request: { method: 'PUT', path: basicInterface.path },
    expect: {
      status: 405,
      headers: { allow: 'GET, POST, HEAD', sms_api_response: undefined },
      body: /^Method not allowed/,
    },
  },
]
