import { type ErrorCategory, errorHeaders, type GatewayError, type HttpResponse } from '@heliograph/contracts'
import { textResponse } from './responses.ts'

/**
 * The HTTP status of each category of error on interfaces that answer in plain text: 200 wherever old clients would
 * repeat the request on any other status.
 */
export const TEXT_STATUSES = {
  invalid: 200,
  unauthenticated: 200,
  forbidden: 200,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 200,
  'too-large': 413,
  throttled: 429,
  internal: 200,
  unavailable: 200,
} as const satisfies Record<ErrorCategory, number>

/** An error as a line of plain text, after the word with which an interface marks errors. */
export function textError(
  error: GatewayError,
  mark: string,
  statuses: Record<ErrorCategory, number> = TEXT_STATUSES,
): HttpResponse {
  return textResponse(statuses[error.category], `${mark}${error.publicMessage}`, errorHeaders(error))
}
