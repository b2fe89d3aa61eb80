import type { GroupRecord } from './contact-groups.ts'
import type { Principal } from './principal.ts'
import type { FindOptions } from './reports.ts'
import { defineService, type ServiceToken } from './service.ts'
import type { Subscription, SubscriptionStatus } from './subscription.ts'

/** A contact of a client: a number, what the client noted about it, and whether it takes messages. @stability stable */
export interface ContactRecord {
  /** E.164 digits without `+`. */
  readonly mobile: string
  /** Empty when there is none. */
  readonly name: string
  /** Empty when there is none. */
  readonly email: string
  /** Anything else, under names that the client chose. */
  readonly fields: Readonly<Record<string, string>>
  /** The groups it is in, in the order of their names. */
  readonly groups: readonly GroupRecord[]
  /** Undefined when it has never opted in or out; it then takes messages. */
  readonly subscription: Subscription | undefined
  readonly addedAt: Date
  /** When name, e-mail or fields last changed. */
  readonly changedAt: Date
}

/** What a text can say about a contact. @stability stable */
export type ContactValues = Pick<ContactRecord, 'mobile' | 'name' | 'email' | 'fields'>

/** All given conditions must hold. @stability stable */
export interface ContactFilter {
  /** The beginning of the number, in local or international form: `082`, `+2782`, `2782`. */
  readonly number?: string | undefined
  /**
   * The beginnings of words of the name, in any order: `botha`, `both an` for `Anna Botha`. Case, accents and
   * punctuation do not matter.
   */
  readonly name?: string | undefined
  readonly groupId?: number | undefined
  /** A contact that has never opted in or out counts as opted in. */
  readonly status?: SubscriptionStatus | undefined
  /** The `next` of the previous page, with the same filter. */
  readonly after?: string | undefined
  /** The maximum number of records, 1 to 1,000. */
  readonly limit: number
}

/** @stability stable */
export interface ContactPage {
  readonly records: readonly ContactRecord[]
  /** The `after` of the next page; undefined on the last page. */
  readonly next: string | undefined
}

/**
 * What to store of a contact. Absent = unchanged, empty = none. A name has at most 100 characters, an e-mail 254; there
 * are at most 20 fields, with names of 1 to 50 characters and values of at most 500, and 4,000 octets in all as JSON.
 * @stability stable
 */
export interface ContactDraft {
  /** In local or international form. */
  readonly mobile: string
  readonly name?: string | undefined
  readonly email?: string | undefined
  /** Replaces all the fields there are; fields with empty values are dropped. */
  readonly fields?: Readonly<Record<string, string>> | undefined
  /** Names of groups to put it into, in addition to those it is in; groups that do not exist are added. */
  readonly groups?: readonly string[] | undefined
  /**
   * Opts it out, or records that it has opted in. It cannot opt in a contact that has opted out: such a draft is
   * refused (`opted-out`); use `setStatus` for that. A status that the contact already has is not recorded again.
   */
  readonly status?: SubscriptionStatus | undefined
}

/** Why a draft was refused. `text` is for people. @stability stable */
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

/**
 * What became of a draft. `mobile` is in E.164 digits, or as it was given when the draft was refused.
 * @stability stable
 */
export type SaveOutcome =
  | { readonly mobile: string; readonly result: 'added' | 'changed' | 'unchanged' }
  | { readonly mobile: string; readonly result: 'refused'; readonly problem: ContactProblem }

/** A line of a contact's audit trail. @stability stable */
export interface SubscriptionEntry {
  /** Increases with time. */
  readonly entryId: number
  readonly status: SubscriptionStatus
  readonly description: string
  readonly at: Date
  /** False when the contact already had this status. */
  readonly changed: boolean
}

/** @stability stable */
export interface AuditPage {
  /** Newest first. */
  readonly entries: readonly SubscriptionEntry[]
  /** The `before` of the next page; undefined on the last page. */
  readonly next: number | undefined
}

/**
 * The phonebook of a client. Every number that has opted in or out is in it, whether or not the client has noted
 * anything about it.
 *
 * Numbers are read in local or international form, according to the country of the principal; methods for one contact
 * throw `invalid`/`bad-number` for anything else. All throw `unavailable` while the database is away.
 * @stability stable
 */
export interface Contacts {
  /** The number of contacts that the principal's client has, including opted-out ones. Throws as `Reports.find`. */
  count(principal: Principal, options?: FindOptions): Promise<number>
  /**
   * Contacts in the order of their numbers, or with `name` in the order of their names from the word on by which they
   * are found. That order never changes while a contact keeps its name, so a caller that follows `next` to the end gets
   * each contact once. A page ends at `limit`, or earlier when the search takes too long: it may then even be empty,
   * but `next` leads on. Throws as `Reports.find`.
   */
  find(principal: Principal, filter: ContactFilter, options?: FindOptions): Promise<ContactPage>
  /**
   * What texts can say about those of the numbers (E.164 digits, at most 10,000) that are in the phonebook, in any
   * order.
   */
  values(principal: Principal, mobiles: readonly string[]): Promise<readonly ContactValues[]>
  /**
   * The names of the fields that its contacts have, in alphabetical order: at most 200, from the first 200,000
   * contacts. Throws as `Reports.find`.
   */
  fieldNames(principal: Principal, options?: FindOptions): Promise<readonly string[]>
  /** One contact. */
  get(principal: Principal, mobile: string): Promise<ContactRecord | undefined>
  /**
   * Adds contacts and changes those that exist; resolves with what became of each draft, in order. Where several drafts
   * have the same number, later ones override earlier ones in the fields they give: only the first of them is `added`,
   * and one that gives nothing else is `unchanged`. Saving the same again changes nothing. Each draft is taken or
   * refused on its own. Throws `invalid`/`too-many-contacts` for more than 500.
   */
  save(principal: Principal, drafts: readonly ContactDraft[]): Promise<readonly SaveOutcome[]>
  /**
   * Takes contacts out of the phonebook and its groups; resolves with how many of the numbers were in it. A contact
   * that has opted in or out stays as a bare number, so that its choice is not forgotten. Throws
   * `invalid`/`too-many-contacts` for more than 500.
   */
  remove(principal: Principal, mobiles: readonly string[]): Promise<number>
  /**
   * Sets by hand whether a contact takes messages; the audit trail names the user. `changed` as for
   * `Subscriptions.set`.
   */
  setStatus(
    principal: Principal,
    mobile: string,
    status: SubscriptionStatus,
  ): Promise<{ readonly changed: boolean; readonly subscription: Subscription }>
  /**
   * Every opt-in and opt-out of a contact, newest first; `limit` is at most 1,000, `before` is the `next` of the
   * previous page.
   */
  audit(
    principal: Principal,
    mobile: string,
    page: { readonly limit: number; readonly before?: number | undefined },
  ): Promise<AuditPage>
  /**
   * Takes back the last change of status, the one made at `changedAt` (of `Subscription`), and notes that in the audit
   * trail. Throws `conflict`/`changed-meanwhile` when the status has changed since, `conflict`/`nothing-to-undo` for an
   * opt-in of a contact that had not opted out, `not-found`/`contact-not-found` for a contact that has never opted in
   * or out.
   */
  undo(principal: Principal, mobile: string, changedAt: Date): Promise<Subscription>
}

export const Contacts: ServiceToken<Contacts> = defineService('heliograph.contacts')
