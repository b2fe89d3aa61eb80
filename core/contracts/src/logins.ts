import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** A log-in by account and password, as an interface received it. */
export interface LoginAttempt {
  /** The interface, for the log. */
  readonly origin: string
  /** SMPP: the system id, a user's e-mail in any case, or its first 15 octets. */
  readonly account: string
  readonly password: string
  /** IP address of the client. */
  readonly address: string
}

/**
 * `unknown`: no such user, or a wrong password; which of them is not told. `disabled`: right password of a disabled user or client. `locked`: too
 * many failures lately; the password was not even looked at.
 */
export type LoginResult =
  | { readonly kind: 'ok'; readonly principal: Principal }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'disabled' }
  | { readonly kind: 'locked'; readonly retryAfterMs: number }

/**
 * Log-ins other than by API key. Failures are slowed and then locked, for each pair of account and address and, with a separate cap, for each address; the
 * count is shared by all interfaces of a node.
 */
export interface Logins {
  /** By the SMPP rules: the password is the first 8 characters of one of the user's API keys. Throws `unavailable` while the database is away. */
  bySmppPassword(attempt: LoginAttempt): Promise<LoginResult>
}

export const Logins: ServiceToken<Logins> = defineService('heliograph.logins')
