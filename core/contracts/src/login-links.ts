import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/**
 * One-time links to log in by: the gateway's own commands make their tokens (`heliograph start`,
 * `heliograph user log-in-link`), and an interface with a page takes them. A token is good for 15 minutes and for one
 * login. It replaces the password; a second factor is still required.
 *
 * Both calls resolve with undefined for a token that is unknown, used or expired, or whose user is disabled; they throw
 * `unavailable` while the database is away.
 * @stability stable
 */
export interface LoginLinks {
  /** The principal that the token logs in. The token stays good. */
  find(token: string): Promise<Principal | undefined>
  /** Uses the token up. Of several calls at once, one gets the principal, which has no key (`keyId` is null). */
  redeem(token: string): Promise<Principal | undefined>
}

export const LoginLinks: ServiceToken<LoginLinks> = defineService('heliograph.login-links')
