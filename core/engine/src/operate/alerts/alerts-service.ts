import { requireAdminRole, requireOperator } from '@heliograph/access'
import type { Alert, AlertEvent, AlertSettings, Alerts, Principal } from '@heliograph/contracts'
import { alertNotFound, MAX_ALERTS, readAlert, tooManyAlerts } from '@heliograph/messaging'
import type { Queryable, Sql } from '../../database/database.ts'
import { serviceAnswer } from '../../database/service-answer.ts'
import { storableText } from '../../database/storable-text.ts'

/** The most events that one call returns. */
const MOST_EVENTS = 200

/** Creates the `Alerts` service. */
export function createAlerts(sql: Sql): Alerts {
  return {
    async list(principal) {
      requireAdminRole(principal)
      const rows = await serviceAnswer(sql<Alert[]>`
        select ${alertColumns(sql)} from alert where client_id = ${principal.clientId}::bigint order by alert_id`)
      return [...rows]
    },
    async add(principal, given) {
      const { kind, ...settings } = allowed(principal, readAlert(given))
      const [row] = await serviceAnswer(sql<Alert[]>`
        insert into alert (client_id, kind, limit_value, email, url, language, is_on)
        select ${principal.clientId}::bigint, ${kind}, ${settings.limit}::float8, ${settings.email}, ${settings.url},
          ${storableText(settings.language)}, ${settings.isOn}::boolean
        where (select count(*) from alert where client_id = ${principal.clientId}::bigint) < ${MAX_ALERTS}::integer
        returning ${alertColumns(sql)}`)
      if (row === undefined) throw tooManyAlerts()
      return row
    },
    async change(principal, alertId, given) {
      requireAdminRole(principal)
      const [known] = await serviceAnswer(sql<Alert[]>`
        select ${alertColumns(sql)} from alert
        where alert_id = ${alertId}::bigint and client_id = ${principal.clientId}::bigint`)
      if (known === undefined) throw alertNotFound()
      const { limit, email, url, language, isOn } = allowed(principal, readAlert({ ...given, kind: known.kind }))
      const [row] = await serviceAnswer(sql<Alert[]>`
        update alert set limit_value = ${limit}::float8, email = ${email}, url = ${url},
          language = ${storableText(language)}, is_on = ${isOn}::boolean,
          raised_at = case when ${isOn}::boolean then raised_at end, down_since = case when ${isOn}::boolean then down_since else '{}' end
        where alert_id = ${alertId}::bigint and client_id = ${principal.clientId}::bigint
        returning ${alertColumns(sql)}`)
      if (row === undefined) throw alertNotFound()
      return row
    },
    async remove(principal, alertId) {
      requireAdminRole(principal)
      const { count } = await serviceAnswer(sql`
        delete from alert where alert_id = ${alertId}::bigint and client_id = ${principal.clientId}::bigint`)
      if (count === 0) throw alertNotFound()
    },
    async events(principal, { before, limit }) {
      requireAdminRole(principal)
      const rows = await serviceAnswer(sql<AlertEvent[]>`
        select ${eventColumns(sql)} from alert_event
        where client_id = ${principal.clientId}::bigint and event_id < ${before ?? Number.MAX_SAFE_INTEGER}::bigint
        order by event_id desc limit ${Math.min(limit, MOST_EVENTS)}::integer`)
      return [...rows]
    },
  }
}

/** Links are for operators. */
function allowed(principal: Principal, settings: AlertSettings): AlertSettings {
  requireAdminRole(principal)
  if (settings.kind === 'link-down') requireOperator(principal)
  return settings
}

function alertColumns(sql: Queryable) {
  return sql`
    alert_id as "alertId", kind, limit_value as limit, email, url, language, is_on as "isOn", raised_at as "raisedAt", value`
}

/** The columns of an `AlertEvent`, of `alert_event`. */
export function eventColumns(sql: Queryable) {
  return sql`
    event_id as "eventId", alert_id as "alertId", kind, limit_value as limit, value, subject, began_at as "beganAt",
    ended_at as "endedAt", problem`
}
