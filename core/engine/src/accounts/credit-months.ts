import type { Sql } from '../database/database.ts'

/** The number of the advisory lock under which one node at a time makes and drops months. */
const MONTHS_LOCK = 4_242_804

/** Months that are there before they begin. */
const MONTHS_AHEAD = 3

interface MonthRow {
  /** Its first day. */
  readonly month: string
  readonly table: string
}

/**
 * Makes the tables of the ledger for the coming months, and drops those of months that ended longer ago than
 * `keptMonths`. What the entries of a dropped month came to for each client stays as one row in `credit_month`, what
 * they came to by day in `credit_day`. Resolves with the months dropped, by their first days.
 *
 * A month whose entries are not all summed up by day is kept until they are. Does nothing while another node does this.
 */
export async function maintainCreditMonths(sql: Sql, keptMonths: number): Promise<readonly string[]> {
  await makeMonths(sql)
  const dropped: string[] = []
  for (const month of await findOldMonths(sql, keptMonths)) if (await close(sql, month)) dropped.push(month.month)
  return dropped
}

async function makeMonths(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    const [lock] = await tx<{ locked: boolean }[]>`select pg_try_advisory_xact_lock(${MONTHS_LOCK}::bigint) as locked`
    if (!lock?.locked) return
    // Shorter than the time after which Postgres looks for deadlocks, so that this gives way and never a client.
    await tx`set local lock_timeout = '500ms'`
    await tx`
      select create_credit_month(month::date) from generate_series(
        date_trunc('month', now() at time zone 'UTC'),
        date_trunc('month', now() at time zone 'UTC') + ${MONTHS_AHEAD}::integer * interval '1 month', interval '1 month'
      ) as month`
  })
}

function findOldMonths(sql: Sql, keptMonths: number): PromiseLike<readonly MonthRow[]> {
  return sql<MonthRow[]>`
    select month, name as table from (
      select child.relname as name, replace(substring(child.relname from '\\d{4}_\\d{2}$'), '_', '-') || '-01' as month
      from pg_inherits join pg_class as child on child.oid = inhrelid
      where inhparent = 'credit_entry_cost'::regclass
    ) as months
    where month::date < date_trunc('month', now() at time zone 'UTC') - ${keptMonths}::integer * interval '1 month'
    order by month`
}

async function close(sql: Sql, { month, table }: MonthRow): Promise<boolean> {
  return sql.begin(async (tx) => {
    const [ready] = await tx<{ is_ready: boolean }[]>`
      select pg_try_advisory_xact_lock(${MONTHS_LOCK}::bigint) and not exists (
        select from ${tx(table)} where entry_id > (select entry_id from credit_day_mark)
      ) as is_ready`
    if (!ready?.is_ready) return false
    await tx`
      insert into credit_month (client_id, month, amount)
      select client_id, ${month}::date, sum(amount) from ${tx(table)} group by client_id`
    // Only for dropping the table does anything else have to wait, and then not for long.
    await tx`set local lock_timeout = '200ms'`
    await tx`drop table ${tx(table)}`.simple()
    return true
  })
}
