import type { ContactRecord, GroupRecord } from '@heliograph/contracts'
import { textArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'
import { mapRowToSubscription } from './subscriptions.ts'

interface PhonebookRow {
  readonly client_id: number
  readonly mobile: string
  readonly name: string
  /** Empty where contacts are in the order of their numbers. */
  readonly name_key: string
  readonly email: string
  readonly fields: Readonly<Record<string, string>>
  readonly groups: readonly GroupRecord[]
  readonly added_at: Date
  readonly changed_at: Date
  /** Null: it has never opted in or out. */
  readonly status: 0 | 1 | null
  readonly status_description: string
  readonly auddate: Date
}

/** A contact of the page, or, if there is none, only the state of the search. That state is the same in every row. */
export type ContactStepRow = {
  /** How many contacts fit, at most one more than were wanted. */
  readonly found: number
  /** The last place that was looked at, when fewer were found than wanted and there is more to look at. */
  readonly looked_to: string | null
  readonly looked_key: string
} & (PhonebookRow | { readonly mobile: null })

/** A place in the order of a search. */
export interface Place {
  /** Empty where the order is by numbers alone. */
  readonly nameKey: string
  readonly mobile: string
}

export interface ContactSelection {
  readonly clientId: number
  /** Digits that numbers begin with; empty: any. */
  readonly number: string
  /** What names begin with (`nameKey`); undefined: any name, or none. */
  readonly nameKey: string | undefined
  readonly groupId: number | undefined
  readonly isOptedOut: boolean | undefined
  /** Only what comes after this place. */
  readonly after: Place | undefined
}

/** How far one step of a search goes. */
export interface ContactLimits {
  /** Entries of the index that are looked at. */
  readonly entries: number
  readonly contacts: number
}

/** One step of a search for contacts: those that fit are chosen from a limited stretch of one index. */
export function selectContacts(sql: Sql, selection: ContactSelection, { entries, contacts }: ContactLimits) {
  const { clientId } = selection
  const { table, nameKey, order, bounds, filter } = chooseStretch(sql, selection)
  return sql<ContactStepRow[]>`
    with fitting as materialized (
      select entry.mobile, ${nameKey} as name_key
      from (
        select * from ${table} as entry where ${bounds} order by ${order} limit ${entries}::integer
      ) as entry
      where ${filter}
      order by ${order}
      limit ${contacts}::integer + 1
    ),
    looked as materialized (
      select counted.found, place.mobile, place.name_key
      from (select count(*) as found from fitting) as counted
      left join lateral (
        select entry.mobile, ${nameKey} as name_key from ${table} as entry
        where counted.found <= ${contacts}::integer and ${bounds} order by ${order}
        limit 1 offset ${entries}::integer - 1
      ) as place on true
    )
    select looked.found, looked.mobile as looked_to, coalesce(looked.name_key, '') as looked_key, record.*
    from looked left join (
      select ${contactColumns(sql)}
      from (select * from fitting order by name_key, mobile limit ${contacts}::integer) as chosen
      ${contactTables(sql, clientId)}
    ) as record on true
    order by record.name_key, record.mobile`
}

/** Contacts by their numbers. */
export function selectByNumbers(sql: Sql, clientId: number, mobiles: readonly string[]) {
  return sql<PhonebookRow[]>`
    select ${contactColumns(sql)}
    from (select mobile, '' as name_key from unnest(${textArray(mobiles)}::text[]) as given (mobile)) as chosen
    ${contactTables(sql, clientId)}`
}

export function mapRowToContact(row: PhonebookRow): ContactRecord {
  const { status } = row
  return {
    mobile: row.mobile,
    name: row.name,
    email: row.email,
    fields: row.fields,
    groups: row.groups,
    subscription: status === null ? undefined : mapRowToSubscription({ ...row, status }),
    addedAt: row.added_at,
    changedAt: row.changed_at,
  }
}

function contactColumns(sql: Sql) {
  return sql`
    phonebook.client_id, phonebook.mobile, coalesce(phonebook.name, '') as name, chosen.name_key,
    coalesce(phonebook.email, '') as email, coalesce(phonebook.fields, '{}') as fields, phonebook.added_at, phonebook.changed_at,
    contact.status, contact.status_description, contact.auddate,
    (
      select coalesce(json_agg(json_build_object('groupId', group_id, 'name', contact_group.name) order by contact_group.name_key), '[]')
      from contact_group_member as member join contact_group using (group_id)
      where member.client_id = phonebook.client_id and member.mobile = phonebook.mobile
    ) as groups`
}

/** Looks up each of the chosen numbers, whatever the planner expects. */
function contactTables(sql: Sql, clientId: number) {
  return sql`
    cross join lateral (
      select * from phonebook where client_id = ${clientId}::bigint and mobile = chosen.mobile limit 1
    ) as phonebook
    left join lateral (
      select * from contact where client_id = ${clientId}::bigint and mobile = chosen.mobile limit 1
    ) as contact on true`
}

/**
 * Chooses where to look: the stretch of an index with as few other entries as possible, and the conditions left to
 * check on its entries. Whole rows are compared where plain conditions would mean the same, because then only that
 * index has the requested order.
 */
function chooseStretch(sql: Sql, selection: ContactSelection) {
  const { clientId, number, nameKey, groupId, isOptedOut, after } = selection
  const numbers = sql`entry.mobile >= ${number} and entry.mobile < ${endOf(number)}`
  const inGroup = groupId === undefined ? sql`true` : isMember(sql, groupId)
  const inState = isOptedOut === undefined ? sql`true` : sql`${hasOptedOut(sql)} = ${isOptedOut}::boolean`
  if (nameKey !== undefined) {
    const place = after?.nameKey.startsWith(nameKey) ? behind(after) : { nameKey, mobile: '' }
    return {
      table: sql`phonebook`,
      nameKey: sql`entry.name_key`,
      order: sql`entry.client_id, entry.name_key, entry.mobile`,
      bounds: sql`entry.name_key is not null
        and (entry.client_id, entry.name_key, entry.mobile) >= (${clientId}::bigint, ${place.nameKey}, ${place.mobile})
        and (entry.client_id, entry.name_key) < (${clientId}::bigint, ${nameKey + LAST_CHARACTER})`,
      filter: sql`${numbers} and ${inGroup} and ${inState}`,
    }
  }
  const from = after === undefined || after.mobile < number ? number : behind(after).mobile
  const byNumber = { nameKey: sql`''`, from, end: endOf(number) }
  if (groupId !== undefined) {
    return {
      ...stretchOf(sql, 'contact_group_member', 'group_id', groupId, byNumber),
      filter: sql`entry.client_id = ${clientId}::bigint and ${inState}`,
    }
  }
  if (isOptedOut) {
    return { ...stretchOf(sql, 'contact', 'client_id', clientId, byNumber), filter: sql`entry.status = 0` }
  }
  return { ...stretchOf(sql, 'phonebook', 'client_id', clientId, byNumber), filter: inState }
}

/** The numbers of a client or group, in order. */
function stretchOf(sql: Sql, table: string, column: string, id: number, numbers: { from: string; end: string }) {
  const order = sql`entry.${sql(column)}, entry.mobile`
  return {
    table: sql`${sql(table)}`,
    nameKey: sql`''`,
    order,
    bounds: sql`(${order}) >= (${id}::bigint, ${numbers.from}) and (${order}) < (${id}::bigint, ${numbers.end})`,
  }
}

/** `offset 0` keeps these two as look-ups; the planner would otherwise read all rows. */
function hasOptedOut(sql: Sql) {
  return sql`exists (
    select from contact where contact.client_id = entry.client_id and contact.mobile = entry.mobile and contact.status = 0 offset 0
  )`
}

function isMember(sql: Sql, groupId: number) {
  return sql`exists (
    select from contact_group_member as member where member.group_id = ${groupId}::bigint and member.mobile = entry.mobile
      and member.client_id = entry.client_id offset 0
  )`
}

/** Names are compared octet by octet, and no character has higher octets. */
const LAST_CHARACTER = '\u{10ffff}'

/** Numbers that begin with these digits sort before this text, because the colon follows the nine. */
function endOf(number: string): string {
  return `${number}:`
}

/** Numbers are digits, so the first that can follow one is the same number with a nought appended. */
function behind({ nameKey, mobile }: Place): Place {
  return { nameKey, mobile: `${mobile}0` }
}
