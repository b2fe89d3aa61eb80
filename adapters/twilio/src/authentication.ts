import type { HttpRequestHead, KnownIdentity } from '@heliograph/contracts'
import { BASIC, readCredential } from '@heliograph/wire'
import { notAuthenticated } from './errors.ts'
import type { TwilioContext } from './services.ts'

/** The name of this interface in logs and reports. */
export const ORIGIN = 'twilio'

/**
 * Resolves with the owner of the API key that is the password. The user name is the Account SID of the key's client, or
 * the key's own SID. Throws `unauthenticated`.
 */
export async function authenticate(
  { services, sids }: Pick<TwilioContext, 'services' | 'sids'>,
  caller: Pick<HttpRequestHead, 'headers' | 'remoteAddress'>,
): Promise<KnownIdentity> {
  const login = readCredential([BASIC], caller.headers)
  if (login?.kind !== 'login' || login.password === '') throw notAuthenticated()
  const principal = await services.directory.byApiKey(login.password, caller)
  if (principal === undefined) throw notAuthenticated()
  const { clientId, keyId } = principal
  const user = login.account.trim()
  const isOwn = sids.read('AC', clientId, user) === 0 || (keyId !== null && sids.read('SK', clientId, user) === keyId)
  if (!isOwn) throw notAuthenticated()
  return { principal, secret: login.password }
}
