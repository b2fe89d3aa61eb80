import type { GatewayError, HttpResponse } from '@heliograph/contracts'
import { neutralResponse } from './neutral-response.ts'

/** Errors of the admin port: `{ "error": { "code", "message", "details"? } }`. */
export function formatAdminError(error: GatewayError): HttpResponse {
  const { status, headers } = neutralResponse(error)
  const { code, publicMessage: message, details } = error
  return {
    status,
    headers: {
      ...headers,
      ...(error.category === 'unauthenticated' && { 'www-authenticate': 'Bearer' }),
      'content-type': 'application/json; charset=utf-8',
    },
    body: `${JSON.stringify({ error: { code, message, details } })}\n`,
  }
}
