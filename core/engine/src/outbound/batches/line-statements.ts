import { numberArray, textArray } from '../../database/arrays.ts'
import type { Queryable } from '../../database/database.ts'
import { claimRows } from '../../ownership/claim-rows.ts'
import { MESSAGES_PER_BATCH, type OwnedBatch } from './batch.ts'
import { BATCHES, CLAIM_LIMIT } from './batch-statements.ts'

/** The lines of a route and priority that a node wants something of. */
export interface LineDemand {
  readonly route: string
  readonly priority: number
  /** Lines of which it has enough. */
  readonly full: readonly number[]
  /** How many other lines it takes at most. */
  readonly lines: number
  /** Those with higher numbers come first. */
  readonly after: number
}

/** A batch with the turn of its line. */
interface LineBatch extends OwnedBatch {
  readonly given: number
}

/**
 * Claims the first due batches of lines, about as many as make a full one, for the holder of a lease. The index is
 * entered once or twice for each line in which something waits, however much that is.
 */
export async function claimLines(
  sql: Queryable,
  lease: number,
  demands: readonly LineDemand[],
): Promise<readonly LineBatch[]> {
  const { rows } = await claimRows<LineBatch>(sql, BATCHES, lease, {
    tables: sql`
      demand as materialized (
        select *, full_lines::bigint[] as enough from unnest(
          ${textArray(demands.map(({ route }) => route))}::text[],
          ${numberArray(demands.map(({ priority }) => priority))}::smallint[],
          ${textArray(demands.map(({ full }) => numberArray(full)))}::text[],
          ${numberArray(demands.map(({ lines }) => lines))}::integer[],
          ${numberArray(demands.map(({ after }) => after))}::bigint[]
        ) as a (route, priority, full_lines, lines, after)
      ),
      step as (
        select demand.route, demand.priority, first.* from demand cross join lateral (
          ${firstOfLine(sql, sql`demand`, sql`true`)}
        ) as first
        union all
        select step.route, step.priority, next.* from step cross join lateral (
          ${firstOfLine(sql, sql`step`, sql`batch.line > step.line`)}
        ) as next
      ),
      turn as (
        select step.*, demand.lines,
          row_number() over (partition by route, priority order by line <= demand.after, line) as turn
        from step join demand using (route, priority)
        where due_at <= now() and line <> all(demand.enough)
      ),
      wanted as materialized (
        select row_number() over (order by turn)::integer as given, ${MESSAGES_PER_BATCH}::integer as room,
          route, priority, line
        from turn where turn <= lines
      ),`,
    wanted: sql`wanted`,
    where: sql`
      batch.route = wanted.route and batch.priority = wanted.priority and batch.line = wanted.line
      and batch.cancelled_at is null`,
    first: sql`batch.line, batch.due_at, batch.batch_id`,
    size: sql`cardinality(batch.sms_ids)`,
    limit: CLAIM_LIMIT,
    set: sql`, client_id = null, bulk_id = null`,
  })
  return rows
}

/** The first batch of the next line of what is in another table. */
function firstOfLine(sql: Queryable, of: ReturnType<Queryable>, condition: ReturnType<Queryable>) {
  return sql`
    select batch.line, batch.due_at from batch
    where batch.owner is null and batch.cancelled_at is null and batch.line is not null
      and batch.route = ${of}.route and batch.priority = ${of}.priority and ${condition}
    order by batch.line, batch.due_at limit 1`
}
