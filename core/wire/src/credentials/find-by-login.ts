import type { Caller, Directory, Logins, Principal } from '@heliograph/contracts'

/** A login of an interface whose passwords may be API keys. */
export interface KeyLogin {
  /** The interface, for the log. */
  readonly origin: string
  /** E-mail of a user, in lower case; see `accountOf`. */
  readonly account: string
  /** One of the user's API keys, or its password. */
  readonly password: string
}

/**
 * Finds the user of a login by e-mail with one of its API keys or its password; undefined when neither fits, or when
 * one of them is missing. Keys go first, because they are cheap to check. Rejects with `unavailable` while that cannot
 * be checked.
 */
export async function findByLogin(
  {
    directory,
    logins,
  }: { readonly directory: Pick<Directory, 'byApiKey'>; readonly logins: Pick<Logins, 'byPassword'> },
  { origin, account, password }: KeyLogin,
  caller: Caller,
): Promise<Principal | undefined> {
  if (account === '' || password === '') return undefined
  const owner = await directory.byApiKey(password, caller)
  if (owner?.email === account) return owner
  const result = await logins.byPassword({ origin, account, password, address: caller.remoteAddress })
  return result.kind === 'ok' ? result.principal : undefined
}
