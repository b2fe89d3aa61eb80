import type { LoginResult } from './logins.ts'
import { defineService, type ServiceToken } from './service.ts'

/**
 * Log-ins of users that an identity provider vouches for. A module with this service can log in as any user, so it asks
 * for it only when it checks what the provider says: the signature, the client that it is meant for, and that the
 * address was verified.
 */
export interface VouchedLogins {
  /**
   * The user with this e-mail, in any case, with the scope `portal`. `unknown`: there is none, or several clients have
   * one. A second factor is still to be asked for (`SecondFactors.check`). Throws `unavailable` while the database is
   * away.
   */
  byEmail(email: string): Promise<Exclude<LoginResult, { readonly kind: 'locked' }>>
}

export const VouchedLogins: ServiceToken<VouchedLogins> = defineService('heliograph.vouched-logins')
