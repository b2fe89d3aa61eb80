import type { GatewayError, HttpResponse } from '@heliograph/contracts'
import { textError } from '@heliograph/wire'

/** Formats an error as one line of plain text. */
export function formatError(error: GatewayError): HttpResponse {
  return textError(error, 'ERROR! ')
}
