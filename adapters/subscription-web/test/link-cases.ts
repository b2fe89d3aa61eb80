import type { AdapterCase, TestRequest } from '@heliograph/testkit'
import { CLIENT_ID, CLIENT_NAME, change, linkOf, MOBILE, page } from './requests.ts'

const OPTED_OUT = `<p>+${MOBILE} will no longer receive messages from ${CLIENT_NAME}.</p>`
const OPTED_IN = `<p>+${MOBILE} will receive messages from ${CLIENT_NAME}.</p>`

const optedOut: AdapterCase['before'] = ({ engine }) => {
  engine.contacts.set(CLIENT_ID, MOBILE, 'opted-out', { kind: 'web' })
}

/** Requests that must change nothing: programs that open a link before its reader does. */
const LOOKS: readonly (readonly [name: string, request: TestRequest])[] = [
  ['HEAD', { method: 'HEAD' }],
  ['Sec-Purpose: prefetch', { headers: { 'Sec-Purpose': 'prefetch' } }],
  ['Sec-Purpose: prefetch;prerender', { headers: { 'Sec-Purpose': 'prefetch;prerender' } }],
  ['Sec-Purpose: PREFETCH;anonymous-client-ip', { headers: { 'Sec-Purpose': 'PREFETCH;anonymous-client-ip' } }],
  ['Purpose: prefetch', { headers: { Purpose: 'prefetch' } }],
  ['X-Purpose: preview', { headers: { 'X-Purpose': 'preview' } }],
  ['X-Moz: prefetch', { headers: { 'X-Moz': 'prefetch' } }],
]

const FOR_ONE_READER = {
  'cache-control': 'no-store',
  'content-language': 'en',
  'content-security-policy': /^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/=]{44}'; .*frame-ancestors 'none'$/,
  'referrer-policy': 'no-referrer',
  vary: 'Accept-Language',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
}

/** What the links do. */
export const linkCases: readonly AdapterCase[] = [
  // spec: Web opt-out and opt-in | endpoint | GET {base_url}/sms/2/messages/subscription/{clientid}/opt/out/{mobile}
  // spec: Web opt-out and opt-in | parameter | clientid, integer
  // spec: Web opt-out and opt-in | rule | no authentication
  // spec: Web opt-out and opt-in | status | 200, opt-out: HTML document
  // spec: Web opt-out and opt-in | text | opt-out: will no longer receive messages
  // spec: Contact subscription states | state | subscribed to opted out: opt-out link
  {
    name: 'opt-out: the contact receives no more messages, and the page says so',
    request: {},
    expect: {
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8', ...FOR_ONE_READER },
      body: (text: string) => text.includes(OPTED_OUT),
      events: [change('out', true)],
    },
  },
  // spec: Web opt-out and opt-in | endpoint | GET {base_url}/sms/2/messages/subscription/{clientid}/opt/in/{mobile}
  // spec: Web opt-out and opt-in | parameter | clientid, integer
  // spec: Web opt-out and opt-in | rule | no authentication
  // spec: Web opt-out and opt-in | status | 200, opt-in: HTML document
  // spec: Web opt-out and opt-in | text | opt-in: will receive messages
  // spec: Contact subscription states | state | opted out to opted in: opt-in link
  {
    name: 'opt-in: the contact receives messages again, and the page says so',
    before: optedOut,
    request: { path: linkOf('in') },
    expect: {
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8', ...FOR_ONE_READER },
      body: (text: string) => text.includes(OPTED_IN),
      events: [change('in', true)],
    },
  },
  // spec: Contact subscription states | rule | opt-out link: audit row
  {
    name: 'opt-out of a contact that is opted out: an audit row and the same page',
    before: optedOut,
    request: {},
    expect: { ...page(200, 'You have opted out'), events: [change('out', false)] },
  },
  // spec: Contact subscription states | rule | opt-in link: audit row
  {
    name: 'opt-in of a contact that is not opted out: an audit row and the same page',
    request: { path: linkOf('in') },
    expect: { ...page(200, 'You have opted in'), events: [change('in', false)] },
  },
  {
    name: 'a trailing slash and a query change nothing about it',
    request: { path: `${linkOf('out')}/`, query: 'utm_source=sms' },
    expect: { ...page(200, 'You have opted out'), events: [change('out', true)] },
  },
  ...LOOKS.map(
    ([name, request]): AdapterCase => ({
      name: `${name}: shows what the link is about and changes nothing`,
      request,
      expect: { status: 200, headers: { 'content-type': 'text/html; charset=utf-8', ...FOR_ONE_READER }, events: [] },
    }),
  ),
  {
    name: 'the page of a prefetch leads on by a link to itself, as a browser may show it later',
    request: { headers: { 'Sec-Purpose': 'prefetch' } },
    expect: {
      status: 200,
      body: (text: string) =>
        text.includes('<h1>Stop messages?</h1>') && text.includes('<a href="?confirm=1" rel="nofollow">'),
    },
  },
  {
    name: 'the page of a prefetched opt-in leads on as well',
    request: { path: linkOf('in'), headers: { Purpose: 'prefetch' } },
    expect: {
      status: 200,
      body: (text: string) => text.includes('<h1>Receive messages?</h1>') && text.includes('Receive messages</a>'),
    },
  },
  {
    name: 'another purpose is no prefetch',
    request: { headers: { Purpose: 'navigation' } },
    expect: { ...page(200, 'You have opted out'), events: [change('out', true)] },
  },
]
