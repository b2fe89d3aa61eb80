import { createHash, randomBytes } from 'node:crypto'
import {
  type Clock,
  GatewayError,
  type Principal,
  type SecondFactorResult,
  type SecondFactors,
} from '@heliograph/contracts'
import { matchingStep, otpauthUri, toBase32 } from '@heliograph/messaging'
import type { AccountKeeper } from './account-keeper.ts'
import { type Actor, requireHolder } from './account-permissions.ts'
import { currentActor } from './current-actor.ts'
import type { NoteAct } from './guard-accounts.ts'
import type { NoteRefusal } from './login-refusals.ts'

/** As RFC 4226 section 4 recommends. */
const SECRET_OCTETS = 20
const RECOVERY_CODES = 10
const RECOVERY_OCTETS = 10
/** Wrong codes of either kind that cause no wait. */
const FREE_FAILURES = 5
/**
 * The wait after the next wrong code; it doubles with each further one. A code of the app is one of a million, so that
 * few guesses a day may be made; a recovery code has 80 bits and would withstand any number, and must stay usable for
 * an owner whose app somebody else's guesses have locked.
 */
const WAITS = {
  app: { firstMs: 60_000, longestMs: 3_600_000 },
  recovery: { firstMs: 10_000, longestMs: 60_000 },
}
/** How often a check starts again: of several checks of one user at once, all but one have to. */
const MOST_TRIES = 20

/** What is stored of a user's second factor. All of it is secret. */
export interface StoredSecondFactor {
  /** Hexadecimal. */
  readonly secret: string
  /** Milliseconds since the epoch; null while it is not in force. */
  readonly confirmedAt: number | null
  /** The step of the last code that was accepted; no code works twice. */
  readonly lastStep: number
  /** SHA-256 of the unused recovery codes, hexadecimal. */
  readonly recovery: readonly string[]
  /** Wrong codes of the app since the last good code. */
  readonly failures: number
  readonly lockedUntil: number
  /** The same for recovery codes; absent in what older releases stored. */
  readonly recoveryFailures?: number
  readonly recoveryLockedUntil?: number
}

/** Whether a user who has this, or none, needs a code to log in. */
export function isInForce(factor: StoredSecondFactor | undefined): factor is StoredSecondFactor {
  return factor !== undefined && factor.confirmedAt !== null
}

/**
 * Where second factors are stored. `find` returns a version, which must still be the current one when the factor is
 * replaced.
 */
export interface SecondFactorStore {
  find(userId: number): Promise<{ readonly factor: StoredSecondFactor; readonly version: number } | undefined>
  /** `version` is undefined when there was none. False, with nothing changed, when the version has changed since. */
  put(userId: number, factor: StoredSecondFactor, version: number | undefined): Promise<boolean>
  remove(userId: number): Promise<void>
}

export interface SecondFactorsOptions {
  readonly store: SecondFactorStore
  readonly accounts: Pick<AccountKeeper, 'findUser' | 'listClients'>
  readonly note: NoteAct
  readonly noteRefusal: NoteRefusal
  readonly clock: Clock
  /** As what authenticator apps show the account: the name of the product. */
  readonly issuer: string
}

/** The outcome of one step: what to store from now on, and what to answer. */
interface Outcome<T> {
  readonly next?: StoredSecondFactor | undefined
  readonly result: T
}

