import { createHmac, randomBytes } from 'node:crypto'
import type { NoteRefusal } from '@heliograph/access'
import type { Clock, Logger, LoginAttempt, LoginResult } from '@heliograph/contracts'
import { addressGroup, LONGEST_PASSWORD } from '@heliograph/messaging'
import type { Sql } from '../database/database.ts'
import type { Outage } from '../database/outage.ts'
import { KeyedQueue } from '../database/queues/keyed-queue.ts'
import { ExpiringCache } from './expiring-cache.ts'
import { createLoginAttempts, type LoginAdmission } from './login-attempts.ts'
import { LoginGuard, type LoginPair, pairKey } from './login-guard.ts'
import type { SecretBox } from './master-keys/secret-box.ts'
import { overloaded, type PasswordPlace } from './password-queue.ts'
import { GOOD_FOR_MS } from './password-work.ts'
import { SYSTEM_ID_OCTETS } from './system-id.ts'

/** Longest e-mail address (RFC 5321, 4.5.3.1.3 less the brackets). */
const MAX_ACCOUNT = 254

/**
 * Attempts of one pair of account and address group run one after the other; those of one group, up to this many at
 * once.
 */
const GROUP_AT_ONCE = 10
/** Many clients that share an address may reconnect at once. */
const MOST_WAITING = 2_000
/** Attempts of a group with passwords that have to be checked, because each has a request with a body behind it. */
const MOST_PASSWORDS = 20
const TOO_MANY: LoginResult = { kind: 'locked', retryAfterMs: 1_000 }

/** How long a pair that has logged in is known without a look at the database. */
const KNOWN_MS = 86_400_000
const MOST_KNOWN = 50_000
const MOST_GOOD = 10_000

/** What is checked: the account in lower case, and nothing that is longer than a password can be. */
export type Credentials = Pick<LoginAttempt, 'account' | 'address' | 'password' | 'clientId' | 'asksSecondFactor'>

/**
 * `second-factor`: only with a code as well, which the caller does not ask for. `network`: right, but from elsewhere
 * than the client accepts. Both are told as `unknown`, and count like a wrong password.
 */
export type Judgement = LoginResult | { readonly kind: 'second-factor' | 'network' }

/** Checks credentials, without regard to failures before. `place`: whose password is checked next. */
export type Judge = (credentials: Credentials, place: PasswordPlace) => Promise<Judgement>

export interface GuardedLoginsOptions {
  readonly sql: Sql
  readonly secrets: Pick<SecretBox, 'accountHash'>
  readonly clock: Clock
  /** Measures how long something takes; see `DatabaseWing`. */
  readonly steady: Clock
  readonly logger: Logger
  readonly noteRefusal: NoteRefusal
  readonly outage: Outage
}

/** Attempts to log in, each slowed down or refused according to the failures before it. */
export interface GuardedLogins {
  /** The whole e-mail and its beginning count as one account; its keys are guessed at apart from its password. */
  bySystemId(attempt: LoginAttempt, judge: Judge): Promise<LoginResult>
  /** Throws `unavailable`/`overloaded` when too many attempts of the address group wait. */
  byPassword(attempt: LoginAttempt, judge: Judge): Promise<LoginResult>
}

/** An attempt on its way through the guards. It holds on to nothing of the request that it came with. */
interface Guarded {
  readonly pair: LoginPair
  readonly credentials: Credentials
  readonly isSystemId: boolean
  /** For the log and the audit log. */
  readonly from: { readonly origin: string; readonly account: string; readonly address: string }
  readonly judge: Judge
}

