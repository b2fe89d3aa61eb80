import type { HttpRequest, KnownIdentity } from '@heliograph/contracts'
import { accountOf, findByLogin } from '@heliograph/wire'
import type { KannelSendsmsConfig } from './config.ts'
import { notAuthorised } from './errors.ts'
import type { KannelSendsmsServices } from './services.ts'

/** The name of this interface in logs and reports. */
export const ORIGIN = 'kannel-sendsms'

/**
 * Resolves with the user that logs in, by e-mail with one of its API keys or its password. Throws `unauthenticated`
 * when neither fits, and `unavailable` while that cannot be checked.
 */
export async function authenticate(
  services: Pick<KannelSendsmsServices, 'directory' | 'logins'>,
  { user = '', password = '' }: { readonly user: string | undefined; readonly password: string | undefined },
  caller: Pick<HttpRequest, 'remoteAddress'>,
  { domain }: Pick<KannelSendsmsConfig, 'domain'>,
): Promise<KnownIdentity> {
  const login = { origin: ORIGIN, account: accountOf(user, domain), password }
  const principal = await findByLogin(services, login, caller)
  if (principal === undefined) throw notAuthorised()
  return { principal, secret: password }
}
