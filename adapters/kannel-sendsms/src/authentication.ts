import type { HttpRequest, Principal } from '@heliograph/contracts'
import { accountOf } from '@heliograph/wire'
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
  { directory, logins }: Pick<KannelSendsmsServices, 'directory' | 'logins'>,
  { user, password }: { readonly user: string | undefined; readonly password: string | undefined },
  caller: Pick<HttpRequest, 'remoteAddress'>,
  { domain }: Pick<KannelSendsmsConfig, 'domain'>,
): Promise<Principal> {
  const account = accountOf(user ?? '', domain)
  if (account === '' || password === undefined || password === '') throw notAuthorised()
  const owner = await directory.byApiKey(password, caller)
  if (owner?.email === account) return owner
  const result = await logins.byPassword({ origin: ORIGIN, account, password, address: caller.remoteAddress })
  if (result.kind !== 'ok') throw notAuthorised()
  return result.principal
}
