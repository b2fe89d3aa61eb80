import type { ContactValues } from '@heliograph/contracts'
import { textArray } from '../database/arrays.ts'
import type { Queryable } from '../database/database.ts'
import { limitHint } from '../database/limit-hint.ts'
import type { Searches } from '../database/searches.ts'

/** What texts can say about those of the numbers that are in the phonebook. */
export function selectContactValues(
  sql: Queryable,
  clientId: number,
  mobiles: readonly string[],
): PromiseLike<readonly ContactValues[]> {
  return sql<ContactValues[]>`
    select given.mobile, coalesce(phonebook.name, '') as name, coalesce(phonebook.email, '') as email,
      coalesce(phonebook.fields, '{}') as fields
    from (
      select mobile from unnest(${textArray(mobiles)}::text[]) as wanted (mobile) ${limitHint(sql, mobiles.length)}
    ) as given
    cross join lateral (
      select name, email, fields from phonebook where client_id = ${clientId}::bigint and mobile = given.mobile limit 1
    ) as phonebook`
}

/** Contacts whose fields are looked at, and names that are told. */
const MOST_CONTACTS = 200_000
const MOST_NAMES = 200

/** The names of the fields that the contacts of a client have. */
export function findFieldNames(
  searches: Searches,
  clientId: number,
  signal?: AbortSignal | undefined,
): Promise<readonly string[]> {
  return searches.run(clientId, signal, async ({ take }) => {
    const rows = await take(({ sql: on, run }) =>
      run(on<{ name: string }[]>`
        select distinct name from (
          select fields from phonebook where client_id = ${clientId}::bigint limit ${MOST_CONTACTS}::integer
        ) as contact, jsonb_object_keys(contact.fields) as name
        order by name limit ${MOST_NAMES}::integer`),
    )
    return rows.map(({ name }) => name)
  })
}
