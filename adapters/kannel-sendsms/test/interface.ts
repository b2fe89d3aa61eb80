import { type AdapterCase, CONFORMANCE_API_KEY, type TestRequest, THERE } from '@heliograph/testkit'

export const PATH = '/cgi-bin/sendsms'

/** The user that the key belongs to. */
export const USER = { email: 'jo@acme.example' }

export const LOGIN = `username=${USER.email}&password=${CONFORMANCE_API_KEY}`

/** A request by GET with these parameters after the login, already encoded. */
export function get(parameters: string, login: string = LOGIN): TestRequest {
  return { method: 'GET', path: PATH, query: [login, parameters].filter((each) => each !== '').join('&') }
}

/** A request by POST with the login and these fields in headers. */
export function post(
  fields: Readonly<Record<string, string | undefined>>,
  body: string | Uint8Array,
  contentType: string | null = 'text/plain',
): TestRequest {
  const given = { username: USER.email, password: CONFORMANCE_API_KEY, ...fields }
  const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [`X-Kannel-${name}`, value]))
  return { method: 'POST', path: PATH, headers: { ...headers, 'content-type': contentType ?? undefined }, body }
}

/** The text that rows send unless they say otherwise. */
export const GOOD = `from=12345&to=${THERE}&text=Hello`

export const ACCEPTED = { status: 202, body: '0: Accepted for delivery', submitted: [{ to: THERE, text: 'Hello' }] }

export const FORBIDDEN = { status: 403, body: 'Authorization failed for sendsms' }
export const NOT_ROUTABLE = { status: 403, body: 'Not routable. Do not try again.' }

export function rejected(body: string, status = 400) {
  return { status, body }
}

/** A row that sends one message with these fields. */
export function sends(name: string, request: TestRequest, submitted: object): AdapterCase {
  return { name, request, expect: { ...ACCEPTED, submitted: [submitted] } }
}

/** A row that is refused. */
export function refuses(name: string, request: TestRequest, expect: AdapterCase['expect']): AdapterCase {
  return { name, request, expect }
}
