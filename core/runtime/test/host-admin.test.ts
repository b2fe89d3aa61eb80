import assert from 'node:assert/strict'
import { request } from 'node:http'
import { type TestContext, test } from 'node:test'
import { echo, startTestHost } from './host-fixture.ts'

// Who may use the admin port. Tested over real sockets, since only they pass the headers on unchanged.

const TOKEN = 'a-token-of-the-operator'
const BEARER = { authorization: `Bearer ${TOKEN}` }

interface Row {
  readonly name: string
  readonly method?: string
  readonly path?: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly status: number
}

const TOKENS: readonly Row[] = [
  { name: 'the token', headers: BEARER, status: 200 },
  { name: 'the token, spelled as others spell it', headers: { authorization: `bearer  ${TOKEN}` }, status: 200 },
  { name: 'no token', headers: {}, status: 401 },
  { name: 'another token', headers: { authorization: 'Bearer other' }, status: 401 },
  { name: 'the beginning of the token', headers: { authorization: `Bearer ${TOKEN.slice(0, -1)}` }, status: 401 },
  { name: 'the token in another scheme', headers: { authorization: `Basic ${TOKEN}` }, status: 401 },
  { name: 'health', path: '/healthz', headers: {}, status: 200 },
  { name: 'readiness', path: '/readyz', headers: {}, status: 200 },
  { name: 'metrics', path: '/metrics', headers: {}, status: 200 },
]

/** What a page in the operator's browser can do; there is no token, as in the demo. */
const PAGES: readonly Row[] = [
  { name: 'an address', headers: { host: '127.0.0.1:9090' }, status: 200 },
  { name: 'an IPv6 address', headers: { host: '[::1]:9090' }, status: 200 },
  { name: 'localhost', headers: { host: 'localhost:9090' }, status: 200 },
  { name: 'the name of a container', headers: { host: 'gateway:9090' }, status: 200 },
  { name: 'a name that is listed', headers: { host: 'SMS.example.com' }, status: 200 },
  { name: 'a name that somebody else owns', headers: { host: 'rebind.example.net:9090' }, status: 403 },
  { name: 'the same for metrics', path: '/metrics', headers: { host: 'rebind.example.net' }, status: 403 },
  { name: 'a name that only begins like an address', headers: { host: '127.0.0.1.example.net' }, status: 403 },
  { name: 'its own origin', headers: { host: 'localhost:1', origin: 'http://localhost:1' }, status: 200 },
  { name: 'a foreign origin', headers: { host: 'localhost:1', origin: 'https://example.net' }, status: 403 },
  { name: 'another port of this machine', headers: { host: 'localhost:1', origin: 'http://localhost:2' }, status: 403 },
  { name: 'no origin at all', headers: { host: 'localhost:1', origin: 'null' }, status: 403 },
  {
    name: 'JSON',
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: '{}',
    status: 200,
  },
  { name: 'nothing to read', method: 'POST', headers: {}, status: 200 },
  {
    name: 'a form',
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'a=1',
    status: 400,
  },
  {
    name: 'JSON that pretends to be text',
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: '{}',
    status: 400,
  },
  { name: 'JSON without a name', method: 'POST', headers: {}, body: '{}', status: 400 },
]

for (const row of TOKENS) {
  test(`admin port with a token, ${row.name}: ${row.status}`, (context) => check(context, row, TOKEN))
}

for (const row of PAGES) {
  test(`admin port without a token, ${row.name}: ${row.status}`, (context) => check(context, row))
}

async function check(context: TestContext, row: Row, adminToken?: string): Promise<void> {
  const { host } = await startTestHost(context, {
    overrides: ['admin.hosts=[sms.example.com]'],
    adminToken,
    adminRoutes: [
      { method: 'GET', path: '/links', handler: echo },
      { method: 'POST', path: '/links', handler: echo },
    ],
  })
  const url = new URL(row.path ?? '/links', host.listeners.get('admin')?.url)
  const answer = await send(url, row)
  assert.equal(answer.status, row.status, answer.text)
  assert.equal(answer.challenge, row.status === 401 ? 'Bearer' : undefined)
  if (row.status >= 400) assert.match(answer.text, /^\{"error":\{"code":"[a-z-]+","message":"[^"]+"\}\}\n$/)
}

/** `fetch` would set Host and Origin on its own. */
function send(url: URL, { method = 'GET', headers, body }: Row) {
  return new Promise<{ status: number; text: string; challenge: string | undefined }>((resolve, reject) => {
    const call = request(url, { method, headers, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text, challenge: response.headers['www-authenticate'] }),
      )
    })
    call.on('error', reject)
    call.end(body)
  })
}
