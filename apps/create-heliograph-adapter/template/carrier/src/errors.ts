import { ERROR_STATUSES, errorHeaders, type GatewayError, type HttpResponse } from '@heliograph/contracts'

/** Every error in the form of the routes. The network calls again unless the status is one of success. */
export function formatError(error: GatewayError): HttpResponse {
  return {
    status: ERROR_STATUSES[error.category],
    headers: { ...errorHeaders(error), 'content-type': 'application/json' },
    body: JSON.stringify({ error: error.publicMessage }),
  }
}
