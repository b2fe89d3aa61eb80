import { type AdapterCase, CONFORMANCE_API_KEY, type TestRequest } from '@heliograph/testkit'

export const PATH = '/api/wsdl/main.asmx'
export const NAMESPACE = 'urn:acme:sms'
export const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/'
export const ENVELOPE_12 = 'http://www.w3.org/2003/05/soap-envelope'
export const XML_TYPE = 'text/xml; charset=utf-8'

export const KEY = CONFORMANCE_API_KEY
export const UNKNOWN_KEY = 'Zz9vT8mXz1LrB6wYp9HsD2fGj5NcA7eUo4RtWbVx'
export const EMAIL = 'jo@acme.example'
export const PASSWORD = 'open sesame'

/** Two numbers that can be sent to. */
export const THERE = '27821234567'
export const ELSEWHERE = '27829876543'

/** The configuration and the account of every row's instance. */
export const WORLD = {
  config: { namespace: NAMESPACE, requestsPerMinute: 300 },
  // Enough for a busy machine.
  patienceMs: 60_000,
  account: { name: 'Acme', channel: { number: '27820001234' }, user: { email: EMAIL, password: PASSWORD } },
}

/** What the rows have in common. */
export const BASE: TestRequest = { method: 'POST', path: PATH, headers: { 'content-type': XML_TYPE } }

/** An envelope of SOAP 1.1 around a body, and a header. */
export function envelope(body: string, header = ''): string {
  return `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${ENVELOPE}">${header}<soap:Body>${body}</soap:Body></soap:Envelope>`
}

/** The element that calls a method. */
export function calling(method: string, inner = '', namespace = NAMESPACE): string {
  return `<${method} xmlns="${namespace}">${inner}</${method}>`
}

/** Parameters as elements; values are written as they are. */
export function given(parameters: Readonly<Record<string, string | number>>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')
}

/** A call of a method. */
export function call(method: string, parameters: Readonly<Record<string, string | number>> = {}): TestRequest {
  return { body: envelope(calling(method, given(parameters))) }
}

/** A call of sendsms, with further or other parameters. */
export function sending(over: Readonly<Record<string, string>> = {}): TestRequest {
  return call('sendsms', { key: KEY, to: THERE, msg: 'Hello', ...over })
}

const OPENING =
  `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${ENVELOPE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ` +
  'xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soap:Body>'
const CLOSING = '</soap:Body></soap:Envelope>'

/** The whole answer of a method; `inner` is the content of its result. */
export function answer(method: string, inner: string, submitted: readonly object[] = []): AdapterCase['expect'] {
  const result = inner === '' ? `<${method}Result/>` : `<${method}Result>${inner}</${method}Result>`
  return {
    status: 200,
    headers: { 'content-type': XML_TYPE },
    body: `${OPENING}<${method}Response xmlns="${NAMESPACE}">${result}</${method}Response>${CLOSING}`,
    submitted,
  }
}

/** The answer to sendsms for one number that was accepted. */
export function accepted(submitted: object = {}): AdapterCase['expect'] {
  return answer('sendsms', `1:${THERE}:PENDING`, [submitted])
}

/** A fault; nothing was sent. A string must match its whole text. */
export function fault(code: string, text: string | RegExp = /./, status = 500): AdapterCase['expect'] {
  const start = `${OPENING}<soap:Fault><faultcode>soap:${code}</faultcode><faultstring>`
  const end = `</faultstring><detail/></soap:Fault>${CLOSING}`
  const body =
    typeof text === 'string'
      ? `${start}${text}${end}`
      : (found: string) =>
          found.startsWith(start) && found.endsWith(end) && text.test(found.slice(start.length, -end.length))
  return { status, headers: { 'content-type': XML_TYPE }, body }
}
