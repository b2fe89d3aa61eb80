import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  BASIC,
  BEARER,
  BEARER_OR_API_KEY,
  type Credential,
  type CredentialForm,
  Parameters,
  readCredential,
  X_API_KEY,
} from '../src/index.ts'

// The interfaces of the specification, as their adapters would declare them.
const FORMS = {
  basic: [
    X_API_KEY,
    BEARER_OR_API_KEY,
    { kind: 'login', account: 'username', password: 'password', client: 'clientid' },
  ],
  accounting: [X_API_KEY, BEARER, { kind: 'parameter', names: 'apikey', place: 'query' }],
  desktop: [{ kind: 'parameter', names: ['key', 'password'] }],
  queue: [{ kind: 'parameter', names: 'key', place: 'query' }],
  erpA: [{ kind: 'login', account: 'account', password: 'password' }],
  v2: [
    { ...X_API_KEY, emptyCounts: true },
    { kind: 'authorization', schemes: ['App', 'ApiKey', 'Bearer'], bare: true },
  ],
  password: [BASIC],
} satisfies Record<string, readonly CredentialForm[]>

const key = (text: string): Credential => ({ kind: 'key', key: text })

const login = (account: string, password: string, client = ''): Credential => ({
  kind: 'login',
  account,
  password,
  client,
})

const base64 = (text: string) => Buffer.from(text).toString('base64')

interface Row {
  readonly on: keyof typeof FORMS
  readonly what: string
  readonly headers?: Record<string, string>
  readonly query?: string
  readonly form?: string
  readonly is: Credential | undefined
}

const ROWS: readonly Row[] = [
  { on: 'basic', what: 'X-API-Key', headers: { 'x-api-key': ' K ' }, is: key('K') },
  { on: 'basic', what: 'Bearer', headers: { authorization: 'Bearer K' }, is: key('K') },
  { on: 'basic', what: 'ApiKey in another letter case', headers: { authorization: ' APIKEY   K ' }, is: key('K') },
  {
    on: 'basic',
    what: 'X-API-Key before all others',
    headers: { 'x-api-key': 'K', authorization: 'Bearer other' },
    query: 'username=a&password=b',
    is: key('K'),
  },
  {
    on: 'basic',
    what: 'Authorization before parameters',
    headers: { authorization: 'Bearer K' },
    query: 'username=a&password=b&clientid=1',
    is: key('K'),
  },
  {
    on: 'basic',
    what: 'an empty X-API-Key is absent',
    headers: { 'x-api-key': ' ', authorization: 'Bearer K' },
    is: key('K'),
  },
  {
    on: 'basic',
    what: 'a scheme word without a key is absent',
    headers: { authorization: 'Bearer' },
    query: 'username=a&password=b&clientid=1',
    is: login('a', 'b', '1'),
  },
  {
    on: 'basic',
    what: 'a scheme that the interface does not have means nothing',
    headers: { authorization: `Basic ${base64('a:b')}` },
    is: undefined,
  },
  { on: 'basic', what: 'a bare key means nothing', headers: { authorization: 'K' }, is: undefined },
  { on: 'basic', what: 'an incomplete log-in', query: 'username=a', is: login('a', '') },
  {
    on: 'basic',
    what: 'a login by form, in any letter case',
    form: 'UserName=a&PASSWORD=b&ClientID=7',
    is: login('a', 'b', '7'),
  },
  { on: 'basic', what: 'blanks belong to a password', query: 'username=+a+&password=+b+', is: login('a', ' b ') },
  { on: 'basic', what: 'empty login parameters are absent', query: 'username=&password=+', is: undefined },
  { on: 'basic', what: 'nothing', is: undefined },
  { on: 'accounting', what: 'the parameter', query: 'ApiKey=K', is: key('K') },
  { on: 'accounting', what: 'the parameter in the body means nothing', form: 'apikey=K', is: undefined },
  { on: 'accounting', what: 'the word ApiKey means nothing', headers: { authorization: 'ApiKey K' }, is: undefined },
  { on: 'desktop', what: 'key before password', query: 'password=P&key=K', is: key('K') },
  { on: 'desktop', what: 'password where key is empty', form: 'key=&password=P', is: key('P') },
  { on: 'desktop', what: 'X-API-Key means nothing', headers: { 'x-api-key': 'K' }, is: undefined },
  { on: 'queue', what: 'the parameter', query: 'key=K', is: key('K') },
  { on: 'queue', what: 'a parameter given twice is one wrong key', query: 'key=K&key=K', is: key('K,K') },
  { on: 'erpA', what: 'account and key', query: 'account=1001&password=K', is: login('1001', 'K') },
  { on: 'v2', what: 'the whole value', headers: { authorization: 'K' }, is: key('K') },
  { on: 'v2', what: 'behind App', headers: { authorization: 'App K' }, is: key('K') },
  { on: 'v2', what: 'a value with another word as a whole', headers: { authorization: 'Basic K' }, is: key('Basic K') },
  { on: 'v2', what: 'a word without a key', headers: { authorization: 'Bearer ' }, is: undefined },
  { on: 'v2', what: 'an empty X-API-Key decides', headers: { 'x-api-key': '', authorization: 'K' }, is: key('') },
  {
    on: 'password',
    what: 'Basic',
    headers: { authorization: `basic ${base64('jo@acme.example:s:é')}` },
    is: login('jo@acme.example', 's:é'),
  },
  {
    on: 'password',
    what: 'Basic without a colon',
    headers: { authorization: `Basic ${base64('jo')}` },
    is: login('jo', ''),
  },
  { on: 'password', what: 'Basic without a value', headers: { authorization: 'Basic' }, is: undefined },
  { on: 'password', what: 'Basic with what is no Base64', headers: { authorization: 'Basic ((((' }, is: login('', '') },
]

for (const { on, what, headers = {}, query = '', form = '', is } of ROWS) {
  test(`credential on ${on}: ${what}`, () => {
    const parameters = Parameters.of({ query, headers: {}, body: Buffer.from(form) })
    assert.deepEqual(readCredential(FORMS[on], headers, parameters), is)
  })
}

test('credential: parameters need not be given', () => {
  assert.equal(readCredential([...FORMS.desktop, ...FORMS.erpA], {}), undefined)
})
