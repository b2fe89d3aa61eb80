/**
 * Why a login was refused. `second-factor`: the user has one, and the interface asks for no more than a password,
 * which was not looked at. `disabled`: the password was right, but the user or client is disabled. `locked`: too many
 * attempts before were wrong, so this one was not checked. `network`: the credential was right, but its client does not
 * accept it from this address. `wrong-passkey`: a passkey of the user without a good signature.
 * `passkey-counter`: a good signature whose counter has not gone on, as from a copy of the passkey.
 */
export type RefusalReason =
  | 'wrong-password'
  | 'wrong-code'
  | 'wrong-passkey'
  | 'passkey-counter'
  | 'second-factor'
  | 'disabled'
  | 'locked'
  | 'network'

/** A login that was refused. */
export interface LogInRefusal {
  readonly reason: RefusalReason
  /** The e-mail that was given, in lower case, or the system id. */
  readonly account: string
  /** True when `account` is a system id, which may be only the beginning of an e-mail. */
  readonly isSystemId: boolean
  /** The client, if one was named. */
  readonly clientId: number | undefined
  /** The interface. */
  readonly origin: string
  /** IP address of the caller. */
  readonly address: string
}

/** Counts a refusal. Returns at once and never throws. */
export type NoteRefusal = (refusal: LogInRefusal) => void

/** The action in the audit log for logins that were refused. */
export const REFUSED_ACTION = 'log-in-refused'

/**
 * Refusals of one user for one reason share an entry for this long, so that a program that goes on with a wrong
 * password for a year does not fill the log.
 */
const WINDOW_MS = 600_000

/**
 * The entry that a refusal is counted in. Refusals of e-mails that no user has (user 0) share one entry, so that
 * guessing e-mails does not fill the log either.
 */
export function refusalEntry(userId: number, reason: RefusalReason, at: number): string {
  return `${userId} ${reason} ${Math.floor(at / WINDOW_MS)}`
}

/** The further contents of the entry: how many refusals there were so far, and the latest of them. */
export function refusalDetail(
  { reason, origin, address }: LogInRefusal,
  times: number,
  at: number,
): Readonly<Record<string, string>> {
  return { reason, interface: origin, address, times: String(times), latest: new Date(at).toISOString() }
}
