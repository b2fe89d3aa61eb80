import { among } from '../../database/among.ts'
import type { Queryable } from '../../database/database.ts'
import type { Webhook } from './webhook.ts'

/** Loads those of the webhooks that still wait for an attempt, in the order of their ids. */
export async function loadWebhooks(sql: Queryable, webhookIds: readonly number[]): Promise<readonly Webhook[]> {
  if (webhookIds.length === 0) return []
  return sql<Webhook[]>`
    select webhook_id as "webhookId", client_id as "clientId", channel_id as "channelId", kind,
      subject_id as "subjectId", url, content_type as "contentType", body, instance, form, reply_kind as "replyKind",
      request, attempts, tries, signed_at as "signedAt"
    from webhook where ${among(sql, 'webhook_id', webhookIds)} and state = 'pending'
    order by webhook_id`
}
