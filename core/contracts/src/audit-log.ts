import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** Something that a user did. */
export interface AuditAct {
  /** Kebab-case, in the past: `user-added`, `log-in`, `key-removed`. At most 50 characters. */
  readonly action: string
  /** To what: `user 1042`, `channel 1007`; absent for what is about the user itself. At most 200 characters. */
  readonly subject?: string | undefined
  /** What was changed to what. Never a secret. */
  readonly detail?: Readonly<Record<string, string>> | undefined
  /** The client that it was done to; absent: that of the principal. Null: none, but the deployment. */
  readonly clientId?: number | null | undefined
}

export interface AuditEntry {
  readonly auditId: number
  readonly at: Date
  /** Null, what was done to the deployment, is for operators alone. */
  readonly clientId: number | null
  /** Who did it; null to those who may not know (an operator, to an admin), and for a log-in with an e-mail that nobody has. */
  readonly userId: number | null
  /** As it was then, or as it was tried; empty: a command on the server; null to those who may not know who it was. */
  readonly email: string | null
  readonly action: string
  readonly subject: string | null
  readonly detail: Readonly<Record<string, string>>
}

/** What is looked for; absent: any. */
export interface AuditFilter {
  readonly clientId?: number | undefined
  readonly userId?: number | undefined
  readonly action?: string | undefined
  /** Inclusive. */
  readonly since?: Date | undefined
  /** Exclusive. */
  readonly until?: Date | undefined
  /** Only entries with a smaller id: what `next` of the page before says. */
  readonly before?: number | undefined
  /** 1 to 1,000. */
  readonly limit: number
}

export interface AuditLogPage {
  /** Newest first. */
  readonly records: readonly AuditEntry[]
  /** Undefined at the end. */
  readonly next: number | undefined
}

/**
 * Who did what. Entries are kept for two years. What `Accounts`, `SecondFactors` and `Links` change is noted by them.
 *
 * Log-ins that `Logins`, `SmppLogins` and `SecondFactors` refuse are noted as `log-in-refused`, as if the user had done it whose e-mail was tried. `detail` has the `reason`
 * (`wrong-password`, `wrong-code`, `disabled`, `locked`), the `interface`, the `address`, how many `times` and when the `latest` was: there is one entry for each user,
 * reason and ten minutes, and one for all e-mails that belong to no user, which only operators find.
 */
export interface AuditLog {
  /** Notes what the principal did. Never rejects: what could not be noted is logged, because what was done is done. */
  note(principal: Principal, act: AuditAct): Promise<void>
  /**
   * An operator finds all, an admin what was done in its client, a user what it did itself; filters narrow that. Throws `unavailable` while the database is away,
   * `unauthenticated`/`account-disabled` when the principal's user or client was disabled meanwhile.
   */
  find(principal: Principal, filter: AuditFilter): Promise<AuditLogPage>
}

export const AuditLog: ServiceToken<AuditLog> = defineService('heliograph.audit-log')
