import type { Queryable } from '../database/database.ts'
import { leaseHolder } from './lease-holder.ts'
import type { Fragment, OwnedTable } from './owned-table.ts'

/** Which rows of an owned table a node wants. */
export interface Wish {
  /** Tables that `wanted` needs, each followed by a comma. */
  readonly tables?: Fragment
  /**
   * The demands, as what follows `from`: `... as wanted (given, room, ...)`. Demands with the same `given` share
   * their `room`, which is in units of `size`.
   */
  readonly wanted: Fragment
  /** Which rows a demand (`wanted`) is for. */
  readonly where: Fragment
  /** Which of them may be taken now. Default: those that are due. */
  readonly isDue?: Fragment
  /** Which come first. Default: those that have been due for longest. Has to follow an index. */
  readonly first?: Fragment
  /** Default: 1 each. */
  readonly size?: Fragment
  /** The most rows looked at for one demand. */
  readonly limit: number
  /** What else changes in a row that is claimed: `, column = ...`. */
  readonly set?: Fragment
}

/** The result of one look at the table. */
export interface Claim<Row> {
  readonly rows: readonly Row[]
  /** The demands (`given`) for which more may wait than was taken. */
  readonly mayHaveMore: ReadonlySet<number>
}

/**
 * Claims due rows for the holder of a lease: for each demand as many as fit and one more, so that a large row is
 * never passed over. Takes nothing once the lease is gone. The index is entered once for each demand, so other rows
 * cost nothing.
 *
 * The limit is part of the statement's text: with a parameter, generic plans assume a tenth of all waiting rows and may
 * read the whole table to claim one. Nor is the table joined with what was chosen: it could be read whole for that too.
 */
export async function claimRows<Row extends object>(
  sql: Queryable,
  table: OwnedTable,
  lease: number,
  wish: Wish,
): Promise<Claim<Row>> {
  const [name, key, order] = [sql.unsafe(table.name), sql.unsafe(table.key), sql.unsafe(table.order)]
  const limit = sql.unsafe(String(wish.limit))
  const rows = await sql<(Row & { readonly given: number; readonly seen: number })[]>`
    with recursive ${leaseHolder(sql, lease)},
    ${wish.tables ?? sql``}
    found as materialized (
      select wanted.given, wanted.room, due.*
      from ${wish.wanted}
      cross join lateral (
        select ${name}.${key} as key, ${name}.due_at, ${wish.size ?? sql`1`} as size from ${name}
        where ${name}.owner is null and ${wish.isDue ?? sql`${name}.due_at <= now()`} and ${wish.where}
        order by ${wish.first ?? sql`${name}.due_at, ${name}.${key}`} limit ${limit} for update skip locked
      ) as due
      where exists (select from holder)
    ),
    chosen as materialized (
      select given, key, sum(size) over (partition by given order by due_at, key) - size < room as fits from found
    ),
    claimed as (
      update ${name} set owner = ${lease}::bigint, starts = ${name}.starts + 1 ${wish.set ?? sql``}
      where ${name}.${key} = any(array(select key from chosen where fits))
      returning ${sql.unsafe(table.columns)}, ${name}.${key} as key
    ),
    seen as (
      select given, case when bool_and(fits) then count(*)::integer else ${limit} end as seen from chosen group by given
    )
    select claimed.*, given, seen.seen
    from claimed join chosen using (key) join seen using (given) order by ${order}`
  const mayHaveMore = new Set(rows.filter(({ seen }) => seen >= wish.limit).map(({ given }) => given))
  return { rows, mayHaveMore }
}
