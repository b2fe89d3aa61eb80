import {
  type AdapterCase,
  CONFORMANCE_API_KEY,
  code,
  type ReadCase,
  renderTable,
  runAdapterConformance,
} from '@heliograph/testkit'
import type { Endpoint } from '../src/endpoint.ts'
import { ENDPOINTS } from '../src/endpoints.ts'
import { ERROR_FORMS } from '../src/errors.ts'
import { FIELD_FAULTS } from '../src/field-faults/field-fault-table.ts'
import portal from '../src/index.ts'
import { BASE_PATH } from '../src/routes.ts'
import { ROLE_TABLE } from './role-table.ts'
import { ABSENT_SERVICES } from './support/absent-services.ts'

const THERE = '27821234567'
const path = (rest: string) => `${BASE_PATH}${rest}`

const base = { method: 'POST', path: path('/send'), headers: { 'x-api-key': CONFORMANCE_API_KEY } } as const

const invalid = (...fields: readonly string[]): AdapterCase['expect'] => ({
  status: 400,
  body: {
    category: 'invalid',
    details: (found: Record<string, string>) => fields.every((field) => found[field] !== undefined),
  },
})

const cases: readonly AdapterCase[] = [
  {
    name: 'sends a text to a number',
    request: { json: { text: 'Hello', recipients: [THERE] } },
    expect: {
      status: 200,
      body: { accepted: 1, refused: [], entries: [{ to: THERE, state: 'queued', parts: 1 }] },
      submitted: [{ to: THERE, text: 'Hello', origin: 'portal', priority: 'LOW' }],
    },
  },
  {
    name: 'sends a text to several numbers',
    request: { json: { text: 'Hello', recipients: [THERE, '27829876543'] } },
    expect: {
      status: 200,
      body: { accepted: 2, refused: [] },
      submitted: [{ to: THERE }, { to: '27829876543' }],
    },
  },
  {
    name: 'a body with wrong fields is reported field by field',
    request: { json: { text: 7, recipients: 'x' } },
    expect: invalid('text', 'recipients'),
  },
  { name: 'a body of another type is refused', request: { body: 'text=Hello' }, expect: { status: 400 } },
  {
    name: 'a text without recipients is refused',
    request: { json: { text: 'Hello', recipients: [] } },
    expect: { status: 400 },
  },
  {
    name: 'who I am',
    request: { method: 'GET', path: path('/session') },
    expect: { status: 200, body: { me: { role: 'user' }, csrfToken: null } },
  },
  {
    name: 'whether there is an identity provider, for everybody',
    request: { method: 'GET', path: path('/log-in/provider'), headers: { 'x-api-key': undefined } },
    expect: { status: 200, body: { name: null, passkeyOrigin: 'https://gateway.example' } },
  },
  {
    name: 'something for a passkey to sign, for everybody',
    request: { path: path('/log-in/passkey/options'), headers: { 'x-api-key': undefined }, json: {} },
    expect: { status: 200 },
  },
  {
    name: 'the OpenAPI document, for everybody',
    request: { method: 'GET', path: path('/openapi.json'), headers: { 'x-api-key': undefined } },
    expect: { status: 200, body: { openapi: '3.1.0' } },
  },
  {
    name: 'a page to read it by, for everybody',
    request: { method: 'GET', path: path('/docs'), headers: { 'x-api-key': undefined } },
    expect: { status: 200, body: /Log in with e-mail and password/ },
  },
  {
    name: 'a path of no endpoint',
    request: { method: 'GET', path: path('/nowhere') },
    expect: { status: 404, body: { code: 'unknown-path' } },
  },
  {
    name: 'what the role does not permit',
    request: { method: 'GET', path: path('/clients') },
    expect: { status: 403, body: { code: 'not-allowed' } },
  },
]

const get = (rest: string, query: Record<string, string> = {}) => ({ method: 'GET' as const, path: path(rest), query })

const reads: readonly ReadCase[] = [
  {
    name: 'a message by its id',
    request: ({ smsId }) => get(`/messages/${smsId}`),
    shows: (body, { smsId }) => body.includes(`"smsId":${smsId},`),
  },
  {
    name: 'messages',
    request: () => get('/messages'),
    shows: (body, { smsId }) => body.includes(`"smsId":${smsId},`),
  },
]

const groupOf = ({ id }: Endpoint) =>
  Object.entries(ROLE_TABLE).find(([, ids]) => (ids as readonly string[]).includes(id))?.[0] ?? ''

const endpoints = renderTable(
  ['What it does', 'Method', 'Path', 'For'],
  [...ENDPOINTS]
    .sort((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0))
    .map((endpoint) => [endpoint.summary, endpoint.method, code(endpoint.path), groupOf(endpoint)]),
)

const errors = renderTable(
  ['Status', code('category'), 'Meaning'],
  Object.entries(ERROR_FORMS).map(([category, { status, meaning }]) => [String(status), code(category), meaning]),
)

const faults = renderTable(
  ['Code', 'What `details` says'],
  Object.entries(FIELD_FAULTS).map(([fault, sentences]) => [
    code(fault),
    sentences.length === 0 ? 'something else' : sentences.map((sentence) => code(sentence)).join(', '),
  ]),
)

const national = Array.from({ length: 10_000 }, (_, index) => `08${20_000_000 + index}`)
const rows = (count: number, ...cells: readonly string[]) =>
  Array.from({ length: count }, (_, index) => [`08${20_000_000 + index}`, ...cells])
const importing = (given: readonly (readonly string[])[]) => ({
  path: path('/contacts/import'),
  json: { columns: { mobile: 0, name: 1, others: [] }, rows: given },
})

runAdapterConformance(portal, {
  largest: [
    { name: 'sending to 10,000 national numbers', request: { json: { text: 'Hello', recipients: national } } },
    {
      name: 'a preview for 10,000 national numbers',
      request: { path: path('/send/preview'), json: { text: 'Hello', recipients: national } },
    },
    {
      name: 'a preview of 50,000 euro signs',
      request: { path: path('/send/preview'), json: { text: '\u20ac'.repeat(50_000) } },
    },
    {
      name: 'a preview of 50,000 emoji',
      request: { path: path('/send/preview'), json: { text: '\u{1f600}'.repeat(50_000) } },
    },
    { name: 'a text of a million characters', request: { json: { text: 'x'.repeat(1_000_000), recipients: [THERE] } } },
    { name: 'a list of 2,000 contacts', request: importing(rows(2_000, 'x'.repeat(1_900))) },
    {
      name: 'a list of 2,000 contacts with 90 columns',
      request: importing(rows(2_000, ...Array.from({ length: 90 }, () => 'x'.repeat(18)))),
    },
  ],
  packageRoot: new URL('..', import.meta.url),
  config: {},
  services: ABSENT_SERVICES,
  base,
  cases,
  reads,
  documentation: { endpoints, errors, faults },
})
