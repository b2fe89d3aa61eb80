import { errorHeaders, type HttpResponse, isGatewayError, toGatewayError } from '@heliograph/contracts'
import { jsonResponse } from '@heliograph/wire'

/** The errors of RFC 6749 section 5.2 that can happen here. */
export type TokenErrorCode = 'invalid_request' | 'invalid_client' | 'unsupported_grant_type' | 'invalid_scope'

/** A request to the token endpoints that is refused. */
export class TokenError extends Error {
  override readonly name = 'TokenError'
  readonly code: TokenErrorCode

  /** @param message for the client; ASCII without quotes and backslashes, as the RFC has it */
  constructor(code: TokenErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** RFC 6749 section 5.1: nothing on the way may keep a token, nor that there is none. */
export const NOT_KEPT = { 'cache-control': 'no-store', pragma: 'no-cache' }

const LATER = { throttled: 429, unavailable: 503 } as const

/**
 * The answer to a request that failed, in the form of RFC 6749 section 5.2. Throws again what is neither a mistake of
 * the client nor over soon.
 */
export function tokenErrorResponse(thrown: unknown): HttpResponse {
  if (thrown instanceof TokenError) return refusal(thrown)
  const status = isGatewayError(thrown) ? LATER[thrown.category as keyof typeof LATER] : undefined
  if (status === undefined) throw thrown
  const error = toGatewayError(thrown)
  return errorResponse(status, 'temporarily_unavailable', error.publicMessage, errorHeaders(error))
}

function refusal({ code, message }: TokenError): HttpResponse {
  if (code !== 'invalid_client') return errorResponse(400, code, message)
  return errorResponse(401, code, message, { 'www-authenticate': 'Basic realm="token"' })
}

function errorResponse(status: number, error: string, text: string, headers: Readonly<Record<string, string>> = {}) {
  return jsonResponse(status, { error, error_description: text }, { ...NOT_KEPT, ...headers })
}