/** The `SecondFactors` service over a store. */
export function createSecondFactors({
  store,
  accounts,
  note,
  noteRefusal,
  clock,
  issuer,
}: SecondFactorsOptions): SecondFactors {
  /**
   * Decides by what is stored now, and starts again when it was changed in between, so that no guess goes uncounted.
   */
  async function decide<T>(userId: number, step: (factor: StoredSecondFactor | undefined) => Outcome<T>): Promise<T> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const found = await store.find(userId)
      const { next, result } = step(found?.factor)
      if (next === undefined || (await store.put(userId, next, found?.version))) return result
    }
    throw new GatewayError('unavailable', 'busy', 'Too many codes of this user are being checked')
  }

  async function holderOf(principal: Principal, userId: number): Promise<Actor> {
    const actor = await currentActor(accounts, principal)
    const missing = new GatewayError('not-found', 'user-not-found', `There is no user ${userId}`)
    const user = await accounts.findUser(userId)
    if (user === undefined) throw missing
    requireHolder(actor, user, missing)
    return user
  }

  async function checkOwn(userId: number, code: string | undefined): Promise<SecondFactorResult> {
    return decide(userId, (factor) => {
      if (!isInForce(factor)) return { result: { kind: 'ok' } }
      return checkCode(factor, code, clock.now())
    })
  }

  return {
    async state(principal, userId) {
      await holderOf(principal, userId)
      const factor = (await store.find(userId))?.factor
      if (factor?.confirmedAt == null) return { isOn: false, since: null, recoveryCodesLeft: 0 }
      return { isOn: true, since: new Date(factor.confirmedAt), recoveryCodesLeft: factor.recovery.length }
    },
    async enrol(principal) {
      const { userId } = await currentActor(accounts, principal)
      const secret = randomBytes(SECRET_OCTETS)
      await decide(userId, (factor) => {
        if (factor?.confirmedAt != null) throw alreadyOn()
        const { failures = 0, lockedUntil = 0, recoveryFailures = 0, recoveryLockedUntil = 0 } = factor ?? {}
        const next = {
          secret: secret.toString('hex'),
          confirmedAt: null,
          lastStep: 0,
          recovery: [],
          failures,
          lockedUntil,
          recoveryFailures,
          recoveryLockedUntil,
        }
        return { next, result: undefined }
      })
      return { secret: toBase32(secret), uri: otpauthUri(secret, issuer, principal.email) }
    },
    async confirm(principal, code) {
      const { userId } = await currentActor(accounts, principal)
      const recoveryCodes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
      const result = await decide(userId, (factor) => {
        if (factor === undefined)
          throw new GatewayError('not-found', 'not-enrolled', 'No second factor is being set up')
        if (factor.confirmedAt !== null) throw alreadyOn()
        const checked = checkCode(factor, code, clock.now())
        if (checked.result.kind !== 'ok' || checked.next === undefined) return checked
        const recovery = recoveryCodes.map(hashOf)
        return { ...checked, next: { ...checked.next, confirmedAt: clock.now(), recovery } }
      })
      requireOk(result)
      await note(principal, { action: 'second-factor-on' })
      return { recoveryCodes }
    },
    async check(principal, code, { origin, address }) {
      const { userId, clientId } = await currentActor(accounts, principal)
      const result = await checkOwn(userId, code)
      if (result.kind === 'wrong' || result.kind === 'locked') {
        const reason = result.kind === 'wrong' ? 'wrong-code' : 'locked'
        noteRefusal({ reason, account: principal.email, isSystemId: false, clientId, origin, address })
      }
      return result
    },
    async remove(principal, { userId, code }) {
      const user = await holderOf(principal, userId)
      const isOwn = principal.userId === userId
      if (isOwn) requireOk(await checkOwn(userId, code ?? ''))
      await store.remove(userId)
      await note(principal, { action: 'second-factor-off', subject: `user ${userId}`, clientId: user.clientId })
    },
  }
}

/**
 * Whether a code is good, and what to store then: the code as used, or the guess as counted. Guesses at the two kinds
 * count apart, so that wrong codes of the app leave the recovery codes usable.
 */
function checkCode(factor: StoredSecondFactor, code: string | undefined, now: number): Outcome<SecondFactorResult> {
  if (code === undefined || code.trim() === '') return { result: { kind: 'needed' } }
  const given = code.replace(/[\s-]/g, '').toUpperCase()
  const isOfApp = /^\d+$/.test(given)
  const { failures, lockedUntil } = isOfApp ? factor : recoveryGuesses(factor)
  if (now < lockedUntil) return { result: { kind: 'locked', retryAfterMs: lockedUntil - now } }
  const good = { failures: 0, lockedUntil: 0, recoveryFailures: 0, recoveryLockedUntil: 0 }
  const step = isOfApp ? matchingStep(Buffer.from(factor.secret, 'hex'), given, now, factor.lastStep) : undefined
  if (step !== undefined) return { next: { ...factor, ...good, lastStep: step }, result: { kind: 'ok' } }
  const recovery = factor.recovery.filter((hash) => hash !== hashOf(given))
  if (recovery.length < factor.recovery.length)
    return { next: { ...factor, ...good, recovery }, result: { kind: 'ok' } }
  const counted = countGuess(failures, now, isOfApp ? WAITS.app : WAITS.recovery)
  const next = isOfApp
    ? { ...factor, ...counted }
    : { ...factor, recoveryFailures: counted.failures, recoveryLockedUntil: counted.lockedUntil }
  return { next, result: { kind: 'wrong' } }
}

function recoveryGuesses({ recoveryFailures = 0, recoveryLockedUntil = 0 }: StoredSecondFactor) {
  return { failures: recoveryFailures, lockedUntil: recoveryLockedUntil }
}

function countGuess(before: number, now: number, { firstMs, longestMs }: (typeof WAITS)[keyof typeof WAITS]) {
  const failures = before + 1
  const waitMs = Math.min(firstMs * 2 ** (failures - FREE_FAILURES - 1), longestMs)
  return { failures, lockedUntil: failures > FREE_FAILURES ? now + waitMs : 0 }
}

function requireOk(result: SecondFactorResult): void {
  if (result.kind === 'locked') {
    const retryAfterSeconds = Math.ceil(result.retryAfterMs / 1_000)
    throw new GatewayError('throttled', 'locked', 'Too many wrong codes', { retryAfterSeconds })
  }
  if (result.kind !== 'ok') throw new GatewayError('invalid', 'wrong-code', 'This code is wrong or no longer valid')
}

/** Sixteen Base32 letters and digits in groups of four. */
function newRecoveryCode(): string {
  return (toBase32(randomBytes(RECOVERY_OCTETS)).match(/.{4}/g) ?? []).join('-')
}

function hashOf(code: string): string {
  return createHash('sha256').update(code.replaceAll('-', '')).digest('hex')
}

function alreadyOn(): GatewayError {
  return new GatewayError('conflict', 'second-factor-on', 'A second factor is already set up; remove it first')
}
