import type { AlertNotice, AlertNotices } from '@heliograph/contracts'
import type { Sql } from '../../database/database.ts'
import { serviceAnswer } from '../../database/service-answer.ts'
import { storableText } from '../../database/storable-text.ts'
import { eventColumns } from './alerts-service.ts'

/** How long a node may take for a notice before another one gets it. */
const TAKEN_SECONDS = 120

/** For how long one that cannot be sent is tried. */
const TRIED_HOURS = 24

/** The longest time between two attempts. */
const LONGEST_SECONDS = 3_600

type NoticeRow = Omit<AlertNotice, 'event'> & AlertNotice['event']

/** Creates the `AlertNotices` service. */
export function createAlertNotices(sql: Sql): AlertNotices {
  return {
    async take(limit) {
      const rows = await serviceAnswer(sql<NoticeRow[]>`
        with due as (
          select notice_id from alert_notice where due_at <= now()
          order by due_at limit ${limit}::integer for update skip locked
        ),
        taken as (
          update alert_notice set attempts = attempts + 1, due_at = now() + ${TAKEN_SECONDS}::integer * interval '1 second'
          from due where alert_notice.notice_id = due.notice_id
          returning alert_notice.notice_id, alert_notice.event_id, phase, way, target, language
        )
        select notice_id as "noticeId", client_id as "clientId", phase, way as medium, target, language, currency,
          ${eventColumns(sql)}
        from taken join alert_event using (event_id) join client using (client_id) order by notice_id`)
      return rows.map(({ noticeId, clientId, phase, medium, target, language, currency, ...event }) => ({
        noticeId,
        clientId,
        phase,
        medium,
        target,
        language,
        currency,
        event,
      }))
    },
    async settle(noticeId, outcome) {
      if (outcome === 'sent') {
        await serviceAnswer(sql`delete from alert_notice where notice_id = ${noticeId}::bigint`)
        return
      }
      const { isFinal, problem } = outcome
      await serviceAnswer(sql`
        with given_up as (
          delete from alert_notice where notice_id = ${noticeId}::bigint
            and (${isFinal}::boolean or created_at < now() - ${TRIED_HOURS}::integer * interval '1 hour')
          returning event_id, way, target
        ),
        noted as (
          update alert_event set problem = concat_ws(E'\n', problem, way || ' ' || target || ': ' || ${storableText(problem)}::text)
          from given_up where alert_event.event_id = given_up.event_id
        )
        update alert_notice set due_at = now() + least(
          ${LONGEST_SECONDS}::integer, 30 * 2 ^ least(attempts, 10)
        ) * interval '1 second'
        where notice_id = ${noticeId}::bigint and notice_id not in (select ${noticeId}::bigint from given_up)`)
    },
  }
}
