import type { LoginAttempt } from './logins.ts'
import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

export interface SecondFactorState {
  readonly isOn: boolean
  /** Since when; null while it is off. */
  readonly since: Date | null
  /** How many recovery codes are unused. */
  readonly recoveryCodesLeft: number
}

/** What an authenticator app has to know. */
export interface SecondFactorDraft {
  /** Base32 (RFC 4648), for typing in. */
  readonly secret: string
  /** `otpauth://totp/...`, for a QR code. */
  readonly uri: string
}

/**
 * `ok`: the code is good, or the user has no second factor. `needed`: it has one, and no code was given. `locked`: too many were wrong lately; this one was not even
 * looked at.
 */
export type SecondFactorResult =
  | { readonly kind: 'ok' }
  | { readonly kind: 'needed' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'locked'; readonly retryAfterMs: number }

/**
 * Codes of authenticator apps (TOTP, RFC 6238: SHA-1, six digits, 30 seconds, one step early or late) beside the passwords of people. Interfaces for programs do not ask
 * for them. A code works once; ten recovery codes, each good for once, stand in for a lost phone. Guesses are counted over all nodes: after some wrong codes there are
 * waits that grow.
 *
 * All calls throw `unavailable` while the database is away, and `unauthenticated`/`account-disabled` when the principal's user or client was disabled meanwhile.
 */
export interface SecondFactors {
  /** Of the user itself, or of one that the principal keeps; throws as `Accounts.keys` otherwise. */
  state(principal: Principal, userId: number): Promise<SecondFactorState>
  /** Begins to set one up. It is not in force, and may begin anew, until `confirm`. Throws `conflict`/`second-factor-on` when there is one. */
  enrol(principal: Principal): Promise<SecondFactorDraft>
  /**
   * Puts it in force by a first code, and resolves with the recovery codes, which are shown here and never again. Throws `invalid`/`wrong-code`, `throttled`/`locked`,
   * `conflict`/`second-factor-on`, `not-found`/`not-enrolled`.
   */
  confirm(principal: Principal, code: string): Promise<{ readonly recoveryCodes: readonly string[] }>
  /** Checks a code, or a recovery code, at a log-in. What is refused is noted in the audit log with where it came from. */
  check(
    principal: Principal,
    code: string | undefined,
    from: Pick<LoginAttempt, 'origin' | 'address'>,
  ): Promise<SecondFactorResult>
  /**
   * Takes it away. Users have to give a code for theirs (`invalid`/`wrong-code`, `throttled`/`locked`); those who keep the user need none, for one who has lost
   * phone and codes. Throws as `Accounts.keys` for users that are not kept.
   */
  remove(principal: Principal, factor: { readonly userId: number; readonly code?: string | undefined }): Promise<void>
}

export const SecondFactors: ServiceToken<SecondFactors> = defineService('heliograph.second-factors')
