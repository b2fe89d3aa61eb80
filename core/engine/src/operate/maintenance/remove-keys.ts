import { numberArray } from '../../database/arrays.ts'
import type { Queryable, Sql } from '../../database/database.ts'
import type { OldRange } from './old-ranges.ts'

/** Pages of messages whose keys one call removes; the next call continues. */
const PAGES = 2_000

/**
 * Removes the ids that clients gave to the messages of a range, except those of its open messages, page by page in the
 * order of the messages: the other keys are not looked at. Resolves with whether all are gone.
 */
export async function removeKeys(sql: Sql, range: OldRange): Promise<boolean> {
  for (let pages = 0; pages < PAGES; pages += 1) {
    const isMore = await sql.begin(async (tx) => {
      // Each key is looked up. Without statistics that fit, reading the whole table for a page can look cheaper.
      await tx`select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`
      return removePage(tx, range)
    })
    if (!isMore) return true
  }
  return false
}

/** Notes where the page ended. Resolves with whether there may be more. */
async function removePage(sql: Queryable, { from_id: from, to_id: to, open }: OldRange): Promise<boolean> {
  const [row] = await sql<{ is_more: boolean }[]>`
    with page as materialized (
      select sms_id, client_id, message_id from message
      where sms_id >= coalesce((select keys_gone_to from id_range where from_id = ${from}::bigint), ${from}::bigint)
        and sms_id < ${to}::bigint
      order by sms_id limit 5000
    ),
    removed as (
      delete from message_key using page
      where message_key.client_id = page.client_id and message_key.message_id = page.message_id
        and message_key.sms_id = page.sms_id and page.sms_id <> all(${numberArray(open)}::bigint[])
    ),
    noted as (
      update id_range set keys_gone_to = last.sms_id + 1
      from (select max(sms_id) as sms_id from page) as last
      where id_range.from_id = ${from}::bigint and last.sms_id is not null
    )
    select exists (select from page) as is_more`
  return row?.is_more ?? false
}
