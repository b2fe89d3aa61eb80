import type { Queryable } from './database.ts'

/**
 * The end of a table of a statement that has these many rows at most, for which the planner is to look up each in other tables. Of a limit that is a parameter it
 * takes a tenth for granted; without it, it reckons with ten rows, and while the other tables are still empty reading these whole looks cheaper to it. Such a plan would
 * then read them whole for minutes, until Postgres has statistics of them: with every range of ids that is begun.
 */
export function asFew(sql: Queryable, rows: number) {
  return sql`limit ${rows}::integer`
}
