import type { LoginAttempt } from './logins.ts'
import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** A passkey (WebAuthn) as its user sees it. @stability experimental */
export interface PasskeyRecord {
  readonly passkeyId: number
  /** By which browsers and authenticators know it, Base64url. */
  readonly credentialId: string
  /** What the user calls it. */
  readonly name: string
  readonly createdAt: Date
  /** Null: never. */
  readonly lastUsedAt: Date | null
}

/** What a signature of a passkey is checked by. @stability experimental */
export interface PasskeyKey {
  /** Base64url, of 1 to 1,023 octets. */
  readonly credentialId: string
  /** The public key, as COSE has it. */
  readonly publicKey: Uint8Array
  /** Of its latest signature; 0 for passkeys that do not count. */
  readonly counter: number
}

/** @stability experimental */
export interface NewPasskey extends PasskeyKey {
  /** 1 to 60 characters. */
  readonly name: string
}

/** A user has at most this many passkeys. @stability experimental */
export const MOST_PASSKEYS = 20

/** A passkey that somebody shows at a login, and from where. @stability experimental */
export interface PasskeyAttempt extends Pick<LoginAttempt, 'origin' | 'address'> {
  /** Base64url. */
  readonly credentialId: string
}

/**
 * Checks the signature of an attempt by the key of the passkey, with all that WebAuthn Level 2 section 7.2 asks for but
 * the counter, and that the authenticator has verified its owner. Resolves with the counter of the signature, or with
 * undefined unless all of it is right.
 * @stability experimental
 */
export type PasskeyCheck = (key: PasskeyKey & { readonly userId: number }) => Promise<number | undefined>

/**
 * The passkeys of users. They are kept here; an interface that speaks WebAuthn asks for them and checks the signatures.
 * A passkey that has verified its owner stands for password and second factor together.
 *
 * All calls throw `unavailable` while the database is away; those with a principal also throw as `SecondFactors` do.
 * @stability experimental
 */
export interface Passkeys {
  /** Those of the user itself, or of a user that the principal manages, oldest first; throws as `Accounts.keys`. */
  list(principal: Principal, userId: number): Promise<readonly PasskeyRecord[]>
  /**
   * Adds one for the principal itself. Throws `conflict`/`too-many-passkeys`, `conflict`/`passkey-known` for one that
   * any user has already, `invalid`/`invalid-settings` for the name.
   */
  add(principal: Principal, passkey: NewPasskey): Promise<void>
  /** Throws `not-found`/`passkey-not-found` for one that is not the principal's, and as `add` for the name. */
  rename(principal: Principal, passkeyId: number, name: string): Promise<void>
  /** Throws `not-found`/`passkey-not-found` for one that is not the principal's. */
  remove(principal: Principal, passkeyId: number): Promise<void>
  /**
   * Removes all of the user itself, or of a user that the principal manages, so that a user who has lost a device can
   * be helped. Resolves with how many there were; throws as `Accounts.keys`.
   */
  removeAll(principal: Principal, userId: number): Promise<number>
  /**
   * The user that a passkey lets in. Undefined: there is no such passkey, the check does not find it right, its counter
   * has not gone on (so there may be a copy of it), or its user or client is disabled. Of two attempts at once with one
   * counter, one is let in. All but the first are noted in the audit log as refused logins.
   */
  logIn(attempt: PasskeyAttempt, check: PasskeyCheck): Promise<number | undefined>
}

export const Passkeys: ServiceToken<Passkeys> = defineService('heliograph.passkeys')
