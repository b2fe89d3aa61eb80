import { type AdapterCase, CONFORMANCE_API_KEY } from '@heliograph/testkit'
import { accepted, refused, sending, UNKNOWN_KEY } from './requests.ts'

type Given = { readonly headers?: Record<string, string | undefined>; readonly query?: Record<string, string> | string }

const NONE = { 'x-api-key': undefined }

const requestOf = ({ headers = {}, query = '' }: Given) => ({ ...sending(), query, headers: { ...NONE, ...headers } })

const good = (name: string, given: Given): AdapterCase => ({
  name: `credential: ${name}`,
  request: requestOf(given),
  expect: accepted(),
})

const missing = (name: string, given: Given): AdapterCase => ({
  name: `credential: ${name}`,
  request: requestOf(given),
  expect: refused(401, 'missing_api_key', 'API key not given'),
})

const wrong = (name: string, given: Given): AdapterCase => ({
  name: `credential: ${name}`,
  request: requestOf(given),
  expect: refused(400, 'send_error', 'Invalid API key'),
})

const BASIC = `Basic ${Buffer.from(`user:${UNKNOWN_KEY}`).toString('base64')}`

/** The three forms of a key, their order, and invalid keys. */
export const credentialCases: readonly AdapterCase[] = [
  // spec: Authentication | header | accounting: X-API-Key: <API_KEY> -> credential: X-API-Key: <API_KEY>
  good('X-API-Key: <API_KEY>', { headers: { 'x-api-key': CONFORMANCE_API_KEY } }),
  // spec: Authentication | header | accounting: Authorization: Bearer <API_KEY> -> credential: Authorization: Bearer <API_KEY>
  good('Authorization: Bearer <API_KEY>', { headers: { authorization: `Bearer ${CONFORMANCE_API_KEY}` } }),
  good('Authorization: bearer, in any letter case', { headers: { authorization: `bearer  ${CONFORMANCE_API_KEY} ` } }),
  // spec: Authentication | field | accounting: apikey in the query -> credential: query parameter apikey
  good('query parameter apikey', { query: { apikey: CONFORMANCE_API_KEY } }),
  good('query parameter APIKey, in any letter case', { query: { APIKey: CONFORMANCE_API_KEY } }),
  good('X-API-Key goes before Authorization and apikey', {
    headers: { 'x-api-key': CONFORMANCE_API_KEY, authorization: `Bearer ${UNKNOWN_KEY}` },
    query: { apikey: UNKNOWN_KEY },
  }),
  good('Authorization goes before apikey', {
    headers: { authorization: `Bearer ${CONFORMANCE_API_KEY}` },
    query: { apikey: UNKNOWN_KEY },
  }),
  good('an empty X-API-Key counts as absent', {
    headers: { 'x-api-key': ' ' },
    query: { apikey: CONFORMANCE_API_KEY },
  }),
  good('Authorization of another scheme counts as absent', {
    headers: { authorization: BASIC },
    query: { apikey: CONFORMANCE_API_KEY },
  }),
  // spec: Accounting add-on JSON endpoint: errors | error | 401 missing_api_key -> credential: missing: 401 missing_api_key
  // spec: Authentication | error | accounting without a key: 401 missing_api_key -> credential: missing: 401 missing_api_key
  missing('missing: 401 missing_api_key', {}),
  missing('empty: 401 missing_api_key', { headers: { 'x-api-key': '', authorization: 'Bearer ' }, query: 'apikey=' }),
  missing('a bare key in Authorization does not count', { headers: { authorization: CONFORMANCE_API_KEY } }),
  missing('Authorization: ApiKey does not count', { headers: { authorization: `ApiKey ${CONFORMANCE_API_KEY}` } }),
  {
    name: 'credential: a key in the body does not count',
    request: { ...sending({ apikey: CONFORMANCE_API_KEY, key: CONFORMANCE_API_KEY }), headers: NONE },
    expect: refused(401, 'missing_api_key'),
  },
  {
    name: 'credential: 401 carries a challenge',
    request: requestOf({}),
    expect: { status: 401, headers: { 'www-authenticate': 'ApiKey' } },
  },
  // spec: Accounting add-on JSON endpoint: errors | rule | send_error for an invalid key -> credential: unknown: 400 send_error
  wrong('unknown: 400 send_error', { headers: { 'x-api-key': UNKNOWN_KEY } }),
  wrong('a wrong X-API-Key decides alone', {
    headers: { 'x-api-key': UNKNOWN_KEY, authorization: `Bearer ${CONFORMANCE_API_KEY}` },
    query: { apikey: CONFORMANCE_API_KEY },
  }),
  wrong('a wrong Bearer decides before apikey', {
    headers: { authorization: `Bearer ${UNKNOWN_KEY}` },
    query: { apikey: CONFORMANCE_API_KEY },
  }),
  wrong('apikey given twice is joined into another key', { query: `apikey=${CONFORMANCE_API_KEY}&apikey=x` }),
  wrong('the first characters of a key do not count', { query: { apikey: CONFORMANCE_API_KEY.slice(0, 8) } }),
  {
    name: 'credential: of a disabled user: 400 send_error',
    before: ({ engine, account }) => engine.setUserEnabled(account.userId, false),
    request: sending(),
    expect: refused(400, 'send_error', 'Invalid API key'),
  },
]
