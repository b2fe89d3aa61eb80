import type { GatewayError, HttpRequest, HttpResponse } from '@heliograph/contracts'
import { jsonError, textError } from '@heliograph/wire'
import { isJson } from './parameters.ts'

/** Formats an error in the form of the request: JSON, or one line of plain text. */
export function formatError(error: GatewayError, request: HttpRequest): HttpResponse {
  return isJson(request) ? jsonError(error) : textError(error, 'ERROR! ')
}
