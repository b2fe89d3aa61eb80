import type { Clock, Principal } from '@heliograph/contracts'
import { type EmailServices, ORIGIN } from './services.ts'
import { SmtpRefusal } from './smtp-answers.ts'

/** A client that has logged in. */
export interface LoggedIn {
  /**
   * Resolves with its principal as of now; undefined when its key, user or client has been disabled since. Rejects with
   * `unavailable` while that cannot be checked.
   */
  principal(): Promise<Principal | undefined>
}

export interface LogInContext {
  readonly services: Pick<EmailServices, 'directory' | 'logins'>
  readonly clock: Clock
}

/**
 * How long a client whose logins are locked waits for its refusal at most; longer would only keep its connection open.
 */
const MAX_DELAY_MS = 5_000

/**
 * Logs in a user by e-mail with one of its API keys or its password. Failures are counted and locked as on every
 * interface. Rejects with `SmtpRefusal` when neither fits, and with `unavailable` while that cannot be checked.
 */
export async function logIn(
  { services, clock }: LogInContext,
  { account, address, password }: { readonly account: string; readonly password: string; readonly address: string },
): Promise<LoggedIn> {
  const { directory, logins } = services
  const email = account.trim().toLowerCase()
  const owner = await directory.byApiKey(password, { remoteAddress: address })
  if (owner?.email === email) return byKey(services, password, address)
  const result = await logins.byPassword({ origin: ORIGIN, account: email, password, address })
  if (result.kind === 'ok') return { principal: async () => result.principal }
  if (result.kind !== 'locked') throw new SmtpRefusal(535, 'Wrong e-mail, API key or password')
  await new Promise<void>((resolve) => clock.after(Math.min(result.retryAfterMs, MAX_DELAY_MS), resolve))
  throw new SmtpRefusal(454, 'Too many failed logins, try again later')
}

/** Looks up the owner of an API key again for each mail, because a connection may outlive the key. */
export function byKey({ directory }: Pick<EmailServices, 'directory'>, apiKey: string, address: string): LoggedIn {
  return { principal: () => directory.byApiKey(apiKey, { remoteAddress: address }) }
}
