import type { ErrorCategory, GatewayError } from './error.ts'

/**
 * The HTTP status of each category of error, as used by the host and by every HTTP interface that has none of its own.
 * @stability stable
 */
export const ERROR_STATUSES = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'too-large': 413,
  throttled: 429,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<ErrorCategory, number>

/**
 * The headers of an error, which carry what its text does not: `Allow`, and `Retry-After` in seconds.
 * @stability stable
 */
export function errorHeaders({ allow, retryAfterSeconds }: GatewayError): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {}
  if (allow !== undefined) headers.allow = allow.join(', ')
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds)
  return headers
}