export function createGuardedLogins(options: GuardedLoginsOptions): GuardedLogins {
  const { sql, secrets, clock, steady, logger, noteRefusal, outage } = options
  const guard = new LoginGuard()
  const attempts = createLoginAttempts(sql, clock, secrets, outage)
  const pairs = new KeyedQueue()
  const groups = new KeyedQueue(GROUP_AT_ONCE)
  const crowds = new KeyedQueue(MOST_PASSWORDS)
  const known = new ExpiringCache<string, true>(MOST_KNOWN)
  const good = new ExpiringCache<string, true>(MOST_GOOD)
  const secret = randomBytes(32)

  /** A failure counts before the next attempt of the pair is checked, however many arrive at once. */
  async function queued(attempt: Guarded): Promise<LoginResult> {
    const { pair, isSystemId, credentials, from } = attempt
    const taken = await pairs.tryRun(pairKey(pair), MOST_WAITING, () =>
      groups.tryRun(pair.group, MOST_WAITING, () => guarded(attempt)),
    )
    const result = taken ?? TOO_MANY
    if (result.kind !== 'ok') {
      const reason = result.kind === 'unknown' ? 'wrong-password' : result.kind
      noteRefusal({ reason, ...from, isSystemId, clientId: credentials.clientId })
    }
    return isUnreported(result) ? { kind: 'unknown' } : result
  }

  async function guarded(attempt: Guarded): Promise<Judgement> {
    const { pair, credentials, judge, from } = attempt
    const isKnown = isKnownHere(pair)
    const now = steady.now()
    // Those who have logged in from there are not locked out by others of their group.
    const waitMs = Math.max(guard.pairWaitMs(pair, now), isKnown ? 0 : guard.groupWaitMs(pair.group, now))
    if (waitMs > 0) return { kind: 'locked', retryAfterMs: waitMs }
    const admission: LoginAdmission = isKnown ? { kind: 'known', isFresh: true } : await attempts.admit(pair)
    if (admission.kind === 'blocked') return { kind: 'locked', retryAfterMs: admission.retryAfterMs }
    let judged: Judgement | undefined
    try {
      const lane = admission.kind === 'known' ? 'known' : 'stranger'
      judged = await judge(credentials, { lane, line: pair.group })
    } finally {
      if (!isFailure(judged) && admission.kind === 'admitted') await noted(attempts.takeBack(pair, admission.guesses))
    }
    if (isFailure(judged)) {
      guard.failed(pair, steady.now())
      logger.info(from, 'login failed')
      return judged
    }
    guard.succeeded(pair)
    if (judged.kind === 'disabled') logger.info(from, 'login of a disabled account')
    if (judged.kind !== 'ok') return judged
    if (!(admission.kind === 'known' && admission.isFresh)) await noted(attempts.remember(pair))
    if (!isKnown) known.set(pairKey(pair), true, clock.now())
    return judged
  }

  function isKnownHere(pair: LoginPair): boolean {
    return known.get(pairKey(pair), clock.now(), KNOWN_MS) === true
  }

  /** A login that was decided must not fail because of what is noted about it. */
  async function noted(note: Promise<void>): Promise<void> {
    await note.catch((error: unknown) => logger.warn({ err: error }, 'a login could not be recorded'))
  }

  /**
   * A password that was right a moment ago, from the same addresses, is no guess and waits for no other, so that a
   * program may send requests at once. While anything else is being tried there, it waits like all others:
   * how it is treated must not tell right guesses from wrong ones.
   */
  function needsNoQueue(pair: LoginPair, slot: string): boolean {
    const wasGood = good.get(slot, clock.now(), GOOD_FOR_MS) === true && isKnownHere(pair)
    return wasGood && !pairs.has(pairKey(pair)) && !guard.hasFailed(pair, steady.now())
  }

  async function byPassword(attempt: Guarded): Promise<LoginResult> {
    const { pair, credentials, judge } = attempt
    const { clientId = '', password, asksSecondFactor = false } = credentials
    const slot = createHmac('sha256', secret)
      .update(`${pairKey(pair)}\n${clientId}\n${asksSecondFactor}\n${password}`)
      .digest('base64')
    // Nothing may be waited for before an attempt is in its queue.
    if (needsNoQueue(pair, slot)) {
      const judged = await judge(credentials, { lane: 'known', line: pair.group })
      if (judged.kind === 'ok') return judged
    }
    const result = await crowds.tryRun(pair.group, 0, () => queued(attempt))
    if (result === undefined) throw overloaded()
    if (result.kind === 'ok') good.set(slot, true, clock.now())
    return result
  }

  return {
    bySystemId: (attempt, judge) => queued(toGuarded(attempt, judge, true)),
    byPassword: (attempt, judge) => byPassword(toGuarded(attempt, judge, false)),
  }
}

function isFailure(judged: Judgement | undefined): boolean {
  return judged !== undefined && (judged.kind === 'unknown' || isUnreported(judged))
}

function isUnreported(judged: Judgement): judged is Exclude<Judgement, LoginResult> {
  return judged.kind === 'second-factor' || judged.kind === 'network'
}

function toGuarded(
  { origin, address, clientId, asksSecondFactor, ...given }: LoginAttempt,
  judge: Judge,
  isSystemId: boolean,
): Guarded {
  const account = detached(given.account.slice(0, MAX_ACCOUNT + 1)).toLowerCase()
  const isPossible = account.length <= MAX_ACCOUNT && given.password.length <= LONGEST_PASSWORD
  // An e-mail and the beginning of it that clients cut it to are one account to guess at.
  const counted = isSystemId
    ? `smpp ${Buffer.from(account).subarray(0, SYSTEM_ID_OCTETS).toString('latin1')}`
    : `password ${account}`
  return {
    pair: { account: counted, group: addressGroup(address) },
    credentials: { account, address, password: isPossible ? detached(given.password) : '', clientId, asksSecondFactor },
    isSystemId,
    from: { origin, account: account.slice(0, MAX_ACCOUNT), address },
    judge: isPossible ? judge : async () => ({ kind: 'unknown' }),
  }
}

/** A copy: part of a text keeps all of it in memory. */
function detached(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le')
}
