import type { Sql } from '../database/database.ts'

/** Entries that one step sums up. */
const STEP_ENTRIES = 50_000

/**
 * An entry this old is summed up: no transaction that took an earlier number can still be under way, since none lasts
 * nearly as long.
 */
const RIPE_MINUTES = 5

/**
 * Sums up the ledger entries added since the last time. Nodes take turns: false means that nothing is left, or that
 * another node is doing it.
 */
export async function sumCreditDays(sql: Sql, ripeMinutes = RIPE_MINUTES): Promise<boolean> {
  return sql.begin(async (tx) => {
    const [mark] = await tx<{ entry_id: number }[]>`select entry_id from credit_day_mark for update skip locked`
    if (mark === undefined) return false
    const [step] = await tx<{ last: number | null; entries: number }[]>`
      with next as materialized (
        select * from credit_entry where entry_id > ${mark.entry_id}::bigint
        order by entry_id limit ${STEP_ENTRIES}::integer
      ),
      ripe as materialized (
        select * from next where entry_id < coalesce(
          (select min(entry_id) from next where at >= now() - ${ripeMinutes}::integer * interval '1 minute'),
          ${Number.MAX_SAFE_INTEGER}::bigint
        )
      ),
      summed as (
        insert into credit_day (client_id, day, reason, amount)
        select client_id, (at at time zone 'UTC')::date, reason, sum(amount) from ripe group by 1, 2, 3
        on conflict (client_id, day, reason) do update set amount = credit_day.amount + excluded.amount
      )
      select max(entry_id) as last, count(*)::integer as entries from ripe`
    if (step?.last == null) return false
    await tx`update credit_day_mark set entry_id = ${step.last}::bigint`
    return step.entries === STEP_ENTRIES
  })
}
