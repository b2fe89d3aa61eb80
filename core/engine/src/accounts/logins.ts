import type { Clock, Logger, LoginAttempt, LoginResult, Logins, Principal, SmppLogins } from '@heliograph/contracts'
import type { NoteRefusal } from '@heliograph/messaging'
import type { Sql } from '../database/database.ts'
import { serviceAnswer } from '../database/service-answer.ts'
import { AttemptTurns } from './attempt-turns.ts'
import type { AccountDirectory } from './directory.ts'
import { type DirectoryDefaults, type LoadedSmppKey, loadNewestKey, loadUsersByEmail } from './load-accounts.ts'
import { LoginGuard } from './login-guard.ts'
import { type CheckPassword, createPasswordCheck } from './password-check.ts'
import type { SecretBox } from './secrets.ts'

/** Longest e-mail address (RFC 5321, 4.5.3.1.3 less the brackets). */
const MAX_ACCOUNT = 254
/** The longest that `addUser` accepts. */
const MAX_PASSWORD = 1_024
/**
 * The length to which many SMPP clients cut a system id: its field has 16 octets with the final NUL (SMPP 3.4, 4.1.1).
 */
const CUT_AT_OCTETS = 15
/** Users of several clients may have the same e-mail. A password is compared with at most this many of them. */
const MOST_NAMESAKES = 5

/**
 * Attempts of one pair of account and address run one after the other; those of one address, up to this many at once.
 */
const ADDRESS_AT_ONCE = 10
/** Many clients that share an address may reconnect at once. */
const MOST_WAITING = 2_000
const TOO_MANY: LoginResult = { kind: 'locked', retryAfterMs: 1_000 }

/**
 * The hash of no user's password. It is checked when there is no such user, so that the time taken does not reveal
 * that.
 */
const NO_PASSWORD = `$scrypt$ln=15,r=8,p=3$${'A'.repeat(22)}$${'A'.repeat(43)}`

export interface LoginsOptions {
  readonly directory: Pick<AccountDirectory, 'bySmppHash'>
  readonly sql: Sql
  readonly defaults: DirectoryDefaults
  readonly secrets: SecretBox
  readonly clock: Clock
  readonly logger: Logger
  readonly noteRefusal: NoteRefusal
  readonly checkPassword?: CheckPassword
}

/** Creates the services `Logins` and `SmppLogins`, which share one guard. */
export function createLogins(options: LoginsOptions): Logins & SmppLogins {
  const { directory, sql, defaults, secrets, clock, logger, noteRefusal } = options
  const { checkPassword = createPasswordCheck(clock) } = options
  const guard = new LoginGuard()
  const pairs = new AttemptTurns(1, MOST_WAITING)
  const addresses = new AttemptTurns(ADDRESS_AT_ONCE, MOST_WAITING)

  /** A failure counts before the next attempt of the pair is checked, however many arrive at once. */
  async function guarded(
    attempt: LoginAttempt,
    isSystemId: boolean,
    check: (account: string) => Promise<LoginResult>,
  ): Promise<LoginResult> {
    const account = attempt.account.slice(0, MAX_ACCOUNT + 1).toLowerCase()
    const { address, clientId, origin } = attempt
    const taken = await pairs.take(`${address} ${account}`, () =>
      addresses.take(address, async () => {
        const retryAfterMs = guard.waitMs(account, address, clock.now())
        if (retryAfterMs > 0) return { kind: 'locked', retryAfterMs } as const
        const judged = account.length > MAX_ACCOUNT ? ({ kind: 'unknown' } as const) : await check(account)
        if (judged.kind === 'unknown') {
          guard.failed(account, address, clock.now())
          logger.info(describe(attempt), 'login failed')
        } else {
          guard.succeeded(account, address)
          if (judged.kind === 'disabled') logger.info(describe(attempt), 'login of a disabled account')
        }
        return judged
      }),
    )
    const result = taken ?? TOO_MANY
    if (result.kind !== 'ok') {
      const reason = result.kind === 'unknown' ? 'wrong-password' : result.kind
      noteRefusal({ reason, account: account.slice(0, MAX_ACCOUNT), isSystemId, clientId, origin, address })
    }
    return result
  }

  async function judgePassword(email: string, { password, clientId }: LoginAttempt): Promise<LoginResult> {
    if (password.length === 0 || password.length > MAX_PASSWORD) return { kind: 'unknown' }
    const users = await serviceAnswer(loadUsersByEmail(sql, email, clientId, defaults, MOST_NAMESAKES))
    if (users.length === 0) await checkPassword(password, NO_PASSWORD)
    const checks = await Promise.all(users.map(({ passwordHash }) => checkPassword(password, passwordHash)))
    return choose(users.filter((_, index) => checks[index])) ?? { kind: 'unknown' }
  }

  return {
    bySystemId: (attempt) =>
      guarded(attempt, true, async (account) => {
        const keys = await directory.bySmppHash(secrets.smppHash(attempt.password))
        return judgeKeys(account, keys)
      }),
    byPassword: (attempt) => guarded(attempt, false, (email) => judgePassword(email, attempt)),
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
function judgeKeys(account: string, keys: readonly LoadedSmppKey[]): LoginResult {
  return (
    choose(keys.filter((key) => key.email === account)) ??
    choose(keys.filter((key) => isCutFrom(account, key.email))) ?? { kind: 'unknown' }
  )
}

/** Chooses the only user among the enabled ones or, if none is enabled, among all. */
function choose(
  fitting: readonly { readonly isEnabled: boolean; readonly principal: Principal }[],
): LoginResult | undefined {
  const enabled = fitting.filter(({ isEnabled }) => isEnabled)
  const users = new Set((enabled.length > 0 ? enabled : fitting).map(({ principal }) => principal.userId))
  if (users.size !== 1) return undefined
  const [first] = enabled
  return first === undefined ? { kind: 'disabled' } : { kind: 'ok', principal: first.principal }
}

function isCutFrom(account: string, email: string): boolean {
  if (Buffer.byteLength(account) !== CUT_AT_OCTETS) return false
  return Buffer.from(email).subarray(0, CUT_AT_OCTETS).equals(Buffer.from(account))
}

function describe({ origin, account, address }: LoginAttempt): object {
  return { origin, account: account.slice(0, MAX_ACCOUNT), address }
}
