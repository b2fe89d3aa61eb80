import { GatewayError } from '@heliograph/contracts'

export type AccountKind = 'client' | 'user' | 'key' | 'channel'

/** `not-found`/`user-not-found` and the like: also what belongs to others is said not to be there. */
export function missing(what: AccountKind, id: number): GatewayError {
  return new GatewayError('not-found', `${what}-not-found`, `There is no ${what} ${id}`)
}

/** What was looked up. Throws `missing` when there is no such thing. */
export function existing<T>(found: T | undefined, what: AccountKind, id: number): T {
  if (found === undefined) throw missing(what, id)
  return found
}
