import { Tokens } from '@heliograph/contracts'
import { type AdapterCase, type AdapterKit, CONFORMANCE_API_KEY, type TestRequest } from '@heliograph/testkit'
import { sending } from './requests.ts'

const TOKEN = /^at1_[\w-]{80}$/
const NOT_KEPT = { 'cache-control': 'no-store', pragma: 'no-cache' }

type Form = Readonly<Record<string, string | readonly string[]>>

const basic = (id: string, secret = CONFORMANCE_API_KEY, encode = encodeURIComponent) =>
  `Basic ${Buffer.from(`${encode(id)}:${encode(secret)}`).toString('base64')}`

/** A request for a token by the account under test; `authorization`: how it says who it is, besides the form. */
const asking =
  (
    form: Form = {},
    authorization: (kit: AdapterKit) => string | undefined = ({ account }) => basic(account.principal.email),
  ) =>
  (kit: AdapterKit): TestRequest => ({
    method: 'POST',
    path: '/oauth2/token',
    form: { grant_type: 'client_credentials', ...form },
    headers: { authorization: authorization(kit) },
  })

/** The same with who it is in the form. */
const inForm =
  (over: Form = {}) =>
  (kit: AdapterKit): TestRequest =>
    asking(
      { client_id: kit.account.principal.email, client_secret: CONFORMANCE_API_KEY, ...over },
      () => undefined,
    )(kit)

const GRANTED = {
  status: 200,
  headers: NOT_KEPT,
  body: { access_token: TOKEN, token_type: 'Bearer', expires_in: 3_600, scope: 'send' },
}

const refused = (status: number, error: string, headers: Readonly<Record<string, unknown>> = {}) => ({
  status,
  headers: { ...NOT_KEPT, ...headers },
  // RFC 6749 section 5.2: no quotes and backslashes.
  body: { error, error_description: /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/ },
})

const UNKNOWN = refused(401, 'invalid_client', { 'www-authenticate': /^Basic / })

const granting = (name: string, request: AdapterCase['request']): AdapterCase => ({
  name: `token: ${name}`,
  request,
  expect: GRANTED,
})

const refusing = (name: string, request: AdapterCase['request'], expect: AdapterCase['expect']): AdapterCase => ({
  name: `token: ${name}`,
  request,
  expect,
})

/** A token of the account under test, which it has revoked by `revoke`. */
async function tokenOf(kit: AdapterKit, revoke?: (token: string) => TestRequest): Promise<string> {
  const { token } = await kit.engine.service(Tokens).issue(kit.account.principal)
  if (revoke !== undefined) await kit.request(revoke(token))
  return token
}

/** The token of a row, made before it. */
const made = new WeakMap<AdapterKit, string>()

const withToken = (
  name: string,
  expect: AdapterCase['expect'],
  make: (kit: AdapterKit) => Promise<string>,
): AdapterCase => ({
  name: `token: ${name}`,
  async before(kit) {
    made.set(kit, await make(kit))
  },
  request: (kit) => ({ ...sending(), headers: { authorization: `Bearer ${made.get(kit)}` } }),
  expect,
})

const revoking =
  (kit: AdapterKit, over: Form = {}) =>
  (token: string): TestRequest => ({ ...asking({ token, ...over })(kit), path: '/oauth2/revoke' })

