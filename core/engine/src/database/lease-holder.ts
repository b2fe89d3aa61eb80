import type { Queryable } from './database.ts'

/** The table `holder` of a statement: one row while the lease has not been ended, which it then cannot be before the statement is done. None for null. */
export function leaseHolder(sql: Queryable, lease: number | null) {
  return sql`holder as materialized (select lease from node where node.lease = ${lease}::bigint for key share)`
}
