import type { HttpRequest, Principal } from '@heliograph/contracts'
import { accountOf, admitRequest } from '@heliograph/wire'
import type { JasminConfig } from './config.ts'
import { wrongLogin } from './errors.ts'
import type { JasminServices } from './services.ts'

/** The name of this interface in logs and reports. */
export const ORIGIN = 'jasmin'

/** A log-in as given. */
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
  { directory, logins, rateLimits }: Pick<JasminServices, 'directory' | 'logins' | 'rateLimits'>,
  { username, password }: Login,
  caller: Pick<HttpRequest, 'remoteAddress'>,
  { domain, requestsPerMinute }: JasminConfig,
): Promise<Principal> {
  const account = accountOf(username, domain)
  if (account === '' || password === '') throw wrongLogin(username)
  const owner = await directory.byApiKey(password, caller)
  const principal = owner?.email === account ? owner : await byPassword()
  admitRequest(rateLimits, principal, requestsPerMinute)
  return principal

  async function byPassword(): Promise<Principal> {
    const result = await logins.byPassword({ origin: ORIGIN, account, password, address: caller.remoteAddress })
    if (result.kind !== 'ok') throw wrongLogin(username)
    return result.principal
  }
}
