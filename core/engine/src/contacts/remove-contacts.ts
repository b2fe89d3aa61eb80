import { textArray } from '../database/arrays.ts'
import type { Transaction } from '../database/database.ts'

/**
 * Takes contacts out of the phonebook and its groups; resolves with how many were in it. Those that have opted in or
 * out are kept as bare numbers. The contacts are locked first, so that the next statement sees for certain which have.
 */
export async function removeContacts(
  tx: Transaction,
  clientId: number,
  mobiles: readonly string[],
  at: Date,
): Promise<number> {
  const rows = await tx<{ mobile: string }[]>`
    select mobile from phonebook where client_id = ${clientId}::bigint and mobile = any(${textArray(mobiles)}::text[])
    order by mobile for update`
  const found = textArray(rows.map(({ mobile }) => mobile))
  await tx`
    with given as materialized (
      select mobile, exists (
        select from contact where contact.client_id = ${clientId}::bigint and contact.mobile = given.mobile offset 0
      ) as is_recorded
      from unnest(${found}::text[]) as given (mobile)
    ),
    emptied as (
      update phonebook set name = null, name_key = null, email = null, fields = null, changed_at = ${at}::timestamptz
      where client_id = ${clientId}::bigint and mobile = any(array(select mobile from given where is_recorded))
    ),
    removed as (
      delete from phonebook
      where client_id = ${clientId}::bigint and mobile = any(array(select mobile from given where not is_recorded))
    )
    delete from contact_group_member
    where client_id = ${clientId}::bigint and mobile = any(array(select mobile from given))`
  return rows.length
}
