import { type ErrorCategory, errorHeaders, type GatewayError, type HttpResponse } from '@heliograph/contracts'
import { jsonFailure, ONE_FAILURE_STATUSES } from '@heliograph/wire'

/** The `error` of the body where the specification names one for the code of the `GatewayError`. */
const NAMES_OF_CODES: Readonly<Record<string, string>> = {
  'missing-api-key': 'missing_api_key',
  'invalid-api-key': 'invalid_api_key',
  'invalid-signature': 'invalid_signature',
  'empty-payload': 'empty_payload',
}

const NAMES: Readonly<Record<ErrorCategory, string>> = {
  invalid: 'invalid_payload',
  unauthenticated: 'invalid_api_key',
  forbidden: 'forbidden',
  'not-found': 'not_found',
  'method-not-allowed': 'method_not_allowed',
  conflict: 'conflict',
  'too-large': 'payload_too_large',
  throttled: 'too_many_requests',
  unavailable: 'processing_error',
  internal: 'processing_error',
}

/** Turns an error into the answer of this interface. */
export function formatError(error: GatewayError): HttpResponse {
  const name = NAMES_OF_CODES[error.code] ?? NAMES[error.category]
  return jsonFailure(ONE_FAILURE_STATUSES[error.category], name, error.publicMessage, errorHeaders(error))
}
