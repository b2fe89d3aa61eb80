import { type AdapterCase, type AdapterKit, CONFORMANCE_API_KEY } from '@heliograph/testkit'
import { message, refusal, sending } from './requests.ts'

const ok = { status: 200 } as const

const UNAUTHORIZED = refusal({ status: 401, messageId: 'UNAUTHORIZED' }, {}, /API key/)

const withHeaders = (headers: Record<string, string | undefined>) => ({ ...sending(), headers })

const UNKNOWN_KEY = 'Zz9vT8mXz1LrB6wYp9HsD2fGj5NcA7eUo4RtWbVx'

const accepted = (name: string, headers: Record<string, string | undefined>): AdapterCase => ({
  name: `credential: ${name}`,
  request: withHeaders(headers),
  expect: { ...ok, submitted: [{}] },
})

const refused = (name: string, headers: Record<string, string | undefined>): AdapterCase => ({
  name: `credential: ${name}`,
  request: withHeaders(headers),
  expect: UNAUTHORIZED,
})

async function useUp(kit: AdapterKit, requests: number): Promise<void> {
  for (let count = 0; count < requests; count += 1) await kit.request({ method: 'GET', path: '/sms/2/reports' })
}

const TOO_MANY = {
  status: 429,
  headers: { 'retry-after': '60' },
  body: { requestError: { serviceException: { messageId: 'TOO_MANY_REQUESTS', text: /./, validationErrors: {} } } },
}

