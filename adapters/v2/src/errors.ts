import { type ErrorCategory, errorHeaders, type GatewayError, type HttpResponse } from '@heliograph/contracts'
import { jsonResponse } from '@heliograph/wire'
import { INVALID_TOKEN } from './authentication.ts'

/** How an error category looks on this interface. */
export interface ErrorFace {
  readonly status: number
  /** The `messageId` of the error body. */
  readonly messageId: string
  /** When clients meet it; for the documentation. */
  readonly meaning: string
}

/** One row for every category of error. */
export const ERROR_FACES = {
  invalid: {
    status: 400,
    messageId: 'BAD_REQUEST',
    meaning: 'Invalid parameters, malformed JSON, a wrong Content-Type, or no destination that can be sent to.',
  },
  unauthenticated: { status: 401, messageId: 'UNAUTHORIZED', meaning: 'Invalid or missing API key, or access token.' },
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
    meaning: 'The path exists with other methods, which `Allow` lists.',
  },
  conflict: { status: 409, messageId: 'CONFLICT', meaning: 'The state of the thing does not permit it.' },
  'too-large': { status: 413, messageId: 'PAYLOAD_TOO_LARGE', meaning: 'The body is larger than 4 MiB.' },
  throttled: {
    status: 429,
    messageId: 'TOO_MANY_REQUESTS',
    meaning:
      'Rate limit exceeded, or more SMS parts within a minute than a client may send; `Retry-After` says in how many seconds to come back.',
  },
  unavailable: {
    status: 503,
    messageId: 'GENERAL_ERROR',
    meaning:
      'Something the gateway depends on is unavailable. Nothing was accepted and the same request may work later, unless the text says that this is not known: with a `messageId` for each destination it may be sent again then too.',
  },
  internal: { status: 500, messageId: 'GENERAL_ERROR', meaning: 'Server error. Nothing was accepted.' },
} as const satisfies Record<ErrorCategory, ErrorFace>

/** Turns an error into the answer of this interface. */
export function formatError(error: GatewayError): HttpResponse {
  const { status, messageId } = ERROR_FACES[error.category]
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
