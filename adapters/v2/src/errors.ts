import { type ErrorCategory, errorHeaders, type GatewayError, type HttpResponse } from '@heliograph/contracts'
import { jsonResponse } from '@heliograph/wire'
import { INVALID_TOKEN } from './authentication.ts'

/** How an error category looks on this interface. */
export interface ErrorForm {
  readonly status: number
  /** The `messageId` of the error body. */
  readonly messageId: string
  /** When clients meet it; for the documentation. */
  readonly meaning: string
}

/** One row for every category of error. */
export const ERROR_FORMS = {
  invalid: {
    status: 400,
    messageId: 'BAD_REQUEST',
    meaning: 'Invalid parameters, malformed JSON, a wrong Content-Type, or no valid destination.',
  },
  unauthenticated: { status: 401, messageId: 'UNAUTHORIZED', meaning: 'Invalid or missing API key or access token.' },
  forbidden: {
    status: 403,
    messageId: 'FORBIDDEN',
    meaning: 'Insufficient credits for the whole request, no enabled channel, or missing permissions.',
  },
  'not-found': {
    status: 404,
    messageId: 'NOT_FOUND',
    meaning: 'Unknown path, no such message, or no bulk with this id that can still be changed.',
  },
  'method-not-allowed': {
    status: 405,
    messageId: 'METHOD_NOT_ALLOWED',
    meaning: 'The path does not accept this method; `Allow` lists those it accepts.',
  },
  conflict: { status: 409, messageId: 'CONFLICT', meaning: 'The current state does not allow it.' },
  'too-large': { status: 413, messageId: 'PAYLOAD_TOO_LARGE', meaning: 'The body is larger than 4 MiB.' },
  throttled: {
    status: 429,
    messageId: 'TOO_MANY_REQUESTS',
    meaning:
      'Rate limit exceeded, or more SMS parts within a minute than a client may send; retry after the seconds in `Retry-After`.',
  },
  unavailable: {
    status: 503,
    messageId: 'GENERAL_ERROR',
    meaning:
      'A dependency of the gateway is unavailable. Nothing was accepted, and you can retry later. If the text says that the outcome is not known, retry only if each destination has a `messageId`.',
  },
  internal: { status: 500, messageId: 'GENERAL_ERROR', meaning: 'Server error. Nothing was accepted.' },
} as const satisfies Record<ErrorCategory, ErrorForm>

/** Turns an error into the answer of this interface. */
export function formatError(error: GatewayError): HttpResponse {
  const { status, messageId } = ERROR_FORMS[error.category]
  const serviceException = { messageId, text: error.publicMessage, validationErrors: error.details ?? {} }
  return jsonResponse(status, { requestError: { serviceException } }, headersOf(error))
}

function headersOf(error: GatewayError): Readonly<Record<string, string>> {
  // RFC 6750 section 3.1: from this a client learns that it needs a new token.
  if (error.code === INVALID_TOKEN) return { 'www-authenticate': 'Bearer error="invalid_token"' }
  // RFC 9110 section 15.5.2 requires a challenge; this scheme makes no browser open a dialogue.
  if (error.category === 'unauthenticated') return { 'www-authenticate': 'ApiKey', ...errorHeaders(error) }
  return errorHeaders(error)
}
