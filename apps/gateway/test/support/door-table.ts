import { accountSid } from '@heliograph/adapter-twilio'

/** What a caller shows. */
export type Credential =
  | { readonly kind: 'key'; readonly email: string; readonly clientId: number; readonly key: string }
  | { readonly kind: 'password'; readonly email: string; readonly password: string; readonly clientId: number }
  | { readonly kind: 'session'; readonly cookie: string }
  | { readonly kind: 'none' }

/** The parts of a request beside its method and path. */
export interface Asking {
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** An interface of clients. Its routes are written as `METHOD path`. */
export interface Door {
  /** Routes that look at a credential. */
  readonly guarded: readonly string[]
  /** Routes that do not: pages, documents, answers for unknown paths, and what answers without a body. */
  readonly open: readonly string[]
  /** Whether it takes an e-mail with a password, and not only a key. */
  readonly takesPasswords?: true
  /** A request with a credential where the interface looks for it. */
  ask(credential: Credential, route: string): Asking
}

const TO = '27821234567'
const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }

const keyOf = (given: Credential): Record<string, string> => (given.kind === 'key' ? { key: given.key } : {})
const cookieOf = (given: Credential): Record<string, string> =>
  given.kind === 'session' ? { cookie: given.cookie } : {}

/** Fields in the query of a GET, and in the form of a POST. */
function inFields(given: Credential, route: string, fields: Record<string, string>): Asking {
  if (route.startsWith('GET')) return { query: fields, headers: cookieOf(given) }
  return { headers: { ...FORM_TYPE, ...cookieOf(given) }, body: new URLSearchParams(fields).toString() }
}

/** A text interface with the key in a field of this name. */
const withKeyField =
  (name: string, fields: Readonly<Record<string, string>>): Door['ask'] =>
  (given, route) => {
    const { key } = keyOf(given)
    return inFields(given, route, { ...fields, ...(key === undefined ? {} : { [name]: key }) })
  }

function keyHeaders(given: Credential): Record<string, string> {
  const { key } = keyOf(given)
  return { ...cookieOf(given), ...(key === undefined ? {} : { 'x-api-key': key }) }
}

function infobipHeaders(given: Credential): Record<string, string> {
  if (given.kind === 'key') return { authorization: `App ${given.key}` }
  if (given.kind !== 'password') return {}
  return { authorization: `Basic ${Buffer.from(`${given.email}:${given.password}`).toString('base64')}` }
}

function soapEnvelope(method: string, fields: Readonly<Record<string, string>>): string {
  const inner = Object.entries(fields).map(([name, value]) => `<${name}>${value}</${name}>`)
  const call = `<${method} xmlns="urn:heliograph:soap">${inner.join('')}</${method}>`
  return `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${call}</soap:Body></soap:Envelope>`
}

const V2_BODY = JSON.stringify({ messages: [{ destinations: [{ to: TO }], text: 'Hello' }], to: TO, text: 'Hello' })

