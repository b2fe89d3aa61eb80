import type { ContactRecord, GroupRecord } from '@heliograph/contracts'
import { textArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'
import { fitsName, type NameSearch, nameStretch } from './name-search.ts'
import { mapRowToSubscription } from './subscriptions.ts'

interface PhonebookRow {
  readonly client_id: number
  readonly mobile: string
  readonly name: string
  /** Empty where contacts are in the order of their numbers. */
  readonly words: string
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
  readonly looked_words: string
} & (PhonebookRow | { readonly mobile: null })

/** A place in the order of a search. */
export interface Place {
  /** Of `phonebook_word`; empty where the order is by numbers alone. */
  readonly words: string
  readonly mobile: string
}

export interface ContactSelection {
  readonly clientId: number
  /** Digits that numbers begin with; empty: any. */
  readonly number: string
  /** Undefined: any name, or none. */
  readonly name: NameSearch | undefined
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
  const { table, words, order, bounds, filter } = chooseStretch(sql, selection)
  return sql<ContactStepRow[]>`
    with fitting as materialized (
      select entry.mobile, ${words} as words
      from (
        select * from ${table} as entry where ${bounds} order by ${order} limit ${entries}::integer
      ) as entry
      where ${filter}
      order by ${order}
      limit ${contacts}::integer + 1
    ),
    looked as materialized (
      select counted.found, place.mobile, place.words
      from (select count(*) as found from fitting) as counted
      left join lateral (
        select entry.mobile, ${words} as words from ${table} as entry
        where counted.found <= ${contacts}::integer and ${bounds} order by ${order}
        limit 1 offset ${entries}::integer - 1
      ) as place on true
    )
    select looked.found, looked.mobile as looked_to, coalesce(looked.words, '') as looked_words, record.*
    from looked left join (
      select ${contactColumns(sql)}
      from (select * from fitting order by words, mobile limit ${contacts}::integer) as chosen
      ${contactTables(sql, clientId)}
    ) as record on true
    order by record.words, record.mobile`
}

/** Contacts by their numbers. */
export function selectByNumbers(sql: Sql, clientId: number, mobiles: readonly string[]) {
  return sql<PhonebookRow[]>`
    select ${contactColumns(sql)}
    from (select mobile, '' as words from unnest(${textArray(mobiles)}::text[]) as given (mobile)) as chosen
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
    phonebook.client_id, phonebook.mobile, coalesce(phonebook.name, '') as name, chosen.words,
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
  const { clientId, number, name, groupId, isOptedOut, after } = selection
  const numbers = sql`entry.mobile >= ${number} and entry.mobile < ${endOf(number)}`
  const inGroup = groupId === undefined ? sql`true` : isMember(sql, groupId)
  const inState = isOptedOut === undefined ? sql`true` : sql`${hasOptedOut(sql)} = ${isOptedOut}::boolean`
  if (name !== undefined) {
    return {
      table: sql`phonebook_word`,
      words: sql`entry.words`,
      ...nameStretch(sql, clientId, name, after?.words.startsWith(name.word) ? behind(after) : undefined),
      filter: sql`${fitsName(sql, name)} and ${numbers} and ${inGroup} and ${inState}`,
    }
  }
  const from = after === undefined || after.mobile < number ? number : behind(after).mobile
  const byNumber = { words: sql`''`, from, end: endOf(number) }
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
    words: sql`''`,
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

/** Numbers that begin with these digits sort before this text, because the colon follows the nine. */
function endOf(number: string): string {
  return `${number}:`
}

/** Numbers are digits, so the first that can follow one is the same number with a nought appended. */
function behind({ words, mobile }: Place): Place {
  return { words, mobile: `${mobile}0` }
}
