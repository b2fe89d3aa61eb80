import type { HttpRequest, Principal } from '@heliograph/contracts'
import { accountOf, admitRequest, findByLogin } from '@heliograph/wire'
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
 * Resolves with the user that logs in, by e-mail with one of its API keys or its password, and counts the request.
 * Throws `unauthenticated` when neither fits, `throttled` above the limit, and `unavailable` while that cannot be
 * checked.
 */
export async function authenticate(
  services: Pick<JasminServices, 'directory' | 'logins' | 'rateLimits'>,
  { username, password }: Login,
  caller: Pick<HttpRequest, 'remoteAddress'>,
  { domain, requestsPerMinute }: JasminConfig,
): Promise<Principal> {
  const login = { origin: ORIGIN, account: accountOf(username, domain), password }
  const principal = await findByLogin(services, login, caller)
  if (principal === undefined) throw wrongLogin(username)
  admitRequest(services.rateLimits, principal, requestsPerMinute)
  return principal
}
