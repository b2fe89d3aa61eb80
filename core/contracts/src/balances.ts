import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/**
 * What a client has left, and what it pays. Amounts are decimal text in the client's currency.
 *
 * @stability experimental
 */
export interface Balance {
  /** Null: the client is billed afterwards, without a limit. */
  readonly credit: string | null
  /** Of one part. */
  readonly price: string
}

/**
 * The balance of the principal's client, for interfaces whose clients ask for it with the credential that they send
 * with. `Accounts` tells more, to credentials that reach further.
 *
 * @stability experimental
 */
export interface Balances {
  /** As it is now, after all that has been accepted. Throws `unavailable` while the database is away. */
  of(principal: Principal): Promise<Balance>
}

export const Balances: ServiceToken<Balances> = defineService('heliograph.balances')
