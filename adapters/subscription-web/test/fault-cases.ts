import type { AdapterCase } from '@heliograph/testkit'
import { CLIENT_ID, linkOf, MOBILE, page } from './requests.ts'

const BASE = '/sms/2/messages/subscription'

/** Paths in the folder of the links that are not links. */
const OTHER_PATHS = [
  BASE,
  `${BASE}/${CLIENT_ID}`,
  `${BASE}/${CLIENT_ID}/opt`,
  `${BASE}/${CLIENT_ID}/opt/out`,
  `${BASE}/${CLIENT_ID}/opt/out/`,
  `${BASE}/${CLIENT_ID}/opt/away/${MOBILE}`,
  `${BASE}/${CLIENT_ID}/out/${MOBILE}`,
  `${BASE}/${CLIENT_ID}/opt/out/${MOBILE}/more`,
  `${BASE}//opt/out/${MOBILE}`,
]

const NO_CLIENT_IDS = ['0', '-1', '1e3', '1.5', 'abc', '0x10', '%20', '9007199254740993', '9'.repeat(40), '%D9%A1']

/** The faults of links, each with its page. */
export const faultCases: readonly AdapterCase[] = [
  // spec: Web opt-out and opt-in | error | 400 invalid URL format -> 400 invalid URL format: /sms/2/messages/subscription/1001/opt/out
  // spec: Web opt-out and opt-in: errors | error | 400 invalid URL format, HTML document -> 400 invalid URL format: /sms/2/messages/subscription/1001/opt/out
  ...OTHER_PATHS.map(
    (path): AdapterCase => ({
      name: `400 invalid URL format: ${path}`,
      request: { path },
      expect: page(400, 'Invalid URL format'),
    }),
  ),
  {
    name: '400 invalid URL format: a broken percent escape',
    request: { path: linkOf('out', '%E0%A4%A') },
    expect: page(400, 'Invalid URL format'),
  },
  // spec: Web opt-out and opt-in | parameter | clientid, integer -> 400 invalid client ID: 1.5
  // spec: Web opt-out and opt-in | error | 400 invalid client ID -> 400 invalid client ID: abc
  // spec: Web opt-out and opt-in: errors | error | 400 invalid client ID, HTML document -> 400 invalid client ID: abc
  ...NO_CLIENT_IDS.map(
    (clientId): AdapterCase => ({
      name: `400 invalid client ID: ${clientId}`,
      request: { path: linkOf('out', MOBILE, clientId) },
      expect: page(400, 'Invalid client ID'),
    }),
  ),
  // spec: Contact subscription states | rule | condition of a link: client found
  // spec: Web opt-out and opt-in | error | 404 client not found
  // spec: Web opt-out and opt-in: errors | error | 404 client not found, HTML document
  {
    name: '404 client not found: unknown',
    request: { path: linkOf('in', MOBILE, 999_999) },
    expect: page(404, 'Client not found'),
  },
  // spec: Contact subscription states | rule | condition of a link: client found
  // spec: Web opt-out and opt-in | error | 404 client not found
  {
    name: '404 client not found: disabled',
    before: ({ engine }) => engine.setClientEnabled(CLIENT_ID, false),
    request: {},
    expect: page(404, 'Client not found'),
  },
  // spec: Web opt-out and opt-in | error | 500 processing error
  // spec: Web opt-out and opt-in: errors | error | 500 processing error, HTML document
  {
    name: '500 processing error: the database is away when the client is looked for',
    before: ({ engine }) => engine.failNext('unavailable', 'clients'),
    request: {},
    expect: page(500, 'Processing error'),
  },
  // spec: Web opt-out and opt-in | error | 500 processing error
  // spec: Web opt-out and opt-in: errors | error | 500 processing error, HTML document
  {
    name: '500 processing error: the database is away when the change is stored',
    before: ({ engine }) => engine.failNext('unavailable', 'subscriptions'),
    request: {},
    expect: page(500, 'Processing error'),
  },
  // spec: Web opt-out and opt-in | error | 500 processing error
  // spec: Web opt-out and opt-in: errors | error | 500 processing error, HTML document
  {
    name: '500 processing error: a fault of the gateway',
    before: ({ engine }) => engine.failNext('internal', 'subscriptions'),
    request: {},
    expect: { ...page(500, 'Processing error'), logs: [{ level: 'error', text: 'request failed' }] },
  },
  ...(['POST', 'PUT', 'DELETE'] as const).map(
    (method): AdapterCase => ({
      name: `405 for ${method}, which changes nothing`,
      request: { method },
      expect: { status: 405, headers: { 'content-type': 'text/html; charset=utf-8', allow: /GET.*HEAD|HEAD.*GET/ } },
    }),
  ),
  {
    name: '429 with a page after 30 requests of one address within a minute, and it changes nothing',
    before: async (kit) => {
      for (let count = 0; count < 30; count++) await kit.request({ method: 'HEAD', path: linkOf('out') })
    },
    request: {},
    expect: {
      ...page(429, 'Too many requests'),
      headers: { 'content-type': 'text/html; charset=utf-8', 'retry-after': /^[1-9]\d?$/ },
    },
  },
  {
    name: '429 also for links that do not exist, so that client ids cannot be tried out',
    before: async (kit) => {
      for (let count = 0; count < 30; count++) await kit.request({ path: linkOf('out', MOBILE, 5000 + count) })
    },
    request: { path: `${BASE}/nonsense` },
    expect: page(429, 'Too many requests'),
  },
]
