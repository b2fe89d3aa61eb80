import type { Queryable } from '../database/database.ts'

/**
 * The table `holder` of a statement: one row if the lease has not been ended; it then cannot be ended before the
 * statement is done. No row for null.
 */
export function leaseHolder(sql: Queryable, lease: number | null) {
  return sql`holder as materialized (select lease from node where node.lease = ${lease}::bigint for key share)`
}
