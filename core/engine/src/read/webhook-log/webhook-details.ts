import type { WebhookAttempt, WebhookDetails } from '@heliograph/contracts'
import type { Sql } from '../../database/database.ts'
import { serviceAnswer } from '../../database/service-answer.ts'
import { loadFacts } from '../../notify/webhooks/load-facts.ts'
import { mapRowToRecord, type WebhookRow } from './select-webhooks.ts'
import { type StoredRequest, shownRequest } from './shown-request.ts'

/** The most attempts that are shown. */
const ATTEMPTS = 1_000

/** A webhook with its request and its attempts; undefined when there is none. */
export async function loadWebhookDetails(
  { sql, soapNamespace }: { readonly sql: Sql; readonly soapNamespace: string },
  webhookId: number,
): Promise<WebhookDetails | undefined> {
  if (!Number.isSafeInteger(webhookId)) return undefined
  const [row] = await serviceAnswer(sql<(WebhookRow & StoredRequest)[]>`
    select webhook_id, client_id, channel_id, kind, subject_id, url, state, attempts, created_at, content_type, body,
      form, instance, request
    from webhook where webhook_id = ${webhookId}::bigint`)
  if (row === undefined) return undefined
  const { form, subject_id: subjectId } = row
  const facts = form === null ? undefined : (await serviceAnswer(loadFacts(sql, [subjectId]))).get(subjectId)
  const log = await serviceAnswer(sql<WebhookAttempt[]>`
    select attempt, at, elapsed_ms as "elapsedMs", status, failure, reply from webhook_attempt
    where webhook_id = ${webhookId}::bigint order by webhook_id desc, attempt desc limit ${ATTEMPTS}::integer`)
  return { ...mapRowToRecord(row), request: shownRequest(row, facts, soapNamespace), log: [...log].reverse() }
}
