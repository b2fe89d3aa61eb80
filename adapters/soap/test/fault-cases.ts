import type { ErrorCategory } from '@heliograph/contracts'
import type { AdapterCase } from '@heliograph/testkit'
import { FAULT_FORMS } from '../src/faults.ts'
import {
  call,
  calling,
  EMAIL,
  envelope,
  fault,
  KEY,
  NAMESPACE,
  PASSWORD,
  PATH,
  sending,
  UNKNOWN_KEY,
} from './requests.ts'

const BOMB = `<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(1000)}"><!ENTITY c "${'&b;'.repeat(1000)}">]>`
const NO_DTD = 'Document type and entity declarations are not allowed in the XML'
const DEEP = 100_000
/** Only a sender with a key is told what is wrong with a large body. */
const KEYED = `<key>${KEY}</key>`

const send = envelope(calling('sendsms', '<msg>&c;</msg>'))

const refused = (name: string, body: string | Uint8Array, text: string | RegExp): AdapterCase => ({
  name: `bad input: ${name}`,
  request: { body },
  expect: fault('Client', text),
})

/** Status and fault code of every category, according to the specification and the decisions on it. */
const EXPECTED: Readonly<Record<keyof typeof FAULT_FORMS, readonly [status: number, faultcode: string]>> = {
  invalid: [500, 'Client'],
  unauthenticated: [500, 'Client'],
  forbidden: [500, 'Client'],
  conflict: [500, 'Client'],
  'too-large': [413, 'Client'],
  throttled: [429, 'Server'],
  unavailable: [500, 'Server'],
  internal: [500, 'Server'],
}

const NOT_ALLOWED = { status: 405, headers: { allow: 'GET, POST, HEAD', 'content-type': 'text/plain; charset=utf-8' } }

