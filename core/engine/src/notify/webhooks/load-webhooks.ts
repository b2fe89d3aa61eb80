import { among } from '../../database/among.ts'
import type { Queryable } from '../../database/database.ts'
import type { Webhook } from './webhook.ts'

/** The request that the only message of a webhook came by: one look-up for each. */
export function requestIdOf(sql: Queryable) {
  return sql`
    case when webhook.kind = 'dlr' and webhook.subjects = 1 then (
      select message.request_id from message where message.sms_id = webhook.subject_id limit 1
    ) end`
}

/** Loads those of the webhooks that still wait for an attempt, in the order of their ids. */
export async function loadWebhooks(sql: Queryable, webhookIds: readonly number[]): Promise<readonly Webhook[]> {
  if (webhookIds.length === 0) return []
  return sql<Webhook[]>`
    select webhook_id as "webhookId", client_id as "clientId", channel_id as "channelId", kind,
      subject_id as "subjectId", url, content_type as "contentType", body, instance, form, reply_kind as "replyKind",
      request, attempts, tries, signed_at as "signedAt", ${requestIdOf(sql)} as "requestId"
    from webhook where ${among(sql, 'webhook_id', webhookIds)} and state = 'pending'
    order by webhook_id`
}
