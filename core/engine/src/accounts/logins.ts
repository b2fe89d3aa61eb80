import { type Admits, isInForce } from '@heliograph/access'
import type { Door, KeyHandout, Logins, Principal, SmppLogins } from '@heliograph/contracts'
import { serviceAnswer } from '../database/service-answer.ts'
import type { AccountDirectory } from './directory.ts'
import { createGuardedLogins, type GuardedLoginsOptions, type Judge, type Judgement } from './guarded-logins.ts'
import {
  type DirectoryDefaults,
  type LoadedSmppKey,
  type LoadedUser,
  loadNewestKey,
  loadUsersByEmail,
} from './load-accounts.ts'
import type { SecretBox } from './master-keys/secret-box.ts'
import type { PasswordWork } from './password-work.ts'
import { openSecondFactor } from './second-factor-store.ts'
import { SYSTEM_ID_OCTETS } from './system-id.ts'

/** Users of several clients may have the same e-mail. A password is compared with at most this many of them. */
const MOST_NAMESAKES = 5

/**
 * The hash of no user's password. It is checked where no password is to be found right, so that the time taken does not
 * reveal that: when there is no such user, and for users who need more than a password.
 */
const NO_PASSWORD = `$scrypt$ln=15,r=8,p=3$${'A'.repeat(22)}$${'A'.repeat(43)}`

const UNKNOWN: Judgement = { kind: 'unknown' }

export interface LoginsOptions extends GuardedLoginsOptions {
  readonly directory: Pick<AccountDirectory, 'bySmppHash'>
  readonly defaults: DirectoryDefaults
  readonly secrets: SecretBox
  readonly passwords: Pick<PasswordWork, 'check'>
  /** Called with the key of each login by one. */
  readonly onKeyUsed?: ((keyId: number) => void) | undefined
}

/** Creates the services `Logins` and `SmppLogins`, which share one guard, and `KeyHandout`. */
export function createLogins(options: LoginsOptions): Logins & SmppLogins & KeyHandout {
  const { directory, sql, defaults, secrets, passwords, onKeyUsed } = options
  const guarded = createGuardedLogins(options)
  const needsCode = ({ secondFactor }: LoadedUser) =>
    secondFactor !== null && isInForce(openSecondFactor(secrets, secondFactor))

  const judgePassword: Judge = async (credentials, place) => {
    const { account: email, address, password, clientId, asksSecondFactor = false } = credentials
    if (password.length === 0) return { kind: 'unknown' }
    const users = await serviceAnswer(loadUsersByEmail(sql, email, clientId, defaults, MOST_NAMESAKES))
    if (users.length === 0) await passwords.check(password, NO_PASSWORD, place)
    const allowed = new Set(users.filter((user) => asksSecondFactor || !needsCode(user)))
    const fitting: LoadedUser[] = []
    // One after the other, so that an attempt has only one place in the queue. The password of a user who needs a code
    // is not looked at: one that is remembered as right would be found in no time.
    for (const user of users)
      if (await passwords.check(password, allowed.has(user) ? user.passwordHash : NO_PASSWORD, place))
        fitting.push(user)
    const chosen = choose(fitting, asksSecondFactor ? 'portal' : 'programs', address)
    if (chosen?.kind === 'ok' && asksSecondFactor)
      return { kind: 'ok', principal: Object.freeze({ ...chosen.principal, scope: 'portal' as const }) }
    if (chosen !== undefined) return chosen
    return users.length > 0 && allowed.size === 0 ? { kind: 'second-factor' } : { kind: 'unknown' }
  }

  const judgeSystemId: Judge = async ({ account, address, password }) => {
    const result = judgeKeys(account, address, await directory.bySmppHash(secrets.smppHash(password)))
    if (result.kind === 'ok' && result.principal.keyId !== null) onKeyUsed?.(result.principal.keyId)
    return result
  }

  return {
    bySystemId: (attempt) => guarded.bySystemId(attempt, judgeSystemId),
    byPassword: (attempt) => guarded.byPassword(attempt, judgePassword),
    async newestKey({ userId }) {
      const sealed = await serviceAnswer(loadNewestKey(sql, userId))
      return sealed && secrets.open(sealed)
    },
  }
}

/**
 * Finds which of the keys that begin with the password, if any, belongs to the account. A match of the whole e-mail
 * address takes precedence over a match of its beginning. A beginning that fits several users counts as no match.
 */
function judgeKeys(account: string, address: string, keys: readonly LoadedSmppKey[]): Judgement {
  const choice = (fits: (key: LoadedSmppKey) => boolean) => choose(keys.filter(fits), 'programs', address)
  return choice(({ email }) => email === account) ?? choice(({ email }) => isCutFrom(account, email)) ?? UNKNOWN
}

/** Chooses the only user among the enabled ones or, if none is enabled, among all. */
function choose(
  fitting: readonly { readonly isEnabled: boolean; readonly admits: Admits; readonly principal: Principal }[],
  door: Door,
  address: string,
): Judgement | undefined {
  const enabled = fitting.filter(({ isEnabled }) => isEnabled)
  const users = new Set((enabled.length > 0 ? enabled : fitting).map(({ principal }) => principal.userId))
  if (users.size !== 1) return undefined
  const [first] = enabled
  if (first === undefined) return { kind: 'disabled' }
  return first.admits(door, address) ? { kind: 'ok', principal: first.principal } : { kind: 'network' }
}

function isCutFrom(account: string, email: string): boolean {
  if (Buffer.byteLength(account) !== SYSTEM_ID_OCTETS) return false
  return Buffer.from(email).subarray(0, SYSTEM_ID_OCTETS).equals(Buffer.from(account))
}
