import {
  GatewayError,
  type HttpHeaders,
  type HttpRequestHead,
  hasTokenForm,
  type KnownIdentity,
} from '@heliograph/contracts'
import type { V2Context } from './services.ts'

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

/** The code of the error for an access token that has ended, or never was one. */
export const INVALID_TOKEN = 'invalid-token'

/** What tells who sends a request. */
type Sender = Pick<HttpRequestHead, 'headers' | 'remoteAddress'>

/** What finds the senders of requests. */
export type Gatekeeper = Pick<V2Context, 'takesTokens'> & {
  readonly services: Pick<V2Context['services'], 'directory' | 'tokens'>
}

/**
 * Resolves with the owner of the API key of a request, or of the access token in its place. Throws `unauthenticated`.
 */
export async function identify({ services, takesTokens }: Gatekeeper, sender: Sender): Promise<KnownIdentity> {
  const { directory, tokens } = services
  const credential = apiKeyOf(sender.headers)
  if (credential === '') throw new GatewayError('unauthenticated', 'missing-api-key', 'Missing API key')
  if (takesTokens && hasTokenForm(credential)) {
    const principal = await tokens.find(credential, sender)
    if (principal === undefined) throw new GatewayError('unauthenticated', INVALID_TOKEN, 'Invalid access token')
    return { principal, secret: credential }
  }
  const principal = await directory.byApiKey(credential, sender)
  if (principal === undefined) throw new GatewayError('unauthenticated', 'invalid-api-key', 'Invalid API key')
  return { principal, secret: credential }
}
