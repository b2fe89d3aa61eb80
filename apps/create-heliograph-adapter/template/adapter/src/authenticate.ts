import { type Directory, GatewayError, type HttpRequest, type Principal, type RateLimits } from '@heliograph/contracts'
import { readCredential, X_API_KEY } from '@heliograph/wire'

/** Identifies the client and checks its rate limit. Throws `unauthenticated` or `throttled`. */
export async function authenticate(
  request: HttpRequest,
  directory: Directory,
  rateLimits: RateLimits,
): Promise<Principal> {
  const credential = readCredential([X_API_KEY], request.headers)
  const principal = credential?.kind === 'key' ? await directory.byApiKey(credential.key, request) : undefined
  if (!principal) throw new GatewayError('unauthenticated', 'bad-api-key', 'The API key is missing or wrong')
  const admission = rateLimits.admit(principal)
  if (admission.admitted) return principal
  const { retryAfterSeconds } = admission
  throw new GatewayError('throttled', 'too-many-requests', 'Too many requests', { retryAfterSeconds })
}
