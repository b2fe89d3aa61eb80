import { type ErrorCategory, errorHeaders, type GatewayError, type HttpResponse } from '@heliograph/contracts'
import { jsonResponse } from '@heliograph/wire'

interface ErrorFace {
  readonly status: number
  /** The `error` of the body. */
  readonly error: string
}

/** Errors of this interface that the specification names, by the code of the `GatewayError`. */
const FACES_OF_CODES: Readonly<Record<string, ErrorFace>> = {
  'missing-api-key': { status: 401, error: 'missing_api_key' },
  'invalid-api-key': { status: 401, error: 'invalid_api_key' },
  'invalid-signature': { status: 401, error: 'invalid_signature' },
  'empty-payload': { status: 400, error: 'empty_payload' },
}

const FACES: Readonly<Record<ErrorCategory, ErrorFace>> = {
  invalid: { status: 400, error: 'invalid_payload' },
  unauthenticated: { status: 401, error: 'invalid_api_key' },
  forbidden: { status: 403, error: 'forbidden' },
  'not-found': { status: 404, error: 'not_found' },
  'method-not-allowed': { status: 405, error: 'method_not_allowed' },
  conflict: { status: 409, error: 'conflict' },
  'too-large': { status: 413, error: 'payload_too_large' },
  throttled: { status: 429, error: 'too_many_requests' },
  unavailable: { status: 500, error: 'processing_error' },
  internal: { status: 500, error: 'processing_error' },
}

/** Turns an error into the answer of this interface. */
export function formatError(error: GatewayError): HttpResponse {
  const face = FACES_OF_CODES[error.code] ?? FACES[error.category]
  const body = { status: 'error', error: face.error, message: error.publicMessage }
  // RFC 9110 section 15.5.2 asks for a challenge.
  const challenge = face.status === 401 ? { 'www-authenticate': 'ApiKey' } : {}
  return jsonResponse(face.status, body, { ...challenge, ...errorHeaders(error) })
}
