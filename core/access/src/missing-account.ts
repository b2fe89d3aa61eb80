import { GatewayError } from '@heliograph/contracts'

export type AccountKind = 'client' | 'user' | 'key' | 'channel'

/** `not-found`/`user-not-found` and the like: an account of another client counts as missing too. */
export function missingAccount(what: AccountKind, id: number): GatewayError {
  return new GatewayError('not-found', `${what}-not-found`, `There is no ${what} ${id}`)
}

/** Returns what was looked up. Throws `missing` when it does not exist. */
export function existingAccount<T>(found: T | undefined, what: AccountKind, id: number): T {
  if (found === undefined) throw missingAccount(what, id)
  return found
}
