import type { Clock, SavedReport, SavedReports } from '@heliograph/contracts'
import { MAX_REPORTS, mondayOf, readReport, reportNotFound, tooManyReports } from '@heliograph/messaging'
import type { Queryable, Sql } from '../../database/database.ts'
import { serviceAnswer } from '../../database/service-answer.ts'
import { storableText } from '../../database/storable-text.ts'

/** Creates the `SavedReports` service. */
export function createSavedReports(sql: Sql, clock: Clock): SavedReports {
  return {
    async list({ userId }) {
      const rows = await serviceAnswer(sql<SavedReport[]>`
        select ${reportColumns(sql)} from saved_report where user_id = ${userId}::bigint order by report_id`)
      return [...rows]
    },
    async add({ clientId, userId }, given) {
      const { name, period, step, by, everyClient, language, isMailed } = readReport(given)
      const [row] = await serviceAnswer(sql<SavedReport[]>`
        insert into saved_report (
          client_id, user_id, name, period, step, division, every_client, language, is_mailed, mailed_for
        )
        select ${clientId}::bigint, ${userId}::bigint, ${storableText(name)}, ${period}, ${step}, ${by},
          ${everyClient}::boolean, ${storableText(language)}, ${isMailed}::boolean, ${mondayOf(clock.now())}::date
        where (select count(*) from saved_report where user_id = ${userId}::bigint) < ${MAX_REPORTS}::integer
        returning ${reportColumns(sql)}`)
      if (row === undefined) throw tooManyReports()
      return row
    },
    async change({ userId }, reportId, given) {
      const { name, period, step, by, everyClient, language, isMailed } = readReport(given)
      const [row] = await serviceAnswer(sql<SavedReport[]>`
        update saved_report set name = ${storableText(name)}, period = ${period}, step = ${step}, division = ${by},
          every_client = ${everyClient}::boolean, language = ${storableText(language)}, is_mailed = ${isMailed}::boolean,
          -- One that is switched on is for the next Monday.
          mailed_for = case when is_mailed then mailed_for else ${mondayOf(clock.now())}::date end
        where report_id = ${reportId}::bigint and user_id = ${userId}::bigint
        returning ${reportColumns(sql)}`)
      if (row === undefined) throw reportNotFound()
      return row
    },
    async remove({ userId }, reportId) {
      const { count } = await serviceAnswer(sql`
        delete from saved_report where report_id = ${reportId}::bigint and user_id = ${userId}::bigint`)
      if (count === 0) throw reportNotFound()
    },
  }
}

/** The columns of a `SavedReport`. */
export function reportColumns(sql: Queryable) {
  return sql`
    report_id as "reportId", name, period, step, division as by, every_client as "everyClient", language,
    is_mailed as "isMailed"`
}
