import type { GatewayError, HttpResponse } from '@heliograph/contracts'
import { textError } from '@heliograph/wire'

/** An error as this interface tells it, in one line. */
export function formatError(error: GatewayError): HttpResponse {
  return textError(error, 'ERROR! ')
}