/** Who is admitted, how often, and the answers for paths and methods that do not exist. */
export const accessCases: readonly AdapterCase[] = [
  // spec: v2 send | header | Authorization, required -> credential: Authorization: <API_KEY>, no scheme word
  // spec: Authentication | header | v2: Authorization: <API_KEY>, without a scheme word -> credential: Authorization: <API_KEY>, no scheme word
  accepted('Authorization: <API_KEY>, no scheme word', { authorization: CONFORMANCE_API_KEY }),
  accepted('Authorization: App <API_KEY>', { authorization: `App ${CONFORMANCE_API_KEY}` }),
  accepted('Authorization: ApiKey <API_KEY>', { authorization: `ApiKey ${CONFORMANCE_API_KEY}` }),
  accepted('Authorization: Bearer <API_KEY>', { authorization: `Bearer ${CONFORMANCE_API_KEY}` }),
  // spec: Authentication | header | v2: X-API-Key: <API_KEY> -> credential: X-API-Key: <API_KEY>
  accepted('X-API-Key: <API_KEY>', { authorization: undefined, 'x-api-key': CONFORMANCE_API_KEY }),
  accepted('X-API-Key beats a wrong Authorization', { authorization: 'wrong', 'x-api-key': CONFORMANCE_API_KEY }),
  refused('a wrong X-API-Key decides alone, whatever Authorization says', { 'x-api-key': UNKNOWN_KEY }),
  refused('an empty X-API-Key decides alone', { 'x-api-key': '' }),
  // spec: v2 send | header | Authorization, required -> credential: missing: 401 UNAUTHORIZED
  // spec: v2 REST | status | 401: missing API key -> credential: missing: 401 UNAUTHORIZED
  refused('missing: 401 UNAUTHORIZED', { authorization: undefined }),
  // spec: v2 REST | status | 401: invalid API key -> credential: unknown: 401 UNAUTHORIZED
  refused('unknown: 401 UNAUTHORIZED', { authorization: UNKNOWN_KEY }),
  refused('Basic does not count', { authorization: `Basic ${Buffer.from(`user:${UNKNOWN_KEY}`).toString('base64')}` }),
  refused('a scheme word alone does not count', { authorization: 'Bearer ' }),
  refused('the first characters of a key do not count', { authorization: CONFORMANCE_API_KEY.slice(0, 8) }),
  {
    name: 'credential: a key in the query does not count',
    request: (kit) => ({
      ...sending(),
      headers: { authorization: undefined },
      query: { apikey: `${kit.stranger.clientId}`, Authorization: UNKNOWN_KEY, 'X-API-Key': UNKNOWN_KEY },
    }),
    expect: UNAUTHORIZED,
  },
  {
    name: "credential: a disabled user's key stops working",
    before: ({ engine, account }) => engine.setUserEnabled(account.userId, false),
    request: sending(),
    expect: UNAUTHORIZED,
  },
  {
    name: "credential: a disabled client's key stops working",
    before: ({ engine, account }) => engine.setClientEnabled(account.clientId, false),
    request: sending(),
    expect: UNAUTHORIZED,
  },
  {
    name: 'credential: comes before the body; a broken one is a 401 when the key is wrong',
    request: { body: '{', headers: { authorization: UNKNOWN_KEY } },
    expect: UNAUTHORIZED,
  },
  {
    name: 'credential: a 401 carries a challenge',
    request: withHeaders({ authorization: undefined }),
    expect: { status: 401, headers: { 'www-authenticate': /./ } },
  },
  {
    name: 'limit: request rate, the 300th request of a minute passes',
    before: (kit) => useUp(kit, 299),
    request: sending(),
    expect: { ...ok, submitted: [{}] },
  },
  // spec: v2 REST | status | 429: rate limit exceeded
  // spec: Limits | limit | v2: 300 requests a minute, more: 429
  {
    name: 'limit: request rate, 300 requests per minute, exceeded -> 429 TOO_MANY_REQUESTS with Retry-After, nothing queued',
    before: (kit) => useUp(kit, 300),
    request: sending(),
    expect: TOO_MANY,
  },
  {
    name: 'limit: request rate comes before the body',
    before: (kit) => useUp(kit, 300),
    request: { body: '{' },
    expect: TOO_MANY,
  },
  {
    name: 'limit: request rate, a minute later requests pass again',
    before: async (kit) => {
      await useUp(kit, 301)
      kit.clock.advance(60_000)
    },
    request: sending(),
    expect: { ...ok, submitted: [{}] },
  },
  {
    name: 'limit: request rate, requests with a bad key do not count',
    before: async (kit) => {
      await useUp(kit, 299)
      await kit.request(withHeaders({ authorization: UNKNOWN_KEY }))
    },
    request: sending(),
    expect: { ...ok, submitted: [{}] },
  },
  // spec: v2 REST | status | 429: rate limit exceeded
  {
    name: 'limit: request rate, every operation counts',
    before: async (kit) => {
      await useUp(kit, 297)
      await kit.request({ path: '/sms/2/preview', json: { text: 'x' } })
      await kit.request({ method: 'GET', path: '/sms/2/logs' })
      await kit.request({ method: 'GET', path: '/sms/2/bulks' })
    },
    request: sending(),
    expect: TOO_MANY,
  },
  ...['/sms/2/nothing', '/sms/2', '/sms/2/', '/sms/2/messages/1', '/sms/2/text', '/sms/2/MESSAGES', '/sms/2/%00'].map(
    (path): AdapterCase => ({
      name: `path: ${path} is unknown, 404 NOT_FOUND`,
      request: { ...sending(), path },
      expect: refusal({ status: 404, messageId: 'NOT_FOUND' }),
    }),
  ),
  ...(
    [
      ['GET', '/sms/2/messages', /^POST/],
      ['PUT', '/sms/2/text/single', /^POST/],
      ['POST', '/sms/2/reports', /^GET/],
      ['DELETE', '/sms/2/logs', /^GET/],
      ['GET', '/sms/2/preview', /^POST/],
      ['POST', '/sms/2/bulks', /GET.*PUT.*DELETE|DELETE.*GET.*PUT|GET.*DELETE.*PUT/],
      ['PATCH', '/sms/2/bulks/', /GET/],
    ] as const
  ).map(
    ([method, path, allow]): AdapterCase => ({
      name: `path: ${method} ${path} is 405 METHOD_NOT_ALLOWED with Allow`,
      request: { method, path },
      expect: {
        status: 405,
        headers: { allow },
        body: {
          requestError: { serviceException: { messageId: 'METHOD_NOT_ALLOWED', text: /./, validationErrors: {} } },
        },
      },
    }),
  ),
  {
    name: 'path: send tolerates a trailing slash',
    request: { json: { messages: [message()] }, path: '/sms/2/messages/' },
    expect: { ...ok, submitted: [{}] },
  },
  {
    name: 'documentation: openapi.json without a key',
    request: { method: 'GET', path: '/sms/2/openapi.json', headers: { authorization: undefined } },
    expect: {
      ...ok,
      headers: { 'content-type': /^application\/json/ },
      body: { openapi: '3.1.0', servers: [{ url: 'https://gateway.example' }] },
    },
  },
  {
    name: 'documentation: a page without a key and without anything from elsewhere',
    request: { method: 'GET', path: '/sms/2/docs', headers: { authorization: undefined } },
    expect: {
      ...ok,
      headers: { 'content-type': /^text\/html/, 'content-security-policy': /default-src 'none'/ },
      body: (page: string) => page.startsWith('<!doctype html>') && !/<script|<link|<img|src=|@import/.test(page),
    },
  },
]
