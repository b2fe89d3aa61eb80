import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** A login by account and password, as an interface received it. @stability stable */
export interface LoginAttempt {
  /** The interface, for the log. */
  readonly origin: string
  /** A user's e-mail in any case; for `SmppLogins` the system id. */
  readonly account: string
  readonly password: string
  /** The client that the user belongs to, where the interface asks for it: an e-mail is unique only within a client. */
  readonly clientId?: number | undefined
  /** IP address of the client. */
  readonly address: string
  /**
   * True only where the caller asks for the second factor itself (`SecondFactors.check`) before it lets the user in, or
   * has asked for it before. Without it, users who have a second factor cannot log in by password alone.
   */
  readonly asksSecondFactor?: boolean | undefined
}

/**
 * `unknown`: no such user, a wrong password, a user with a second factor at a caller that does not ask for it, or an
 * address that the client does not accept (`Accounts.networks`: the door is `portal` where the second factor is asked
 * for); the result does not reveal which, nor does the time it takes. `disabled`: the right password of a disabled user
 * or client. `locked`: too many failures lately; the password was not checked.
 * @stability stable
 */
export type LoginResult =
  | { readonly kind: 'ok'; readonly principal: Principal }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'disabled' }
  | { readonly kind: 'locked'; readonly retryAfterMs: number }

/**
 * Logins by e-mail and password. Failures are slowed and then locked out; all interfaces share the counts, and nothing
 * is locked for good:
 *
 * - each pair of account and address group (see `addressGroup`: a /64 of IPv6 is one), on each node;
 * - each address group as a whole, on each node: about 250 failures a day;
 * - each account, over all addresses and nodes: about 200 failures a day. Address groups from which the account has
 *   logged in before are exempt from this and from the lock of their group, so strangers delay no user there.
 *
 * Attempts that come at once are checked one after the other, so that a flood of them cannot be checked before the
 * first failure counts.
 * @stability stable
 */
export interface Logins {
  /**
   * Logs a user in by password, for interfaces with a page or a legacy form to log in by. The principal has no key
   * (`keyId` is null) and the scope `send`, unless the caller asks for the second factor (`asksSecondFactor`): then its
   * scope is `portal`. A user with a second factor is `unknown` to every other caller, whatever the password, so that a
   * password alone never opens what the second factor protects. Where the e-mail and the password fit users of several
   * clients and the attempt names no client, the result is `unknown`.
   *
   * A check costs a tenth of a second of one core; a correct password is remembered for five minutes. Address groups
   * take turns, so that none waits for the crowd of another. Throws `unavailable` while the database is away
   * (`database-away`), or while 20 attempts of the address group wait (`overloaded`).
   */
  byPassword(attempt: LoginAttempt): Promise<LoginResult>
}

export const Logins: ServiceToken<Logins> = defineService('heliograph.logins')

/**
 * Hands out API keys, for interfaces whose clients fetch their key after a login. Keys are kept in a form that can be
 * handed out (sealed) only in deployments where an instance asks for this service, and only from then on: users whose
 * keys are older have none.
 * @stability stable
 */
export interface KeyHandout {
  /**
   * The newest API key of the principal's user with the scope `send`, in clear text; undefined when there is none that
   * can be handed out. Throws `unavailable` while the database is away.
   */
  newestKey(principal: Principal): Promise<string | undefined>
}

export const KeyHandout: ServiceToken<KeyHandout> = defineService('heliograph.key-handout')

/**
 * Logins by system id, as SMPP servers use them, guarded as `Logins` are. Keys and passwords are counted apart, so
 * that guesses at one delay no login by the other.
 * @stability stable
 */
export interface SmppLogins {
  /**
   * The account is a system id: a user's e-mail, or its first 15 octets (its field has 16 with the NUL: SMPP 3.4
   * section 4.1.1). The password is the first 8 characters of one of the user's API keys; the principal's scope is
   * `send`, whatever that of the key. Throws `unavailable` while the database is away.
   */
  bySystemId(attempt: LoginAttempt): Promise<LoginResult>
}

export const SmppLogins: ServiceToken<SmppLogins> = defineService('heliograph.smpp-logins')
