import type { Sql } from '../../database/database.ts'
import type { IdRange } from './old-ranges.ts'

/** How many one statement removes. */
const PAGE = 5_000

/**
 * Removes the conversations whose newest message is in a range, in pages. Nothing waits for it: one that goes on at the
 * moment is left alone. Resolves with whether all are gone.
 */
export async function removeConversations(sql: Sql, { from_id: from, to_id: to }: IdRange): Promise<boolean> {
  let removed = PAGE
  while (removed === PAGE) removed = await removePage(sql, from, to)
  const [row] = await sql<{ is_left: boolean }[]>`
    select exists (
      select from client cross join lateral (
        select from conversation
        where conversation.client_id = client.client_id and newest_id >= ${from}::bigint and newest_id < ${to}::bigint
        limit 1
      ) as found
    ) as is_left`
  return row?.is_left === false
}

/** Each client takes a step in the index, so the conversations that stay are not looked at. */
async function removePage(sql: Sql, from: number, to: number): Promise<number> {
  const gone = await sql`
    with page as materialized (
      select found.channel_id, found.contact
      from client cross join lateral (
        select channel_id, contact from conversation
        where conversation.client_id = client.client_id and newest_id >= ${from}::bigint and newest_id < ${to}::bigint
        order by newest_id limit ${PAGE}::integer
        for update skip locked
      ) as found
      limit ${PAGE}::integer
    )
    delete from conversation using page
    where conversation.channel_id = page.channel_id and conversation.contact = page.contact`
  return gone.count
}
