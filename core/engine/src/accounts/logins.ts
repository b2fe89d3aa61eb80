import type { Clock, Logger, LoginAttempt, LoginResult, Logins } from '@heliograph/contracts'
import type { AccountDirectory } from './directory.ts'
import type { LoadedSmppKey } from './load-accounts.ts'
import { LoginGuard } from './login-guard.ts'
import type { SecretBox } from './secrets.ts'

/** Longest e-mail address (RFC 5321, 4.5.3.1.3 less the brackets). */
const MAX_ACCOUNT = 254
/** What many SMPP clients cut a system id at: its field has 16 octets with the final NUL (SMPP 3.4, 4.1.1). */
const CUT_AT_OCTETS = 15

export interface LoginsOptions {
  readonly directory: Pick<AccountDirectory, 'bySmppHash'>
  readonly secrets: SecretBox
  readonly clock: Clock
  readonly logger: Logger
}

/** Creates the `Logins` service. */
export function createLogins({ directory, secrets, clock, logger }: LoginsOptions): Logins {
  const guard = new LoginGuard()

  return {
    async bySmppPassword(attempt): Promise<LoginResult> {
      const account = attempt.account.slice(0, MAX_ACCOUNT + 1).toLowerCase()
      const retryAfterMs = guard.waitMs(account, attempt.address, clock.now())
      if (retryAfterMs > 0) return { kind: 'locked', retryAfterMs }
      const keys = await directory.bySmppHash(secrets.smppHash(attempt.password))
      const result = judge(account, keys)
      if (result.kind === 'unknown') {
        guard.failed(account, attempt.address, clock.now())
        logger.info(describe(attempt), 'login failed')
      } else {
        guard.succeeded(account, attempt.address)
        if (result.kind === 'disabled') logger.info(describe(attempt), 'login of a disabled account')
      }
      return result
    },
  }
}

/**
 * Which of the keys that begin with the password, if any, is the account's. The whole e-mail address goes before its beginning. Where the beginning fits several, it
 * says nothing.
 */
function judge(account: string, keys: readonly LoadedSmppKey[]): LoginResult {
  if (account.length > MAX_ACCOUNT) return { kind: 'unknown' }
  return (
    choose(keys.filter((key) => key.email === account)) ??
    choose(keys.filter((key) => isCutFrom(account, key.email))) ?? { kind: 'unknown' }
  )
}

function choose(keys: readonly LoadedSmppKey[]): LoginResult | undefined {
  const enabled = keys.filter((key) => key.isEnabled)
  const users = new Set((enabled.length > 0 ? enabled : keys).map((key) => key.principal.userId))
  if (users.size !== 1) return undefined
  const [key] = enabled
  return key === undefined ? { kind: 'disabled' } : { kind: 'ok', principal: key.principal }
}

function isCutFrom(account: string, email: string): boolean {
  if (Buffer.byteLength(account) !== CUT_AT_OCTETS) return false
  return Buffer.from(email).subarray(0, CUT_AT_OCTETS).equals(Buffer.from(account))
}

function describe({ origin, account, address }: LoginAttempt): object {
  return { origin, account: account.slice(0, MAX_ACCOUNT), address }
}
