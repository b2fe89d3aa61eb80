import type { LoginAttempt } from './logins.ts'
import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** @stability stable */
export interface SecondFactorState {
  readonly isOn: boolean
  /** Since when; null while it is off. */
  readonly since: Date | null
  /** How many recovery codes are unused. */
  readonly recoveryCodesLeft: number
}

/** What an authenticator app needs. @stability stable */
export interface SecondFactorDraft {
  /** Base32 (RFC 4648), for typing in. */
  readonly secret: string
  /** `otpauth://totp/...`, for a QR code. */
  readonly uri: string
}

/**
 * `ok`: the code is good, or the user has no second factor. `needed`: the user has one, and no code was given.
 * `locked`: too many codes were wrong lately; this one was not checked.
 * @stability stable
 */
export type SecondFactorResult =
  | { readonly kind: 'ok' }
  | { readonly kind: 'needed' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'locked'; readonly retryAfterMs: number }

/**
 * Codes of authenticator apps (TOTP, RFC 6238: SHA-1, six digits, 30 seconds, one step early or late), in addition to
 * the passwords of people. Interfaces for programs do not ask for them. A code works once; ten recovery codes, each of
 * which works once, replace a lost phone. Guesses are counted over all nodes, those at codes of the app apart from
 * those at recovery codes: after five wrong codes there are waits, which grow to an hour for the app (fewer than 50
 * guesses a day at a code of six digits) and to a minute for recovery codes (fewer than 1,500 a day at one of 80 bits).
 * So wrong codes of the app never keep an owner from using a recovery code.
 *
 * All calls throw `unavailable` while the database is away, and `unauthenticated`/`account-disabled` when the
 * principal's user or client has been disabled meanwhile.
 * @stability stable
 */
export interface SecondFactors {
  /** The state for the user itself, or for a user that the principal manages; throws as `Accounts.keys` otherwise. */
  state(principal: Principal, userId: number): Promise<SecondFactorState>
  /**
   * Begins to set one up. It is not in force until `confirm`, and can be begun again before that. Throws
   * `conflict`/`second-factor-on` when there is one already.
   */
  enrol(principal: Principal): Promise<SecondFactorDraft>
  /**
   * Puts it in force with a first code, and resolves with the recovery codes, which are shown here and never again.
   * Throws `invalid`/`wrong-code`, `throttled`/`locked`, `conflict`/`second-factor-on`, `not-found`/`not-enrolled`.
   */
  confirm(principal: Principal, code: string): Promise<{ readonly recoveryCodes: readonly string[] }>
  /**
   * Checks a code, or a recovery code, at a login. Refusals are noted in the audit log with their origin and address.
   */
  check(
    principal: Principal,
    code: string | undefined,
    from: Pick<LoginAttempt, 'origin' | 'address'>,
  ): Promise<SecondFactorResult>
  /**
   * Removes it. Users have to give a code to remove their own (`invalid`/`wrong-code`, `throttled`/`locked`); an
   * operator or admin who manages the user needs none, so that a user who has lost phone and codes can be helped.
   * Throws as `Accounts.keys` for users that the principal does not manage.
   */
  remove(principal: Principal, factor: { readonly userId: number; readonly code?: string | undefined }): Promise<void>
}

export const SecondFactors: ServiceToken<SecondFactors> = defineService('heliograph.second-factors')
