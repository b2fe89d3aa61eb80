import type { Sql } from '../../database/database.ts'
import { ALL_CLIENTS } from './count-minutes.ts'

/** Entries that one step looks at. */
const STEP_ENTRIES = 20_000

/** An entry this old is counted: no transaction that took an earlier number is still under way. */
const RIPE_MINUTES = 5

/**
 * Counts contacts that have opted out since the last time into `figure_day`, by the day on which they did. One that
 * was opted out already does not count again. Nodes take turns: false means that nothing is left, or that another node
 * is doing it.
 */
export async function countOptOuts(sql: Sql, ripeMinutes = RIPE_MINUTES): Promise<boolean> {
  return sql.begin(async (tx) => {
    const [mark] = await tx<{ audit_id: number }[]>`select audit_id from figure_opt_out_mark for update skip locked`
    if (mark === undefined) return false
    const [step] = await tx<{ last: number | null; entries: number }[]>`
      with next as materialized (
        select audit_id, client_id, mobile, status, auddate from contact_audit
        where audit_id > ${mark.audit_id}::bigint order by audit_id limit ${STEP_ENTRIES}::integer
      ),
      ripe as materialized (
        select * from next where audit_id < coalesce(
          (select min(audit_id) from next where auddate >= now() - ${ripeMinutes}::integer * interval '1 minute'),
          ${Number.MAX_SAFE_INTEGER}::bigint
        )
      ),
      changed as (
        select client_id, (auddate at time zone 'UTC')::date as day from ripe
        where status = 0 and coalesce((
          select status from contact_audit as earlier
          where earlier.client_id = ripe.client_id and earlier.mobile = ripe.mobile and earlier.audit_id < ripe.audit_id
          order by audit_id desc limit 1
        ), 1) = 1
      ),
      counted as (
        insert into figure_day (client_id, channel_id, division, day, key, messages, parts, ended, delivered, charged, refunded)
        select coalesce(client_id, ${ALL_CLIENTS}::bigint), 0, 'opt-out', day, '', count(*), 0, 0, 0, 0, 0
        from changed group by day, grouping sets ((client_id), ())
        order by 1, 4
        on conflict (client_id, channel_id, division, day, key) do update
        set messages = figure_day.messages + excluded.messages
      )
      select max(audit_id) as last, count(*)::integer as entries from ripe`
    if (step?.last == null) return false
    await tx`update figure_opt_out_mark set audit_id = ${step.last}::bigint`
    return step.entries === STEP_ENTRIES
  })
}
