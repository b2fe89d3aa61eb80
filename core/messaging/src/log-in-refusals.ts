/** Why a log-in was refused. `disabled`: the password was right, of a disabled user or client. `locked`: too many were wrong before, this one was not looked at. */
export type RefusalReason = 'wrong-password' | 'wrong-code' | 'disabled' | 'locked'

/** A log-in that was refused. */
export interface LogInRefusal {
  readonly reason: RefusalReason
  /** What was given as e-mail, lower case, or as system id. */
  readonly account: string
  /** A system id may be the beginning of an e-mail only. */
  readonly isSystemId: boolean
  /** The client, where one was named. */
  readonly clientId: number | undefined
  /** The interface. */
  readonly origin: string
  /** IP address of the caller. */
  readonly address: string
}

/** Counts a refusal. Returns at once and never throws. */
export type NoteRefusal = (refusal: LogInRefusal) => void

/** What stands in the audit log of log-ins that were refused. */
export const REFUSED_ACTION = 'log-in-refused'

/** Refusals of one user for one reason are one entry for so long: a program that goes on with a wrong password for a year shall not fill the log. */
const WINDOW_MS = 600_000

/** Which entry a refusal counts in. Those of e-mails that nobody has (user 0) are all in one, so that guessing at e-mails does not fill the log either. */
export function refusalEntry(userId: number, reason: RefusalReason, at: number): string {
  return `${userId} ${reason} ${Math.floor(at / WINDOW_MS)}`
}

/** What the entry tells besides: how many there were so far, and the latest of them. */
export function refusalDetail(
  { reason, origin, address }: LogInRefusal,
  times: number,
  at: number,
): Readonly<Record<string, string>> {
  return { reason, interface: origin, address, times: String(times), latest: new Date(at).toISOString() }
}
