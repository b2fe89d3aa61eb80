import { defineService, type ServiceToken } from './service.ts'

/** Whether a contact takes messages of a client. A contact without a record counts as opted in. @stability stable */
export type SubscriptionStatus = 'opted-in' | 'opted-out'

/** The record of one contact of one client (specification, "Contact subscription record"). @stability stable */
export interface Subscription {
  readonly clientId: number
  /** E.164 digits without `+`. */
  readonly mobile: string
  readonly status: SubscriptionStatus
  /** For example `OPTED OUT - 2026-01-31 08:15:00 UTC - Web request`. */
  readonly description: string
  /** When the status last changed. */
  readonly changedAt: Date
}

/** Where a change of subscription came from; it is part of the description and of the audit trail. @stability stable */
export type SubscriptionSource =
  | { readonly kind: 'sms'; readonly incomingSmsId: number }
  /** The contact itself, by a link. */
  | { readonly kind: 'web' }
  /** A user of the client, by hand. */
  | { readonly kind: 'user'; readonly userId: number }
  /** A user took back the previous change. */
  | { readonly kind: 'undo'; readonly userId: number }
  /** A command on the server. */
  | { readonly kind: 'operator' }
  /** A list that the client imported. */
  | { readonly kind: 'import' }

/** Opt-out and opt-in. Every change writes an audit row, even when the status stays the same. @stability stable */
export interface Subscriptions {
  /** The current record, or undefined when the contact has none. */
  find(clientId: number, mobile: string): Promise<Subscription | undefined>
  /**
   * Those of the numbers (E.164 digits, at most 10,000) that have opted out. Throws `unavailable` while the database is
   * away.
   */
  optedOut(clientId: number, mobiles: readonly string[]): Promise<ReadonlySet<string>>
  /** Sets the status. `changed` is false when the contact already had it. */
  set(
    clientId: number,
    mobile: string,
    status: SubscriptionStatus,
    source: SubscriptionSource,
  ): Promise<{ readonly changed: boolean; readonly subscription: Subscription }>
}

export const Subscriptions: ServiceToken<Subscriptions> = defineService('heliograph.subscriptions')
