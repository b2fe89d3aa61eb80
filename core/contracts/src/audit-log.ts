import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** Something that a user did. @stability stable */
export interface AuditAct {
  /** Kebab-case, in the past: `user-added`, `log-in`, `key-removed`. At most 50 characters. */
  readonly action: string
  /**
   * What it was done to: `user 1042`, `channel 1007`; absent for an act that concerns the user itself. At most 200
   * characters.
   */
  readonly subject?: string | undefined
  /** What was changed, and to what. Never a secret. */
  readonly detail?: Readonly<Record<string, string>> | undefined
  /** The client that it was done to; absent: the principal's. Null: no client, but the deployment. */
  readonly clientId?: number | null | undefined
}

/** @stability stable */
export interface AuditEntry {
  readonly auditId: number
  readonly at: Date
  /** Null for what was done to the deployment, which only operators find. */
  readonly clientId: number | null
  /**
   * The user who did it; null for readers who may not know (an admin, when it was an operator), for a login with an
   * e-mail that no user has, and for what an instance noted by itself (under a principal with user 0).
   */
  readonly userId: number | null
  /**
   * The user's e-mail at that time, or the one that was tried, or the name of the instance; empty for a command on the
   * server; null for readers who may not know who it was.
   */
  readonly email: string | null
  readonly action: string
  readonly subject: string | null
  readonly detail: Readonly<Record<string, string>>
}

/** The entries to look for; an absent field allows any value. @stability stable */
export interface AuditFilter {
  readonly clientId?: number | undefined
  readonly userId?: number | undefined
  readonly action?: string | undefined
  /** A part of the e-mail of who did it, in any case; an admin finds no operator by it. */
  readonly person?: string | undefined
  /** A part of the subject, in any case. */
  readonly object?: string | undefined
  /** Inclusive. */
  readonly since?: Date | undefined
  /** Exclusive. */
  readonly until?: Date | undefined
  /** Only entries with a smaller id: the `next` of the previous page. */
  readonly before?: number | undefined
  /** 1 to 1,000. */
  readonly limit: number
}

/** @stability stable */
export interface AuditLogPage {
  /** Newest first. */
  readonly records: readonly AuditEntry[]
  /** Undefined on the last page. */
  readonly next: number | undefined
}

/**
 * Who did what. Entries are kept for as long as the operator says (`retention.auditDays`). `Accounts`,
 * `SecondFactors`, `Passkeys` and `Links` note the changes they make.
 *
 * Logins that `Logins`, `SmppLogins`, `SecondFactors` and `Passkeys` refuse are noted as `log-in-refused`, under the
 * user whose e-mail or passkey was tried. `detail` has the `reason` (`wrong-password`, `wrong-code`, `wrong-passkey`,
 * `passkey-counter`, `disabled`, `locked`, `network`, or `second-factor`: a password alone, where the user needs a code
 * as well), the `interface`, the `address`, how many `times` it happened and when the `latest` was. There is one entry
 * for each user, reason and ten minutes, and one for all e-mails that belong to no user, which only operators find.
 * @stability stable
 */
export interface AuditLog {
  /**
   * Notes what the principal did. Never rejects: an act that could not be noted is logged instead, because it has
   * already been done.
   */
  note(principal: Principal, act: AuditAct): Promise<void>
  /**
   * Finds entries: all of them for an operator, those of its client for an admin, its own for a user. Filters narrow
   * that. Throws `unavailable` while the database is away, `unauthenticated`/`account-disabled` when the principal's
   * user or client has been disabled meanwhile.
   */
  find(principal: Principal, filter: AuditFilter): Promise<AuditLogPage>
}

export const AuditLog: ServiceToken<AuditLog> = defineService('heliograph.audit-log')
