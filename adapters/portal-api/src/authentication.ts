import { GatewayError, type HttpRequest, type Principal } from '@heliograph/contracts'
import { assertAdmitted, BEARER_OR_API_KEY, readCredential, X_API_KEY } from '@heliograph/wire'
import type { Credential } from './endpoint.ts'
import type { PortalContext } from './services.ts'

export interface Identity {
  readonly principal: Principal
  readonly credential: Credential
}

/** Finds out who sends a request. Throws `unauthenticated` or `throttled`. */
export async function authenticate({ services }: PortalContext, request: HttpRequest): Promise<Identity> {
  const credential = readCredential([X_API_KEY, BEARER_OR_API_KEY], request.headers)
  if (credential?.kind !== 'key')
    throw new GatewayError('unauthenticated', 'not-logged-in', 'Log in, or send an API key')
  const principal = await services.directory.byApiKey(credential.key)
  if (principal === undefined) throw new GatewayError('unauthenticated', 'invalid-api-key', 'This API key is not known')
  assertAdmitted(services.rateLimits.admit(principal))
  return { principal, credential: { kind: 'key' } }
}