/** Every interface of clients over HTTP, by the name of its package. */
export const DOOR_TABLE: Readonly<Record<string, Door>> = {
  v2: {
    guarded: [
      'POST /sms/2/messages',
      'POST /sms/2/text/single',
      'GET /sms/2/reports',
      'GET /sms/2/logs',
      'GET /sms/2/messages/:messageId/history',
      'POST /sms/2/preview',
      'GET /sms/2/bulks',
      'PUT /sms/2/bulks',
      'DELETE /sms/2/bulks',
      'GET /sms/2/bulks/status',
      'PUT /sms/2/bulks/status',
    ],
    open: ['ANY /sms/2/*', 'GET /sms/2/openapi.json', 'GET /sms/2/docs'],
    ask: (given, route) =>
      route.startsWith('GET')
        ? { headers: keyHeaders(given) }
        : { headers: { ...JSON_TYPE, ...keyHeaders(given) }, body: V2_BODY },
  },
  basic: {
    guarded: ['GET /api/http/main.ashx', 'POST /api/http/main.ashx'],
    open: ['HEAD /api/http/main.ashx'],
    takesPasswords: true,
    ask(given, route) {
      const { email, password, clientId } = given.kind === 'password' ? given : {}
      const login = email === undefined ? {} : { username: email, password: `${password}`, clientid: `${clientId}` }
      const asked = inFields(given, route, { to: TO, msg: 'Hello', ...login })
      return { ...asked, headers: { ...asked.headers, ...keyHeaders(given) } }
    },
  },
  accounting: {
    guarded: ['POST /api/http/accounting/business/main.ashx'],
    open: ['ANY /api/http/accounting/business/*'],
    ask: (given) => ({
      headers: { ...JSON_TYPE, ...keyHeaders(given) },
      body: JSON.stringify({ to: TO, message: 'Hello' }),
    }),
  },
  desktop: {
    guarded: ['GET /api/http/accounting/desktop/main.ashx', 'POST /api/http/accounting/desktop/main.ashx'],
    open: ['HEAD /api/http/accounting/desktop/main.ashx'],
    ask: withKeyField('key', { to: TO, message: 'Hello' }),
  },
  legacy: {
    guarded: ['POST /api/legacybatch/batchmessage.aspx'],
    open: [],
    ask: withKeyField('Password', { User: '', Numbers: TO, Message: 'Hello' }),
  },
  soap: {
    guarded: ['POST /api/wsdl/main.asmx'],
    open: ['GET /api/wsdl/main.asmx', 'ANY /api/wsdl/*'],
    takesPasswords: true,
    ask(given) {
      const body =
        given.kind === 'password'
          ? soapEnvelope('get_api_key', {
              email_address: given.email,
              password: given.password,
              clientid: String(given.clientId),
            })
          : soapEnvelope('sendsms', { ...keyOf(given), to: TO, msg: 'Hello' })
      return { headers: { 'content-type': 'text/xml', ...cookieOf(given) }, body }
    },
  },
  'queue-platform': {
    guarded: ['POST /api/http/queue/main.ashx'],
    open: [],
    ask: (given) => ({
      query: keyOf(given),
      headers: { ...JSON_TYPE, ...cookieOf(given) },
      body: JSON.stringify({
        type: 'visit.created',
        id: `e-${given.kind}-${keyOf(given).key}`,
        data: { id: 'v1', state: 'WAITING', name: 'Jo', phone: `+${TO}`, ticket: 'A001', position: 3 },
      }),
    }),
  },
  'erp-a': {
    guarded: ['GET /api/http/ErpAConnect.ashx'],
    open: ['HEAD /api/http/ErpAConnect.ashx'],
    ask(given, route) {
      const account = given.kind === 'key' ? String(given.clientId) : '1001'
      return withKeyField('password', { account, recipient_addr: TO, message: 'Hello' })(given, route)
    },
  },
  'erp-b': {
    guarded: ['GET /api/http/erp-b/main.ashx', 'POST /api/http/erp-b/main.ashx'],
    open: ['HEAD /api/http/erp-b/main.ashx'],
    ask: withKeyField('apikey', { number: TO, message: 'Hello' }),
  },
  jasmin: {
    guarded: [
      'GET /send',
      'POST /send',
      'GET /balance',
      'GET /rate',
      'POST /secure/send',
      'POST /secure/sendbatch',
      'GET /secure/balance',
      'GET /secure/rate',
    ],
    open: ['HEAD /send', 'GET /ping', 'ANY /secure/*'],
    takesPasswords: true,
    ask(given, route) {
      const email = given.kind === 'key' || given.kind === 'password' ? given.email : ''
      const secret = given.kind === 'key' ? given.key : given.kind === 'password' ? given.password : ''
      const message = route.endsWith('/balance') ? {} : { to: TO, content: 'Hello' }
      if (!route.includes('/secure/'))
        return {
          query: { ...(email !== '' && { username: email, password: `${secret}` }), ...message },
          headers: cookieOf(given),
        }
      const login = email === '' ? {} : { authorization: `Basic ${btoa(`${email}:${secret}`)}` }
      const body = JSON.stringify(route.endsWith('/sendbatch') ? { messages: [message] } : message)
      const headers = { ...cookieOf(given), ...login }
      return route.startsWith('GET') ? { headers, query: message } : { headers: { ...JSON_TYPE, ...headers }, body }
    },
  },
  'kannel-sendsms': {
    guarded: ['GET /cgi-bin/sendsms', 'POST /cgi-bin/sendsms'],
    open: ['HEAD /cgi-bin/sendsms'],
    takesPasswords: true,
    ask(given) {
      const email = given.kind === 'key' || given.kind === 'password' ? { username: given.email } : {}
      const secret =
        given.kind === 'key' ? { password: given.key } : given.kind === 'password' ? { password: given.password } : {}
      return { query: { ...email, ...secret, to: TO, text: 'Hello' }, headers: cookieOf(given) }
    },
  },
  twilio: {
    guarded: [
      'POST /2010-04-01/Accounts/:account/Messages.json',
      'GET /2010-04-01/Accounts/:account/Messages.json',
      'GET /2010-04-01/Accounts/:account/Messages/:message',
      'POST /2010-04-01/Accounts/:account/Messages/:message',
      'DELETE /2010-04-01/Accounts/:account/Messages/:message',
      'GET /2010-04-01/Accounts/:account/Messages/:message/Media.json',
      'GET /2010-04-01/Accounts/:account',
      'GET /2010-04-01/Accounts/:account/Keys.json',
    ],
    open: ['ANY /2010-04-01/*'],
    ask(given) {
      const login = given.kind === 'key' ? `${accountSid(given.clientId)}:${given.key}` : undefined
      const authorization = login && `Basic ${Buffer.from(login).toString('base64')}`
      const headers = { ...FORM_TYPE, ...cookieOf(given), ...(authorization && { authorization }) }
      return { headers, body: `To=${TO}&Body=Hello` }
    },
  },
  infobip: {
    guarded: [
      'POST /sms/3/messages',
      'GET /sms/3/text/query',
      'GET /sms/3/reports',
      'GET /sms/3/logs',
      'POST /sms/2/text/advanced',
      'POST /sms/2/binary/advanced',
      'GET /sms/1/text/query',
      'POST /sms/1/preview',
      'GET /sms/1/reports',
      'GET /sms/1/logs',
      'GET /sms/1/inbox/reports',
      'GET /sms/1/bulks',
      'PUT /sms/1/bulks',
      'GET /sms/1/bulks/status',
      'PUT /sms/1/bulks/status',
    ],
    // A session is opened by a key in the body, and ended by the token that it gave: the adapter's own tests.
    open: ['ANY /sms/1/*', 'ANY /sms/3/*', 'POST /auth/1/session', 'DELETE /auth/1/session'],
    takesPasswords: true,
    ask(given, route) {
      const headers = { ...cookieOf(given), ...infobipHeaders(given) }
      const query = { to: TO, text: 'Hello', bulkId: 'B' }
      return route.startsWith('GET')
        ? { headers, query }
        : { headers: { ...JSON_TYPE, ...headers }, body: V2_BODY, query }
    },
  },
  'subscription-web': {
    guarded: [],
    open: [
      'GET /sms/2/messages/subscription/:clientid/opt/out/:mobile',
      'HEAD /sms/2/messages/subscription/:clientid/opt/out/:mobile',
      'GET /sms/2/messages/subscription/:clientid/opt/in/:mobile',
      'HEAD /sms/2/messages/subscription/:clientid/opt/in/:mobile',
      'ANY /sms/2/messages/subscription/*',
      'GET /:code',
      'HEAD /:code',
    ],
    ask: () => ({}),
  },
  'docs-web': { guarded: [], open: ['GET /docs', 'GET /docs/*'], ask: () => ({}) },
  'portal-web': { guarded: [], open: ['GET /portal', 'GET /portal/*'], ask: () => ({}) },
}
