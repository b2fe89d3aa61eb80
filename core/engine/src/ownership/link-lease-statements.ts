import { numberArray, textArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'
import type { OtherNode } from './balance-links.ts'
import { leaseHolder } from './lease-holder.ts'
import type { LinkShare } from './link-share.ts'

/** Links of which the same share is leased. */
export interface SharedLinks {
  /** `<instance>/<name>` of each. */
  readonly links: readonly string[]
  readonly share: LinkShare
}

/**
 * Resolves with those of the links' shares (`shareKey`) that this node has now. Takes none of a link that another node
 * divides in another way, because its shares and those of this node would add up to more than the link.
 */
export async function takeLinks(sql: Sql, lease: number, sets: readonly SharedLinks[]): Promise<readonly string[]> {
  const wanted = sets.flatMap(({ links, share }) => links.map((link) => ({ link, share })))
  const rows = await sql<{ key: string }[]>`
    with ${leaseHolder(sql, lease)},
    given as materialized (
      select * from unnest(
        ${textArray(wanted.map(({ link }) => link))}::text[],
        ${numberArray(wanted.map(({ share }) => share.number))}::smallint[],
        ${numberArray(wanted.map(({ share }) => share.of))}::smallint[]
      ) as g (link, share, shares)
    ),
    taken as (
      insert into link_lease (link, share, shares, lease)
      select link, share, shares, ${lease}::bigint from given
      where exists (select from holder) and not exists (
        select from link_lease as other where other.link = given.link and other.shares <> given.shares
      )
      order by link, share
      on conflict do nothing
      returning link, share
    )
    select link || ' ' || share as key from taken
    union all
    select link || ' ' || share from link_lease
    where lease = ${lease}::bigint and (link, share) in (select link, share from given)`
  return rows.map((row) => row.key)
}

/**
 * Finds those of the links that nodes divide in several ways. To be called after `takeLinks`: of two nodes that take
 * shares at the same time, at least one finds it so.
 */
export async function findDisputed(sql: Sql, links: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql<{ link: string }[]>`
    select link from link_lease where link = any(${textArray(links)}::text[])
    group by link having count(distinct shares) > 1`
  return new Set(rows.map((row) => row.link))
}

/** `keys`: shares of links, see `shareKey`. */
export async function dropLinks(sql: Sql, lease: number, keys: readonly string[]): Promise<void> {
  await sql`
    delete from link_lease where lease = ${lease}::bigint and link || ' ' || share = any(${textArray(keys)}::text[])`
}

/** The other living nodes that send messages. */
export async function nodesElsewhere(sql: Sql, lease: number): Promise<readonly OtherNode[]> {
  return sql<OtherNode[]>`
    select links,
      array(select link || ' ' || share from link_lease where link_lease.lease = node.lease) as held
    from node where lease <> ${lease}::bigint and cardinality(links) > 0 order by lease`
}
