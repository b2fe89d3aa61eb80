import { type AdapterCase, CONFORMANCE_API_KEY, type TestRequest } from '@heliograph/testkit'

export const PATH = '/api/http/accounting/business/main.ashx'

/** The common part of all rows: the endpoint with the key of the account under test. */
export const BASE: TestRequest = { method: 'POST', path: PATH, headers: { 'X-API-Key': CONFORMANCE_API_KEY } }

/** The configuration and the account of every row's instance. */
export const WORLD = {
  config: { requestsPerMinute: 300 },
  account: { channel: { number: '27820001234' } },
  // Enough for a busy machine.
  patienceMs: 60_000,
}

/** Two numbers that can be sent to, and an unknown key. */
export const THERE = '27821234567'
export const ELSEWHERE = '27829876543'
export const UNKNOWN_KEY = 'Zz9vT8mXz1LrB6wYp9HsD2fGj5NcA7eUo4RtWbVx'

/** A request to send one text to one number, with further or other fields. */
export function sending(over: object = {}): TestRequest {
  return { json: { to: THERE, message: 'Hello', ...over } }
}

/** A request with these octets as its body. */
export function raw(body: string | Uint8Array, contentType = 'application/json'): TestRequest {
  return { body, headers: { 'content-type': contentType } }
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

/** One accepted message. */
export function accepted(submitted: object = {}): AdapterCase['expect'] {
  const messages = [{ sms_id: 1, recipient: THERE, status: 'PENDING' }]
  return { status: 200, headers: JSON_TYPE, body: { status: 'ok', messages }, submitted: [submitted] }
}

/** One result for each recipient. */
export function results(
  messages: readonly (readonly [smsId: number, recipient: string, status: string])[],
): AdapterCase['expect'] {
  const rows = messages.map(([sms_id, recipient, status]) => ({ sms_id, recipient, status }))
  const sent = messages.filter(([smsId]) => smsId > 0)
  return {
    status: 200,
    headers: JSON_TYPE,
    body: JSON.stringify({ status: 'ok', messages: rows }),
    submitted: sent.map(([smsId, to]) => ({ smsId, to })),
  }
}

/** An answer in the error form; nothing was sent. */
export function refused(status: number, error: string, message: unknown = /./): AdapterCase['expect'] {
  return { status, headers: JSON_TYPE, body: { status: 'error', error, message } }
}
