import type { Sql } from '../../gateway/database.ts'
import { FINAL } from '../records.ts'

/** The settings of nodes under which data lasts for two rounds: the shortest retention that there is. */
export const RETENTION = ['retention.days=8', 'retention.rangeDays=1'] as const

const DAYS = 9

/**
 * Makes more days pass than data is kept, for all that retention goes by: the dates of ranges, the validity of messages
 * (those that are still open are noted to be checked, as their node would do two days later), and the next turn of the
 * chore. It then closes the range that the ids are in, and drops the one that was closed the last time.
 */
export async function letDaysPass(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`
      insert into heliograph.validity_check (sms_id, due_at)
      select sms_id, now() + interval '1 day' from heliograph.message left join heliograph.message_state using (sms_id)
      where message.sms_id > (select validity_watermark from heliograph.deployment)
        and (state is null or state::text <> all(${FINAL}))
      on conflict do nothing`
    await tx`
      update heliograph.deployment set validity_watermark = greatest(validity_watermark, (
        select max(sms_id) from heliograph.message
      ))`
    await tx`
      update heliograph.id_range
      set opened_at = opened_at - ${DAYS} * interval '1 day', closed_at = closed_at - ${DAYS} * interval '1 day'`
    await tx`
      select graphile_worker.reschedule_jobs(array(
        select id from graphile_worker.jobs where key = 'chore id ranges' and locked_at is null
      ), run_at => now())`
  })
}
