import type { DueReport, ReportMails } from '@heliograph/contracts'
import type { Sql } from '../../database/database.ts'
import { serviceAnswer } from '../../database/service-answer.ts'
import { reportColumns } from './saved-reports.ts'

/** The time of Monday (UTC) from which reports are mailed: the figures of Sunday have been counted. */
const FROM_HOUR = 6

/** How long a node may take for a report before another one gets it. */
const TAKEN_MINUTES = 10

/** When one that could not be mailed is given out again. */
const AGAIN_MINUTES = 30

/** Creates the `ReportMails` service. */
export function createReportMails(sql: Sql): ReportMails {
  return {
    async take(limit) {
      const rows = await serviceAnswer(sql<DueReport[]>`
        with week as (
          select date_trunc('week', now() at time zone 'UTC' - ${FROM_HOUR}::integer * interval '1 hour')::date as monday
        ),
        due as (
          select report_id as due_id, monday from saved_report join week on mailed_for < monday
          where is_mailed and due_at <= now() order by report_id limit ${limit}::integer for update of saved_report skip locked
        )
        update saved_report set due_at = now() + ${TAKEN_MINUTES}::integer * interval '1 minute'
        from due where report_id = due_id
        returning user_id as "userId", to_char(monday, 'YYYY-MM-DD') as monday, ${reportColumns(sql)}`)
      return [...rows]
    },
    async settle({ reportId, monday }, outcome) {
      await serviceAnswer(sql`
        update saved_report set
          mailed_for = case when ${outcome} = 'sent' then ${monday}::date else mailed_for end,
          is_mailed = is_mailed and ${outcome} <> 'off',
          due_at = now() + case when ${outcome} = 'later' then ${AGAIN_MINUTES}::integer else 0 end * interval '1 minute'
        where report_id = ${reportId}::bigint`)
    },
  }
}
