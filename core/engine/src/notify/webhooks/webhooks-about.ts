import type { Queryable } from '../../database/database.ts'

/** An expression of a statement. */
type Expression = ReturnType<Queryable>

/**
 * Whether a row of `webhook` is about a message or incoming SMS, alone or with others. By the primary key, since
 * Postgres would rather go through all webhooks than combine the two indexes.
 */
export function tellsOf(sql: Queryable, id: number) {
  return sql`
    webhook.webhook_id = any(array(
      select about.webhook_id from webhook as about where about.subject_id = ${id}::bigint
      union all select noted.webhook_id from webhook_message as noted where noted.sms_id = ${id}::bigint
    ))`
}

/** Whether a webhook about a message still waits for an attempt: one look-up or two, however much there is. */
export function isStillReported(sql: Queryable, smsId: Expression) {
  return sql`(
    exists (select from webhook where webhook.subject_id = ${smsId} and webhook.state = 'pending')
    or exists (
      select from webhook_message as noted
      where noted.sms_id = ${smsId} and 'pending' = (
        select webhook.state from webhook where webhook.webhook_id = noted.webhook_id limit 1
      )
    )
  )`
}
