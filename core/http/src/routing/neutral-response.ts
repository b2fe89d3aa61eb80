import { ERROR_STATUSES, errorHeaders, type GatewayError, type HttpResponse } from '@heliograph/contracts'

/**
 * An error as plain text, independent of any interface: for paths that no instance owns, and for instances that fail to
 * format their own errors.
 */
export function neutralResponse(error: GatewayError): HttpResponse {
  const headers = { 'content-type': 'text/plain; charset=utf-8', ...errorHeaders(error) }
  return {
    status: ERROR_STATUSES[error.category],
    headers,
    body: `${error.publicMessage}
`,
  }
}
