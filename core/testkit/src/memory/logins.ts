import type { NoteRefusal } from '@heliograph/access'
import type { Clock, Door, LoginAttempt, LoginResult, Principal } from '@heliograph/contracts'
import { addressGroup } from '@heliograph/messaging'
import type { Accounts } from './accounts.ts'

/** Failures of one pair of account and address group before it is locked. */
const FAILURES_BEFORE_LOCK = 5
/** Failures from one address group, with any accounts, before it is locked. */
const FAILURES_OF_ADDRESS_BEFORE_LOCK = 50
/** Failures of one account from addresses it has never logged in from, before it is locked for such addresses. */
const FAILURES_OF_ACCOUNT_BEFORE_LOCK = 10
/** How long a lock lasts, and how long failures are remembered. */
const LOCK_MS = 60_000

const PASSWORD_LENGTH = 8
/** Clients truncate a system id to this length (SMPP 3.4, 5.2.1 allows 16 octets with the NUL). */
const SYSTEM_ID_LENGTH = 15

interface Failures {
  count: number
  last: number
}

/** The holder of the password in an attempt, enabled or not. */
interface Fitting {
  readonly principal: Principal
  readonly isEnabled: boolean
}

/** Whether a user has a second factor in force. */
export type NeedsCode = (userId: number) => boolean

/** The outcome of looking for the holder of a password: `second-factor` when none of them may log in by it alone. */
type Found = Fitting | 'second-factor' | undefined

/**
 * Logins in memory. Failures lock as the contract says, but never slow an answer down: the clock of a test stands
 * still.
 */
export interface MemoryLogins {
  bySystemId(attempt: LoginAttempt): LoginResult
  byPassword(attempt: LoginAttempt): LoginResult
  newestKey(principal: Principal): string | undefined
}

export function createLogins(
  clock: Clock,
  accounts: Accounts,
  noteRefusal: NoteRefusal,
  needsCode: NeedsCode,
): MemoryLogins {
  const failures = new Map<string, Failures>()
  /** Pairs that have logged in. */
  const known = new Set<string>()

  function lockedFor(key: string, limit: number): number {
    const known = failures.get(key)
    if (!known || known.count < limit) return 0
    return Math.max(0, known.last + LOCK_MS - clock.now())
  }

  function fail(key: string): void {
    const known = failures.get(key)
    const isRecent = known && clock.now() - known.last < LOCK_MS
    failures.set(key, { count: (isRecent ? known.count : 0) + 1, last: clock.now() })
  }

  function refusalOf(holder: Found, door: Door, address: string): 'unknown' | 'second-factor' | 'network' | undefined {
    if (typeof holder !== 'object') return holder ?? 'unknown'
    const { isEnabled, principal } = holder
    return !isEnabled || accounts.admits(principal.clientId, door, address) ? undefined : 'network'
  }

  function judge(
    { account, address, asksSecondFactor = false }: LoginAttempt,
    isSystemId: boolean,
    find: (account: string) => Found,
  ): LoginResult | { readonly kind: 'second-factor' } | { readonly kind: 'network' } {
    const door: Door = asksSecondFactor ? 'portal' : 'programs'
    const group = addressGroup(address)
    const given = account.toLowerCase()
    // Keys and passwords are counted apart; a system id counts with what every client sends of it.
    const counted = isSystemId ? `smpp ${given.slice(0, SYSTEM_ID_LENGTH)}` : `password ${given}`
    const pair = `${counted} ${group}`
    const isKnown = known.has(pair)
    const retryAfterMs = Math.max(
      lockedFor(pair, FAILURES_BEFORE_LOCK),
      isKnown ? 0 : lockedFor(group, FAILURES_OF_ADDRESS_BEFORE_LOCK),
      isKnown ? 0 : lockedFor(counted, FAILURES_OF_ACCOUNT_BEFORE_LOCK),
    )
    if (retryAfterMs > 0) return { kind: 'locked', retryAfterMs }
    const holder = find(given)
    const refusal = refusalOf(holder, door, address)
    if (refusal !== undefined || typeof holder !== 'object') {
      fail(pair)
      fail(group)
      if (!isKnown) fail(counted)
      return { kind: refusal ?? 'unknown' }
    }
    failures.delete(pair)
    if (!holder.isEnabled) return { kind: 'disabled' }
    known.add(pair)
    return { kind: 'ok', principal: holder.principal }
  }

  function guarded(attempt: LoginAttempt, isSystemId: boolean, find: (account: string) => Found): LoginResult {
    const result = judge(attempt, isSystemId, find)
    if (result.kind !== 'ok') {
      const { clientId, origin, address } = attempt
      const reason = result.kind === 'unknown' ? 'wrong-password' : result.kind
      noteRefusal({ reason, account: attempt.account.toLowerCase(), isSystemId, clientId, origin, address })
    }
    if (result.kind === 'second-factor' || result.kind === 'network') return { kind: 'unknown' }
    return result
  }

  return {
    bySystemId: (attempt) => guarded(attempt, true, (account) => smppHolder(accounts, account, attempt.password)),
    byPassword: (attempt) => guarded(attempt, false, (email) => passwordHolder(accounts, email, attempt, needsCode)),
    newestKey: ({ userId }) =>
      accounts
        .holders()
        .findLast(({ principal, isEnabled }) => isEnabled && principal.userId === userId && principal.scope === 'send')
        ?.apiKey,
  }
}

/**
 * The holder with exactly this e-mail, else the only enabled one whose e-mail starts with these 15 octets; either way
 * the start of the key must match.
 */
function smppHolder(accounts: Accounts, account: string, password: string): Fitting | undefined {
  const start = password.slice(0, PASSWORD_LENGTH)
  if (start.length < PASSWORD_LENGTH) return undefined
  const fitting = accounts
    .holders()
    .filter(({ apiKey }) => apiKey.startsWith(start))
    .map((holder) => ({ ...holder, principal: { ...holder.principal, scope: 'send' as const } }))
  const exact = fitting.find(({ principal }) => principal.email === account)
  if (exact || Buffer.byteLength(account) !== SYSTEM_ID_LENGTH) return exact
  const users = fitting.filter(({ isEnabled, principal }) => isEnabled && principal.email.startsWith(account))
  return new Set(users.map(({ principal }) => principal.userId)).size === 1 ? users[0] : undefined
}

/** The only enabled user with this e-mail and password, else the only user with them. */
function passwordHolder(
  accounts: Accounts,
  email: string,
  { password, clientId, asksSecondFactor = false }: LoginAttempt,
  needsCode: NeedsCode,
): Found {
  const users = accounts
    .passwordHolders()
    .filter((user) => user.principal.email === email)
    .filter(({ principal }) => clientId === undefined || principal.clientId === clientId)
  const allowed = users.filter(({ principal }) => asksSecondFactor || !needsCode(principal.userId))
  if (users.length > 0 && allowed.length === 0) return 'second-factor'
  const all = allowed.filter((user) => user.password === password)
  const enabled = all.filter(({ isEnabled }) => isEnabled)
  const [found, ...others] = enabled.length > 0 ? enabled : all
  if (found === undefined || others.length > 0) return undefined
  return asksSecondFactor ? { ...found, principal: { ...found.principal, scope: 'portal' } } : found
}
