import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** A group of contacts of a client. */
export interface GroupRecord {
  readonly groupId: number
  /** 1 to 100 characters without a semicolon; no two groups of a client have the same, whatever its case, accents and blanks. */
  readonly name: string
}

/**
 * Groups of contacts. A contact may be in any number of them; which contacts are in a group is told by `Contacts.find`. A client has at most 1,000 groups.
 *
 * Methods throw `not-found`/`group-not-found` for what does not exist or belongs to another client, `invalid`/`bad-group-name`, `conflict`/`group-taken` for a name
 * that another group has, `invalid`/`too-many-contacts` for more than 500 numbers, `unavailable` while the database is away.
 */
export interface ContactGroups {
  /** By name. */
  list(principal: Principal): Promise<readonly GroupRecord[]>
  /** Throws `conflict`/`too-many-groups` as well. */
  add(principal: Principal, name: string): Promise<GroupRecord>
  rename(principal: Principal, groupId: number, name: string): Promise<GroupRecord>
  /** Its contacts stay in the phonebook. Run again, it goes on where it was cut off. */
  remove(principal: Principal, groupId: number): Promise<void>
  /** Puts contacts into a group; how many were not in it. Numbers that are not in the phonebook are left out. */
  addContacts(principal: Principal, groupId: number, mobiles: readonly string[]): Promise<number>
  /** Takes contacts out of a group; how many were in it. */
  removeContacts(principal: Principal, groupId: number, mobiles: readonly string[]): Promise<number>
}

export const ContactGroups: ServiceToken<ContactGroups> = defineService('heliograph.contact-groups')
