import type { Sql } from '../../database/database.ts'

/** The number of the advisory lock under which one node at a time makes and drops days. */
const DAYS_LOCK = 4_242_805

/** Days that are there before they begin. */
const DAYS_AHEAD = 7

/**
 * Makes the tables of the log of requests for the coming days, and drops those of days that ended longer ago than
 * `keptDays`. Resolves with how many it dropped. Does nothing while another node does this.
 */
export async function maintainRequestDays(sql: Sql, keptDays: number): Promise<number> {
  return sql.begin(async (tx) => {
    const [lock] = await tx<{ locked: boolean }[]>`select pg_try_advisory_xact_lock(${DAYS_LOCK}::bigint) as locked`
    if (!lock?.locked) return 0
    // Shorter than the time after which Postgres looks for deadlocks, so that this gives way.
    await tx`set local lock_timeout = '500ms'`
    await tx`
      select create_request_day(day::date) from generate_series(
        date_trunc('day', now() at time zone 'UTC'),
        date_trunc('day', now() at time zone 'UTC') + ${DAYS_AHEAD}::integer * interval '1 day', interval '1 day'
      ) as day`
    const old = await tx<{ name: string }[]>`
      select child.relname as name from pg_inherits join pg_class as child on child.oid = inhrelid
      where inhparent = 'request_log'::regclass and child.relname ~ '\\d{4}_\\d{2}_\\d{2}$'
        and to_date(right(child.relname, 10), 'YYYY_MM_DD')
          < (now() at time zone 'UTC')::date - ${keptDays}::integer
      order by name`
    for (const { name } of old) await tx`drop table ${tx(name)}`.simple()
    await tx`delete from request_log_other where at < now() - ${keptDays}::integer * interval '1 day'`
    return old.length
  })
}
