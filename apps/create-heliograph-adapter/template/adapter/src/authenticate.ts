import { type Directory, GatewayError, type HttpRequest, type KnownIdentity } from '@heliograph/contracts'
import { readCredential, X_API_KEY } from '@heliograph/wire'

/** Identifies the client. Throws `unauthenticated`. */
export async function authenticate(request: HttpRequest, directory: Directory): Promise<KnownIdentity> {
  const credential = readCredential([X_API_KEY], request.headers)
  const principal = credential?.kind === 'key' ? await directory.byApiKey(credential.key, request) : undefined
  if (credential?.kind !== 'key' || !principal)
    throw new GatewayError('unauthenticated', 'bad-api-key', 'The API key is missing or wrong')
  return { principal, secret: credential.key }
}
