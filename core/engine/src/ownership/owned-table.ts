import type { Queryable } from '../database/database.ts'

/** A part of a statement. */
export type Fragment = ReturnType<Queryable>

/**
 * A table whose rows have an owner: `owner` is the lease of the node that works on the row, null while it waits;
 * `due_at` is when it may be taken; `starts` counts how often a node took it and did not give it back untouched.
 *
 * It has two partial indexes: (`owner`, key) where it has an owner, and one in the order of claims where it has none.
 */
export interface OwnedTable {
  readonly name: string
  /** Its primary key, a number. */
  readonly key: string
  /** What a node gets to know of a row that it takes; with `due_at` where there is a `wake`, and what `order` names. */
  readonly columns: string
  /** The order in which a node takes rows. */
  readonly order: string
  /**
   * How long a row has to be due before it counts as lost, because until then its node may only not have heard of the
   * commit. Absent: it counts at once, because taking it twice does no harm.
   */
  readonly lostAfterMs?: number
  /**
   * A table `woken` of a statement, which tells nodes of the rows in its table `freed`. Absent: nodes are told apart
   * from the statement, or look often enough.
   */
  readonly wake?: (sql: Queryable) => Fragment
}
