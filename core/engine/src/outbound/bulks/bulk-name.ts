import type { Queryable } from '../../database/database.ts'

/** A bulk of a client. */
export interface BulkName {
  readonly clientId: number
  readonly bulkId: string
}

/** Condition on a table with a row for each bulk, or on scheduled batches. */
export function ofBulk(sql: Queryable, { clientId, bulkId }: BulkName) {
  return sql`client_id = ${clientId}::bigint and bulk_id = ${bulkId}`
}
