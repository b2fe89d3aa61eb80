import { textArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'
import type { Fragment } from '../ownership/owned-table.ts'

/** From this many contacts on they are not counted. */
export const MOST_COUNTED = 1_000

/** Words are compared octet by octet, and no character has higher octets. */
const LAST_CHARACTER = '\u{10ffff}'

/** Contacts whose names have a word for each beginning (`wordBeginnings`). */
export interface NameSearch {
  /** The beginning by which they are looked up. */
  readonly word: string
  /** The other beginnings. */
  readonly others: readonly string[]
}

/** The search that enters the index with one of the beginnings. */
export function searchBy(word: string, beginnings: readonly string[]): NameSearch {
  return { word, others: beginnings.filter((other) => other !== word) }
}

/**
 * The beginnings with how many contacts have such a word, at most `MOST_COUNTED` each; the rarest first, of common ones
 * the last: names end with what is rarer.
 */
export function selectRarest(sql: Sql, clientId: number, beginnings: readonly string[]) {
  return sql<{ word: string; contacts: number }[]>`
    select given.word, counted.contacts
    from unnest(${textArray(beginnings)}::text[]) with ordinality as given (word, place)
    cross join lateral (
      select count(*)::integer as contacts from (
        select from phonebook_word as entry
        where (entry.client_id, entry.words) >= (${clientId}::bigint, given.word)
          and (entry.client_id, entry.words) < (${clientId}::bigint, given.word || ${LAST_CHARACTER}::text)
        limit ${MOST_COUNTED}::integer
      ) as entry
    ) as counted
    order by counted.contacts, given.place desc`
}

/** Entries of `phonebook_word` from a place on, in the order of `order`. */
export function nameStretch(
  sql: Sql,
  clientId: number,
  { word }: NameSearch,
  from: { readonly words: string; readonly mobile: string } = { words: word, mobile: '' },
) {
  return {
    order: sql`entry.client_id, entry.words, entry.mobile`,
    bounds: sql`
      (entry.client_id, entry.words, entry.mobile) >= (${clientId}::bigint, ${from.words}, ${from.mobile})
      and (entry.client_id, entry.words) < (${clientId}::bigint, ${word + LAST_CHARACTER})`,
  }
}

/**
 * Of the entries of a stretch: whether the name has all words. A contact of which several words begin like this has an
 * entry for each, and counts with the first word.
 */
export function fitsName(sql: Sql, { word, others }: NameSearch) {
  const first = sql`strpos(' ' || split_part(entry.words, ' / ', 2), ${` ${word}`}) = 0`
  return others.reduce((all, other) => sql`${all} and ${hasWord(sql, sql`entry.words`, other)}`, first)
}

/** Whether one of the words, which have single blanks between them, begins like this. */
export function hasWord(sql: Sql, words: Fragment, beginning: string) {
  return sql`strpos(' ' || ${words}, ${` ${beginning}`}) > 0`
}

/** Numbers of contacts that have the name, at most `limit`. */
export function selectNamed(sql: Sql, clientId: number, name: NameSearch, limit: number) {
  const { order, bounds } = nameStretch(sql, clientId, name)
  return sql<{ mobile: string }[]>`
    select entry.mobile from phonebook_word as entry
    where ${bounds} and ${fitsName(sql, name)}
    order by ${order} limit ${limit}::integer`
}
