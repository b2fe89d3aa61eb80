import { errorHeaders, type GatewayError, type HttpResponse } from '@heliograph/contracts'
import type { RecipientResult } from './recipient-results.ts'
import { jsonResponse } from './responses.ts'

/** The status and error code of an error, by the code of the `GatewayError`, otherwise by its category. */
const FAILURES: Readonly<Record<string, readonly [status: number, error: string]>> = {
  'missing-key': [401, 'missing_api_key'],
  'missing-recipients': [400, 'missing_recipients'],
  'missing-text': [400, 'missing_message'],
  'empty-body': [400, 'invalid_json'],
  'malformed-json': [400, 'invalid_json'],
  'not-an-object': [400, 'invalid_json'],
  'not-found': [404, 'not_found'],
  'method-not-allowed': [405, 'method_not_allowed'],
  'too-large': [413, 'payload_too_large'],
  throttled: [429, 'too_many_requests'],
  // Not a refusal of the request: the same request may work later.
  internal: [500, 'processing_error'],
  unavailable: [503, 'unavailable'],
}

const SEND_ERROR = [400, 'send_error'] as const

/**
 * The results of recipients as JSON: `{"status":"ok","messages":[{"sms_id","recipient","status"}]}`. When none was
 * accepted, the request fails with `send_error` and the reason of the first one as message.
 */
export function jsonResults(results: readonly RecipientResult[]): HttpResponse {
  const [first] = results
  if (results.every(({ status }) => status === 'ERROR')) return jsonFailure(...SEND_ERROR, first?.reason ?? '')
  const messages = results.map(({ smsId, recipient, status }) => ({ sms_id: smsId, recipient, status }))
  return jsonResponse(200, { status: 'ok', messages })
}

/** An error in the same form. An error without a code of its own becomes `send_error`. */
export function jsonError(error: GatewayError): HttpResponse {
  const [status, code] = FAILURES[error.code] ?? FAILURES[error.category] ?? SEND_ERROR
  return jsonFailure(status, code, error.publicMessage, errorHeaders(error))
}

/**
 * `{"status":"error","error":code,"message":text}`, with the challenge that RFC 9110 section 15.5.2 requires where the
 * status is 401.
 */
export function jsonFailure(
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  const challenge = status === 401 ? { 'www-authenticate': 'ApiKey' } : {}
  return jsonResponse(status, { status: 'error', error: code, message }, { ...challenge, ...headers })
}
