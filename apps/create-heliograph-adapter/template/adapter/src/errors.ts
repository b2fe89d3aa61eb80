import { ERROR_STATUSES, errorHeaders, type GatewayError, type HttpResponse } from '@heliograph/contracts'
import { textResponse } from '@heliograph/wire'

/**
 * Formats every error for clients, including those that the gateway finds before a handler is called. `ERROR_STATUSES`
 * has a status for each category; for an interface with its own codes, put a table of them here, `satisfies
 * Record<ErrorCategory, ...>`.
 */
export function formatError(error: GatewayError): HttpResponse {
  return textResponse(ERROR_STATUSES[error.category], `ERROR ${error.publicMessage}\n`, errorHeaders(error))
}
