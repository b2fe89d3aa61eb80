import type { Queryable } from './database.ts'

/**
 * The end of a table of a statement that has at most this many rows, each of which the planner is to look up in other
 * tables. With a limit that is a parameter it expects a tenth of the rows; without it, it expects ten rows, and while
 * the other tables are still empty, reading them whole looks cheaper to it. A plan like this would then read them whole
 * for minutes, until Postgres has statistics on them, and again with every new range of ids.
 */
export function limitHint(sql: Queryable, rows: number) {
  return sql`limit ${rows}::integer`
}
