import { numberArray } from '../../database/arrays.ts'
import type { Queryable } from '../../database/database.ts'
import type { ReplyKind, Webhook, WebhookForm, WebhookKind } from './webhook.ts'

interface WebhookRow {
  readonly webhook_id: number
  readonly client_id: number
  readonly channel_id: number
  readonly kind: WebhookKind
  readonly subject_id: number
  readonly url: string
  readonly content_type: string
  readonly body: string
  readonly instance: string | null
  readonly form: WebhookForm | null
  readonly reply_kind: ReplyKind | null
  readonly request: string | null
  readonly attempts: number
  readonly tries: number
  readonly signed_at: number | null
}

/** Loads those of the webhooks that still wait for an attempt, in the order of their ids. */
export async function loadWebhooks(sql: Queryable, webhookIds: readonly number[]): Promise<readonly Webhook[]> {
  if (webhookIds.length === 0) return []
  const rows = await sql<WebhookRow[]>`
    select webhook_id, client_id, channel_id, kind, subject_id, url, content_type, body, instance, form, reply_kind,
      request, attempts, tries, signed_at
    from webhook
    where webhook_id = any(${numberArray(webhookIds)}::bigint[]) and state = 'pending'
      and webhook_id between ${Math.min(...webhookIds)}::bigint and ${Math.max(...webhookIds)}::bigint
    order by webhook_id`
  return rows.map((row) => ({
    webhookId: row.webhook_id,
    clientId: row.client_id,
    channelId: row.channel_id,
    kind: row.kind,
    subjectId: row.subject_id,
    url: row.url,
    contentType: row.content_type,
    body: row.body,
    instance: row.instance,
    form: row.form,
    replyKind: row.reply_kind,
    request: row.request,
    attempts: row.attempts,
    tries: row.tries,
    signedAt: row.signed_at,
  }))
}
