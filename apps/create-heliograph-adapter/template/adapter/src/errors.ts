import { ERROR_STATUSES, errorHeaders, type GatewayError, type HttpResponse } from '@heliograph/contracts'
import { textResponse } from '@heliograph/wire'

/**
 * Every error as clients see it, also those that the gateway finds before a handler is called. `ERROR_STATUSES` has a status for each category; an interface with codes
 * of its own has a table of its own here, `satisfies Record<ErrorCategory, ...>`.
 */
export function formatError(error: GatewayError): HttpResponse {
  return textResponse(ERROR_STATUSES[error.category], `ERROR ${error.publicMessage}\n`, errorHeaders(error))
}
