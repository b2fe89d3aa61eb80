import type { Clock } from '@heliograph/contracts'
import { chunksOf } from '../../database/chunks.ts'
import type { Sql } from '../../database/database.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { IDS_PER_BLOCK } from '../../database/record-ids.ts'
import type { Archive } from '../archive/archive.ts'
import { type DueClient, LOOK, OLD_ROWS, type OldRows } from './old-rows.ts'
import type { RemovalCounts } from './removal-counts.ts'

/** Rows that one transaction removes. */
const PAGE = 500

/** After this time a call ends, and the next one continues. */
const CALL_MS = 30_000

export interface ClearOptions {
  readonly sql: Sql
  readonly clock: Clock
  readonly counts: Pick<RemovalCounts, 'removed'>
  readonly archive: Archive
}

/**
 * Removes messages and incoming messages of clients that have them kept for fewer days than the deployment, with the
 * webhooks about them, once a day for each client, once they are archived. What is still open stays until a later day.
 *
 * The rows go in small transactions, and their room is used again once the table was vacuumed; tables of ranges are
 * dropped as before. A call that is cut off loses nothing.
 */
export async function clearClients(options: ClearOptions): Promise<void> {
  const until = options.clock.now() + CALL_MS
  for (const due of await findDue(options.sql)) {
    for (const rows of OLD_ROWS) if (!(await clear(options, due, rows, until))) return
    await clearRequests(options.sql, due)
    await noteCleared(options.sql, due)
  }
}

/** Ids of one time are not in order: nodes take them in blocks, and messages of a request have the time it came at. */
async function findDue(sql: Sql): Promise<readonly DueClient[]> {
  return sql<DueClient[]>`
    select client_id, days, before, coalesce(
      (select from_id + ${IDS_PER_BLOCK}::bigint from id_mark where at > before + interval '1 hour' order by at limit 1),
      ${Number.MAX_SAFE_INTEGER}::bigint
    ) as below
    from client_retention
    cross join lateral (
      select date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - days * interval '1 day' as before
    ) as day
    where cleared_to < before
    order by cleared_to, client_id`
}

/** Resolves with whether it came to the end in time. */
async function clear({ sql, clock, counts, archive }: ClearOptions, due: DueClient, kind: OldRows, until: number) {
  let after = 0
  while (clock.now() < until) {
    const looked = await kind.look(sql, due, after)
    const over = looked.filter((row) => row.is_over).map((row) => row.id)
    if (over.length > 0) await archive.write(kind.data, { ids: over })
    for (const page of chunksOf(over, PAGE)) await inTransaction(sql, (tx) => kind.remove(tx, due.client_id, page))
    counts.removed(kind.data, over.length)
    if (looked.length < LOOK) return true
    after = (looked.at(-1) as (typeof looked)[number]).id
  }
  return false
}

/** They are few enough for one statement: so many a minute are kept. */
async function clearRequests(sql: Sql, { client_id: clientId, before }: DueClient): Promise<void> {
  await sql`delete from request_log where client_id = ${clientId}::bigint and at < ${before}::timestamptz`
}

/** Unless its days were changed meanwhile. */
async function noteCleared(sql: Sql, { client_id: clientId, days, before }: DueClient): Promise<void> {
  await sql`
    update client_retention set cleared_to = ${before}::timestamptz
    where client_id = ${clientId}::bigint and days = ${days}::integer`
}
