import type { GroupRecord } from './contact-groups.ts'
import type { Principal } from './principal.ts'
import type { FindOptions } from './reports.ts'
import { defineService, type ServiceToken } from './service.ts'
import type { Subscription, SubscriptionStatus } from './subscription.ts'

/** A contact of a client: a number, what the client noted of it, and whether it takes messages. */
export interface ContactRecord {
  /** E.164 digits without `+`. */
  readonly mobile: string
  /** Empty: none. */
  readonly name: string
  /** Empty: none. */
  readonly email: string
  /** Anything else, by names that the client chose. */
  readonly fields: Readonly<Record<string, string>>
  /** The groups it is in, by name. */
  readonly groups: readonly GroupRecord[]
  /** Undefined: it has never opted in or out, and takes messages. */
  readonly subscription: Subscription | undefined
  readonly addedAt: Date
  /** When name, e-mail or fields last changed. */
  readonly changedAt: Date
}

/** All given conditions must hold. */
export interface ContactFilter {
  /** How the number begins, in local or international form: `082`, `+2782`, `2782`. */
  readonly number?: string | undefined
  /** How the name begins; case, accents and the number of blanks do not matter. */
  readonly name?: string | undefined
  readonly groupId?: number | undefined
  /** A contact that has never opted in or out counts as opted in. */
  readonly status?: SubscriptionStatus | undefined
  /** The `next` of the page before, with the same filter. */
  readonly after?: string | undefined
  /** How many at most: 1 to 1,000. */
  readonly limit: number
}

export interface ContactPage {
  readonly records: readonly ContactRecord[]
  /** `after` of the next page. Undefined: there is none. */
  readonly next: string | undefined
}

/**
 * What is to be kept of a contact. Absent = unchanged, empty = none. A name has at most 100 characters, an e-mail 254; there are at most 20 fields, with names of 1 to 50
 * characters and values of at most 500, and 4,000 octets in all as JSON.
 */
export interface ContactDraft {
  /** In local or international form. */
  readonly mobile: string
  readonly name?: string | undefined
  readonly email?: string | undefined
  /** In the place of all that there are; those with empty values are left out. */
  readonly fields?: Readonly<Record<string, string>> | undefined
  /** Names of groups that it is put into, besides those it is in; groups that do not exist are added. */
  readonly groups?: readonly string[] | undefined
  /**
   * Opts it out, or records that it has opted in. A contact that has opted out is not opted in by this: such a draft is refused (`opted-out`), and `setStatus` is
   * the way. What is so already is not recorded again.
   */
  readonly status?: SubscriptionStatus | undefined
}

/** Why a draft was refused. `text` is for people. */
export interface ContactProblem {
  readonly code:
    | 'bad-number'
    | 'bad-email'
    | 'bad-fields'
    | 'bad-name'
    | 'bad-group'
    | 'bad-status'
    | 'opted-out'
    | 'too-many-groups'
  readonly text: string
}

/** What became of a draft. `mobile` is in E.164 digits; of a draft that was refused as it was given. */
export type SaveOutcome =
  | { readonly mobile: string; readonly result: 'added' | 'changed' | 'unchanged' }
  | { readonly mobile: string; readonly result: 'refused'; readonly problem: ContactProblem }

/** A line of a contact's audit trail. */
export interface SubscriptionEntry {
  /** Grows with time. */
  readonly entryId: number
  readonly status: SubscriptionStatus
  readonly description: string
  readonly at: Date
  /** False: the contact had this status already. */
  readonly changed: boolean
}

export interface AuditPage {
  /** Newest first. */
  readonly entries: readonly SubscriptionEntry[]
  /** `before` of the next page. Undefined: there is none. */
  readonly next: number | undefined
}

/**
 * The phonebook of a client. Every number that has opted in or out is in it, whether the client has noted anything of it or not.
 *
 * Numbers are read in local or international form by the country of the principal; methods for one contact throw `invalid`/`bad-number` for what is none. All throw
 * `unavailable` while the database is away.
 */
export interface Contacts {
  /** How many the principal's client has, opted-out ones included. Throws as `Reports.find`. */
  count(principal: Principal, options?: FindOptions): Promise<number>
  /**
   * In the order of their numbers, with `name` in the order of names. That order never changes while a contact keeps its name: who follows `next` to the end is shown
   * each contact once. A page ends at `limit`, or before it when the search has taken too long: then it may even be empty, and `next` leads on. Throws as `Reports.find`.
   */
  find(principal: Principal, filter: ContactFilter, options?: FindOptions): Promise<ContactPage>
  /** One contact. */
  get(principal: Principal, mobile: string): Promise<ContactRecord | undefined>
  /**
   * Adds contacts and changes those there are; what became of each, in order. Of drafts of the same number the later ones count where they say something. Saving the same again
   * changes nothing. Each draft is taken or refused by itself. Throws `invalid`/`too-many-contacts` for more than 500.
   */
  save(principal: Principal, drafts: readonly ContactDraft[]): Promise<readonly SaveOutcome[]>
  /**
   * Takes contacts out of the phonebook and its groups; how many of the numbers were in it. One that has opted in or out stays in it as a mere number: what it chose
   * is not forgotten. Throws `invalid`/`too-many-contacts` for more than 500.
   */
  remove(principal: Principal, mobiles: readonly string[]): Promise<number>
  /** Sets by hand whether a contact takes messages; the audit trail names the user. `changed` as for `Subscriptions.set`. */
  setStatus(
    principal: Principal,
    mobile: string,
    status: SubscriptionStatus,
  ): Promise<{ readonly changed: boolean; readonly subscription: Subscription }>
  /** Every opt-in and opt-out of a contact, newest first; `limit` at most 1,000, `before` the `next` of the page before. */
  audit(
    principal: Principal,
    mobile: string,
    page: { readonly limit: number; readonly before?: number | undefined },
  ): Promise<AuditPage>
  /**
   * Takes back the last change of status, the one made at `changedAt` (of `Subscription`), and notes that in the audit trail. Throws `conflict`/`changed-meanwhile`
   * when there was another since, `conflict`/`nothing-to-undo` for an opt-in of a contact that had not opted out, `not-found`/`contact-not-found` for
   * one that has never opted in or out.
   */
  undo(principal: Principal, mobile: string, changedAt: Date): Promise<Subscription>
}

export const Contacts: ServiceToken<Contacts> = defineService('heliograph.contacts')
