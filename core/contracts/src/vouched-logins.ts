import type { LoginResult } from './logins.ts'
import type { Role } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** Never `locked`: nothing is guessed at. @stability experimental */
export type VouchedResult = Exclude<LoginResult, { readonly kind: 'locked' }>

/**
 * Who an identity provider says somebody is, as far as the configuration makes something of it.
 * @stability experimental
 */
export interface VouchedUser {
  /** In any case. */
  readonly email: string
  readonly clientId: number
  readonly role: Role
}

/**
 * Logins of users that an identity provider vouches for. A module with this service can log in as any user, so it asks
 * for it only when it checks what the provider says: the signature, the client that it is meant for, and that the
 * address was verified.
 * @stability experimental
 */
export interface VouchedLogins {
  /**
   * The user with this e-mail, in any case, with the scope `portal`. `unknown`: there is none, or several clients have
   * one. A second factor is still to be asked for (`SecondFactors.check`). Throws `unavailable` while the database is
   * away.
   */
  byEmail(email: string): Promise<VouchedResult>
  /**
   * The user with this e-mail of one client, with the scope `portal`, who is given the role first. `unknown`: there is
   * none, and none is to be made. What changes is noted in the audit log. Throws `not-found`/`client-not-found`, and as
   * above.
   */
  settle(user: VouchedUser, makesUser: boolean): Promise<VouchedResult>
}

export const VouchedLogins: ServiceToken<VouchedLogins> = defineService('heliograph.vouched-logins')