/** Malicious input, broken input, and the form of every error. */
export const faultCases: readonly AdapterCase[] = [
  // spec: SOAP web service | rule | no DTD, no entities -> bad input: a document type
  refused('a document type', send.replace('?>', '?><!DOCTYPE x>'), NO_DTD),
  // spec: SOAP web service | rule | no DTD, no entities -> bad input: an entity bomb
  refused('an entity bomb', send.replace('?>', `?>${BOMB}`), NO_DTD),
  refused('an external entity', send.replace('?>', '?><!DOCTYPE x [<!ENTITY c SYSTEM "file:///etc/passwd">]>'), NO_DTD),
  refused('an external document type', send.replace('?>', '?><!DOCTYPE x SYSTEM "http://127.0.0.1/x.dtd">'), NO_DTD),
  refused('an entity that nobody declared', send, /&/),
  refused('a processing instruction', send.replace('?>', '?><?xml-stylesheet href="x"?>'), /Processing instructions/),
  // spec: SOAP web service | limit | depth and number of elements -> bad input: 100000 levels deep
  refused(
    `${DEEP} levels deep`,
    envelope(`${KEYED}${'<a>'.repeat(DEEP)}${'</a>'.repeat(DEEP)}`),
    /more than 32 elements inside/,
  ),
  refused(`${DEEP} levels deep without an end`, `<r>${KEYED}${'<a>'.repeat(DEEP)}`, /more than 32 elements inside/),
  // spec: SOAP web service | limit | depth and number of elements -> bad input: 100,000 elements
  refused('100,000 elements', envelope(calling('about', `${KEYED}${'<a/>'.repeat(100_000)}`)), /more than 10000 tags/),
  refused(
    '100,000 attributes',
    `<r>${KEYED}<a ${Array.from({ length: 100_000 }, (_, index) => `a${index}=""`).join(' ')}/></r>`,
    /more than/,
  ),
  {
    name: 'bad input: more than 64 KiB without a valid key',
    request: { body: sending({ key: UNKNOWN_KEY, msg: 'x'.repeat(65_536) }).body },
    expect: fault('Client', 'A body of more than 64 KiB needs a valid API key', 413),
  },
  refused('an element __proto__', envelope(calling('sendsms', '<__proto__><to>1</to></__proto__>')), /not allowed/),
  refused('no body', '', /malformed/),
  refused('a form', 'key=x&to=1&msg=2', /malformed/),
  refused('JSON', '{"to":"1"}', /malformed/),
  // spec: SOAP | error | malformed XML: Client fault -> bad input: cut short
  refused('cut short', sending().body?.slice(0, -9) as string, /malformed/),
  refused('end tags crossed', envelope('<a><b></a></b>'), /malformed/),
  refused('a prefix that is not declared', envelope('<x:sendsms/>'), /not declared/),
  refused('a NUL', sending({ msg: 'a\0b' }).body as string, /cannot carry/),
  refused('a NUL as a reference', sending({ msg: 'a&#0;b' }).body as string, /cannot carry/),
  refused('half a surrogate pair as a reference', sending({ msg: '&#xD800;' }).body as string, /cannot carry/),
  refused('two documents', send + send, /./),

  // spec: SOAP | status | 500 of faults -> fault: invalid is 500 soap:Client
  // spec: SOAP | status | 500 of faults -> fault: unavailable is 500 soap:Server
  // spec: SOAP | field | fault: unqualified faultcode, faultstring, detail -> fault: invalid is 500 soap:Client
  ...(Object.keys(FAULT_FORMS) as (keyof typeof FAULT_FORMS)[]).map((category): AdapterCase => {
    const [status, faultcode] = EXPECTED[category]
    return {
      name: `fault: ${category} is ${status} soap:${faultcode}`,
      before: ({ engine }) => engine.failNext(category, 'contacts'),
      request: call('phonebook_size', { key: KEY }),
      expect: {
        ...(fault(faultcode, /./, status) as object),
        status,
        ...(category === 'internal' ? { logs: [{ level: 'error', text: 'request failed' }] } : {}),
      },
    }
  }),
  ...(
    [
      ['directory', sending()],
      ['rateLimits', sending()],
      ['submissions', sending()],
      ['directory', call('get_user', { api_key: KEY })],
      ['channels', call('get_user', { api_key: KEY })],
      ['logins', call('get_api_key', { email_address: EMAIL, password: PASSWORD, clientid: 1001 })],
      ['contacts', call('phonebook_size', { key: KEY })],
    ] as const
  ).map(
    ([service, request], index): AdapterCase => ({
      name: `fault: the database is away, found out by ${service} (${index})`,
      before: ({ engine }) => engine.failNext('unavailable' satisfies ErrorCategory, service),
      request,
      expect: fault('Server'),
    }),
  ),
  // spec: SOAP web service | limit | requestsPerMinute: 429
  {
    name: '429: above requestsPerMinute, with Retry-After',
    before: async (kit) => {
      for (let count = 0; count < 300; count += 1) await kit.request(call('get_user', { api_key: KEY }))
    },
    request: call('phonebook_size', { key: KEY }),
    expect: { ...(fault('Server', 'Too many requests', 429) as object), status: 429, headers: { 'retry-after': '60' } },
  },
  // spec: SOAP web service | limit | body of 4 MiB: 413
  {
    name: '413: more than 4 MiB',
    request: { body: envelope(calling('about', 'x'.repeat(4 * 1024 * 1024))) },
    expect: fault('Client', /./, 413),
  },

  // spec: SOAP web service | endpoint | path in any letter case
  {
    name: 'path: POST in any letter case',
    request: { ...call('about'), path: PATH.toUpperCase() },
    expect: { status: 200, body: /aboutResult/ },
  },
  // spec: SOAP web service | endpoint | GET /api/wsdl/main.asmx?WSDL -> definition: GET ?WSDL
  // spec: SOAP web service | endpoint | ?WSDL in any letter case -> definition: GET ?wsdl
  ...['WSDL', 'wsdl', 'Wsdl', 'WSDL=', 'wsdl=1', 'x=1&WSDL'].map(
    (query): AdapterCase => ({
      name: `definition: GET ?${query}`,
      request: { method: 'GET', query },
      expect: {
        status: 200,
        headers: { 'content-type': 'text/xml; charset=utf-8' },
        body: /^<\?xml version="1.0" encoding="utf-8"\?><wsdl:definitions /,
      },
    }),
  ),
  // spec: SOAP web service | endpoint | path in any letter case
  // spec: SOAP web service | rule | soap:address is the public base URL
  {
    name: 'definition: the path in any letter case',
    request: { method: 'GET', path: '/API/WSDL/Main.asmx', query: 'WSDL' },
    expect: { status: 200, body: /<soap:address location="https:\/\/gateway\.example\/api\/wsdl\/main\.asmx"\/>/ },
  },
  // spec: SOAP web service | endpoint | GET without ?WSDL: a page with the methods -> page: GET ? shows the methods
  ...['', 'op=sendsms', 'disco', 'nowsdl'].map(
    (query): AdapterCase => ({
      name: `page: GET ?${query} shows the methods`,
      request: { method: 'GET', query },
      expect: {
        status: 200,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: (text: string) =>
          ['about', 'sendsms', 'get_api_key', 'get_user', 'phonebook_size', 'msg_ref', NAMESPACE, '?WSDL'].every(
            (word) => text.includes(word),
          ) && !text.includes('<sms_id>'),
      },
    }),
  ),
  // spec: SOAP | status | 404 in plain text for another path
  {
    name: '404: another path in the folder, as plain text',
    request: { ...call('about'), path: `${PATH}/about` },
    expect: {
      status: 404,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: 'There is nothing at this path',
    },
  },
  // spec: SOAP | status | 405 in plain text with Allow -> 405: PUT, as plain text
  ...(['PUT', 'DELETE', 'PATCH'] as const).map(
    (method): AdapterCase => ({
      name: `405: ${method}, as plain text`,
      request: { ...call('about'), method },
      expect: NOT_ALLOWED,
    }),
  ),
]
