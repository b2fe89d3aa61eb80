import { type AdapterCase, CONFORMANCE_API_KEY, type TestRequest, THERE } from '@heliograph/testkit'

/** The user that the key belongs to. */
export const USER = { email: 'jo@acme.example' }

/** A login for both interfaces. */
export function loginOf(email: string = USER.email, password: string = CONFORMANCE_API_KEY) {
  return {
    query: `username=${email}&password=${password}`,
    basic: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`,
  }
}

export const LOGIN = loginOf().query

/** A request by GET with these parameters after the login, already encoded. */
export function get(parameters: string, path = '/send', login: string = LOGIN): TestRequest {
  return { method: 'GET', path, query: [login, parameters].filter((each) => each !== '').join('&') }
}

/** The same as a form. */
export function form(parameters: string, login: string = LOGIN): TestRequest {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return { method: 'POST', path: '/send', headers, body: `${login}&${parameters}` }
}

const BASIC = loginOf().basic

/** A request to the REST interface. */
export function rest(path: string, body: unknown, authorization: string | undefined = BASIC): TestRequest {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return {
    method: 'POST',
    path: `/secure/${path}`,
    headers: { authorization, 'content-type': 'application/json' },
    body: text,
  }
}

/** A request to it that reads. */
export function restGet(path: string, query = ''): TestRequest {
  return { method: 'GET', path: `/secure/${path}`, query, headers: { authorization: BASIC } }
}

/** What rows send unless they say otherwise. */
export const GOOD = `to=${THERE}&from=12345&content=Hello`

const SUCCESS = /^Success "[0-9a-f-]{36}"$/

export const ACCEPTED = { status: 200, body: SUCCESS, submitted: [{ to: THERE, text: 'Hello' }] }

export const FORBIDDEN = { status: 403, body: /^Error "Authentication failure for username:.*"$/ }

/** A refusal as text. */
export function rejected(text: string, status = 400) {
  return { status, body: `Error "${text}"` }
}

/** A row that sends one message with these fields. */
export function sends(name: string, request: TestRequest, submitted: object): AdapterCase {
  return { name, request, expect: { ...ACCEPTED, submitted: [submitted] } }
}

/** A row that is answered without sending anything. */
export function answers(name: string, request: TestRequest, expect: AdapterCase['expect']): AdapterCase {
  return { name, request, expect }
}
