import { textArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'
import type { OtherNode } from './balance-links.ts'
import { leaseHolder } from './lease-holder.ts'

/** Resolves with those of the links that this node has now. */
export async function takeLinks(sql: Sql, lease: number, links: readonly string[]): Promise<readonly string[]> {
  const rows = await sql<{ link: string }[]>`
    with ${leaseHolder(sql, lease)},
    taken as (
      insert into link_lease (link, lease)
      select link, ${lease}::bigint from unnest(${textArray(links)}::text[]) as given (link)
      where exists (select from holder)
      order by link
      on conflict do nothing
      returning link
    )
    select link from taken
    union all
    select link from link_lease where lease = ${lease}::bigint and link = any(${textArray(links)}::text[])`
  return rows.map((row) => row.link)
}

export async function dropLinks(sql: Sql, lease: number, links: readonly string[]): Promise<void> {
  await sql`
    delete from link_lease where lease = ${lease}::bigint and link = any(${textArray(links)}::text[])`
}

/** The other living nodes that send messages. */
export async function nodesElsewhere(sql: Sql, lease: number): Promise<readonly OtherNode[]> {
  return sql<OtherNode[]>`
    select links, array(select link from link_lease where link_lease.lease = node.lease) as held
    from node where lease <> ${lease}::bigint and cardinality(links) > 0 order by lease`
}
