import {
  type Directory,
  GatewayError,
  type HttpHeaders,
  type HttpRequestHead,
  type Principal,
  type RateLimits,
} from '@heliograph/contracts'
import { assertAdmitted } from '@heliograph/wire'

/** A scheme word that clients put before the key, although none is required. */
const SCHEME = /^(?:app|apikey|bearer)(?:\s+|$)/i

/**
 * Returns the API key of a request: `X-API-Key` when that header is present, else the whole value of `Authorization`
 * without a leading scheme word. A key in the query is not a credential.
 */
export function apiKeyOf(headers: HttpHeaders): string {
  const given = headers['x-api-key'] ?? headers.authorization?.trim().replace(SCHEME, '')
  return given?.trim() ?? ''
}

/** What tells who sends a request. */
type Sender = Pick<HttpRequestHead, 'headers' | 'remoteAddress'>

/** Resolves with the owner of the API key of a request. Throws `unauthenticated`. */
export async function identify(directory: Directory, sender: Sender): Promise<Principal> {
  const apiKey = apiKeyOf(sender.headers)
  if (apiKey === '') throw new GatewayError('unauthenticated', 'missing-api-key', 'Missing API key')
  const principal = await directory.byApiKey(apiKey, sender)
  if (principal === undefined) throw new GatewayError('unauthenticated', 'invalid-api-key', 'Invalid API key')
  return principal
}

/**
 * Admits a request: identifies its sender, then counts it against the rate limit of the key. Throws `unauthenticated`
 * or `throttled`.
 */
export async function admit(directory: Directory, rateLimits: RateLimits, sender: Sender): Promise<Principal> {
  const principal = await identify(directory, sender)
  assertAdmitted(rateLimits.admit(principal))
  return principal
}