/** Access tokens: how they are handed out, taken and revoked. */
export const tokenCases: readonly AdapterCase[] = [
  granting('for a client that says who it is by Basic', asking()),
  granting('for a client that says who it is in the form', inForm()),
  granting('for an id in other letters, and a scope', (kit) =>
    inForm({ client_id: kit.account.principal.email.toUpperCase(), scope: 'send' })(kit),
  ),
  granting(
    'for an id that is not encoded as it should be',
    asking({}, ({ account }) => basic(account.principal.email, CONFORMANCE_API_KEY, String)),
  ),
  granting('for a parameter without a value, which is as if it were not there', asking({ scope: '', client_id: '' })),
  refusing('not for a wrong secret', inForm({ client_secret: 'x'.repeat(40) }), UNKNOWN),
  refusing('not for the id of another', inForm({ client_id: 'other@example.com' }), UNKNOWN),
  refusing('not without an id', inForm({ client_id: '' }), UNKNOWN),
  refusing(
    'not without credentials',
    asking({}, () => undefined),
    UNKNOWN,
  ),
  refusing(
    'not for a key alone',
    asking({}, () => `Bearer ${CONFORMANCE_API_KEY}`),
    UNKNOWN,
  ),
  refusing(
    'not for Basic without a colon',
    asking({}, () => 'Basic YWJj'),
    UNKNOWN,
  ),
  refusing(
    'not for who authenticates in two ways',
    asking({ client_secret: CONFORMANCE_API_KEY }),
    refused(400, 'invalid_request'),
  ),
  refusing('not for another grant', asking({ grant_type: 'password' }), refused(400, 'unsupported_grant_type')),
  refusing('not without a grant', asking({ grant_type: '' }), refused(400, 'invalid_request')),
  refusing('not for a parameter given twice', asking({ scope: ['send', 'send'] }), refused(400, 'invalid_request')),
  refusing('not for another scope', asking({ scope: 'portal' }), refused(400, 'invalid_scope')),
  refusing(
    'not for a body that is no form',
    (kit) => ({ ...asking()(kit), form: undefined, json: { grant_type: 'client_credentials' } }),
    refused(400, 'invalid_request'),
  ),
  {
    name: 'token: guessing is slowed down by address',
    async before(kit) {
      for (let times = 0; times < 60; times += 1) await kit.request(inForm({ client_secret: `guess ${times}` })(kit))
    },
    request: inForm(),
    expect: refused(429, 'temporarily_unavailable', { 'retry-after': '60' }),
  },
  {
    name: 'token: counts as a request of its user',
    async before(kit) {
      for (let times = 0; times < 300; times += 1) await kit.request({ method: 'GET', path: '/sms/2/reports' })
    },
    request: inForm(),
    expect: refused(429, 'temporarily_unavailable', { 'retry-after': '60' }),
  },
  {
    name: 'token: the database is away',
    before: ({ engine }) => engine.failNext('unavailable', 'directory'),
    request: inForm(),
    expect: refused(503, 'temporarily_unavailable'),
  },
  {
    name: 'token: the server describes itself',
    request: { method: 'GET', path: '/.well-known/oauth-authorization-server', headers: { authorization: undefined } },
    expect: {
      status: 200,
      body: {
        issuer: 'https://gateway.example',
        token_endpoint: 'https://gateway.example/oauth2/token',
        revocation_endpoint: 'https://gateway.example/oauth2/revoke',
        grant_types_supported: ['client_credentials'],
        response_types_supported: [],
      },
    },
  },
  withToken('sends like its key', { status: 200, submitted: [{}] }, tokenOf),
  withToken('is good after one of another was revoked', { status: 200, submitted: [{}] }, async (kit) => {
    const token = await tokenOf(kit)
    const other = await kit.engine.service(Tokens).issue(kit.stranger.principal)
    await kit.request(revoking(kit)(other.token))
    return token
  }),
  withToken(
    'no longer sends once it was revoked',
    {
      status: 401,
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
      body: { requestError: { serviceException: { messageId: 'UNAUTHORIZED', text: /access token/ } } },
    },
    (kit) => tokenOf(kit, revoking(kit)),
  ),
  {
    name: 'token: revoking what is no token is answered as if it were one',
    request: (kit) => revoking(kit)('unknown'),
    expect: { status: 200, headers: NOT_KEPT, body: '' },
  },
  {
    name: 'token: revoking without a token',
    request: (kit) => revoking(kit, { token: '' })(''),
    expect: refused(400, 'invalid_request'),
  },
  {
    name: 'token: revoking by a client that is unknown',
    request: (kit) => ({ ...inForm({ token: 'x', client_secret: 'wrong' })(kit), path: '/oauth2/revoke' }),
    expect: UNKNOWN,
  },
]
