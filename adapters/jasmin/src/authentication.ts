import type { HttpRequest, KnownIdentity } from '@heliograph/contracts'
import { accountOf, findByLogin } from '@heliograph/wire'
import type { JasminConfig } from './config.ts'
import { wrongLogin } from './errors.ts'
import type { JasminServices } from './services.ts'

/** The name of this interface in logs and reports. */
export const ORIGIN = 'jasmin'

/** A login as given. */
export interface Login {
  readonly username: string
  readonly password: string
}

/**
 * Resolves with the user that logs in, by e-mail with one of its API keys or its password. Throws `unauthenticated`
 * when neither fits, and `unavailable` while that cannot be checked.
 */
export async function authenticate(
  services: Pick<JasminServices, 'directory' | 'logins'>,
  { username, password }: Login,
  caller: Pick<HttpRequest, 'remoteAddress'>,
  { domain }: Pick<JasminConfig, 'domain'>,
): Promise<KnownIdentity> {
  const login = { origin: ORIGIN, account: accountOf(username, domain), password }
  const principal = await findByLogin(services, login, caller)
  if (principal === undefined) throw wrongLogin(username)
  return { principal, secret: password }
}
