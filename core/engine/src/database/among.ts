import { numberArray } from './arrays.ts'
import type { Queryable } from './database.ts'

/**
 * Narrows a statement to the rows with some ids, at least one. The bounds beside the list keep it to the partitions
 * that have the ids, and the planner from reading all rows between them, even where it misjudges the sizes.
 */
export function among(sql: Queryable, column: string, ids: readonly number[]) {
  const name = sql.unsafe(column)
  return sql`
    ${name} = any(${numberArray(ids)}::bigint[])
    and ${name} between ${Math.min(...ids)}::bigint and ${Math.max(...ids)}::bigint`
}
