import type { ErrorCategory, GatewayError, HttpResponse } from '@heliograph/contracts'

const STATUSES = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'too-large': 413,
  throttled: 429,
  unavailable: 503,
  internal: 500,
} satisfies Record<ErrorCategory, number>

/** An error in no interface's form: for paths that no instance owns, and for when an instance fails to format its own errors. */
export function neutralResponse(error: GatewayError): HttpResponse {
  const headers: Record<string, string> = { 'content-type': 'text/plain; charset=utf-8' }
  if (error.allow !== undefined) headers.allow = error.allow.join(', ')
  if (error.retryAfterSeconds !== undefined) headers['retry-after'] = String(error.retryAfterSeconds)
  return { status: STATUSES[error.category], headers, body: `${error.publicMessage}\n` }
}
