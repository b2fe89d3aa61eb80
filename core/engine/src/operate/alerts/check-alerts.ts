import { decideAlert } from '@heliograph/messaging'
import type { Sql, Transaction } from '../../database/database.ts'
import type { PushTools } from '../../notify/sessions/push-tools.ts'
import { type AlertReading, readAlertValue, type WatchedAlert } from './alert-readings.ts'

/** Alerts that one statement reads. */
const PAGE = 500

interface AlertRow extends WatchedAlert {
  readonly alertId: number
  readonly limit: number
  readonly isRaised: boolean
}

export type AlertTools = Pick<PushTools, 'clock' | 'changeNotes'>

/**
 * Looks at every alert that is on, and notes those that begin or end, and who is to be told, in one transaction for
 * each. It may run on several nodes at once: only one of them finds an alert in the state that it changes.
 */
export async function checkAlerts(sql: Sql, { clock, changeNotes }: AlertTools): Promise<void> {
  for (let after = 0; ; ) {
    const alerts = await sql<AlertRow[]>`
      select alert_id as "alertId", client_id as "clientId", kind, limit_value as limit, down_since as "downSince",
        raised_at is not null as "isRaised"
      from alert join client using (client_id)
      where alert_id > ${after}::bigint and is_on and client.enabled order by alert_id limit ${PAGE}::integer`
    for (const alert of alerts)
      if (await checkAlert(sql, alert, clock.now())) changeNotes?.note({ subject: 'alerts', clientId: alert.clientId })
    if (alerts.length < PAGE) return
    after = alerts.at(-1)?.alertId ?? after
  }
}

/** Resolves with whether it begins or ends. */
async function checkAlert(sql: Sql, alert: AlertRow, now: number): Promise<boolean> {
  const reading = await readAlertValue(sql, alert, now)
  const { value, downSince } = reading
  if (value === undefined) return false
  const decision = decideAlert(alert, alert.isRaised, value)
  if (decision !== undefined) {
    await sql.begin((tx) => (decision === 'begin' ? begin(tx, alert, reading, value) : end(tx, alert)))
  }
  await sql`
    update alert set value = ${value}::float8, down_since = ${JSON.stringify(downSince)}::text::jsonb
    where alert_id = ${alert.alertId}::bigint`
  return decision !== undefined
}

async function begin(tx: Transaction, { alertId }: AlertRow, { subject }: AlertReading, value: number): Promise<void> {
  await tx`
    with raised as (
      update alert set raised_at = now() where alert_id = ${alertId}::bigint and raised_at is null and is_on returning *
    ),
    event as (
      insert into alert_event (alert_id, client_id, kind, limit_value, value, subject, began_at)
      select alert_id, client_id, kind, limit_value, ${value}::float8, ${subject}, raised_at from raised
      returning event_id, alert_id
    )
    insert into alert_notice (event_id, phase, way, target, language)
    select event_id, 'begin', way, target, language from event join raised using (alert_id)
    cross join lateral (values ('mail', email), ('webhook', url)) as told (way, target) where target is not null`
}

async function end(tx: Transaction, { alertId }: AlertRow): Promise<void> {
  await tx`
    with ended as (
      update alert set raised_at = null where alert_id = ${alertId}::bigint and raised_at is not null returning *
    ),
    event as (
      update alert_event set ended_at = now() from ended
      where alert_event.alert_id = ended.alert_id and alert_event.ended_at is null
      returning alert_event.event_id, alert_event.alert_id
    )
    insert into alert_notice (event_id, phase, way, target, language)
    select event_id, 'end', way, target, language from event join ended using (alert_id)
    cross join lateral (values ('mail', email), ('webhook', url)) as told (way, target) where target is not null`
}
