import { ERROR_STATUSES, errorHeaders, type GatewayError, type HttpResponse } from '@heliograph/contracts'

/** An error in no interface's form: for paths that no instance owns, and for when an instance fails to format its own errors. */
export function neutralResponse(error: GatewayError): HttpResponse {
  const headers = { 'content-type': 'text/plain; charset=utf-8', ...errorHeaders(error) }
  return {
    status: ERROR_STATUSES[error.category],
    headers,
    body: `${error.publicMessage}
`,
  }
}
