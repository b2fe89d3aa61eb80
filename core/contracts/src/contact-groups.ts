import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** A group of contacts of a client. @stability stable */
export interface GroupRecord {
  readonly groupId: number
  /** 1 to 100 characters without a semicolon; unique within a client, ignoring case, accents and blanks. */
  readonly name: string
}

/**
 * Groups of contacts. A contact may be in any number of them; `Contacts.find` finds the contacts of a group. A client
 * has at most 1,000 groups.
 *
 * Methods throw `not-found`/`group-not-found` for a group that does not exist or belongs to another client,
 * `invalid`/`bad-group-name`, `conflict`/`group-taken` for a name that another group has, `invalid`/`too-many-contacts`
 * for more than 500 numbers, `unavailable` while the database is away.
 * @stability stable
 */
export interface ContactGroups {
  /** In the order of their names. */
  list(principal: Principal): Promise<readonly GroupRecord[]>
  /** Also throws `conflict`/`too-many-groups`. */
  add(principal: Principal, name: string): Promise<GroupRecord>
  rename(principal: Principal, groupId: number, name: string): Promise<GroupRecord>
  /**
   * Removes a group; its contacts stay in the phonebook. A call that was cut off can be made again and goes on from
   * there.
   */
  remove(principal: Principal, groupId: number): Promise<void>
  /**
   * Puts contacts into a group; resolves with how many were not in it. Numbers that are not in the phonebook are left
   * out.
   */
  addContacts(principal: Principal, groupId: number, mobiles: readonly string[]): Promise<number>
  /** Takes contacts out of a group; resolves with how many were in it. */
  removeContacts(principal: Principal, groupId: number, mobiles: readonly string[]): Promise<number>
}

export const ContactGroups: ServiceToken<ContactGroups> = defineService('heliograph.contact-groups')
