import type { WebhookAttempt, WebhookDetails, WebhookRecord } from '@heliograph/contracts'
import type { Sql } from '../../database/database.ts'
import { serviceAnswer } from '../../database/service-answer.ts'
import { readNotices } from '../../notify/webhooks/kept-notice.ts'
import { loadFacts } from '../../notify/webhooks/load-facts.ts'
import { requestIdOf } from '../../notify/webhooks/load-webhooks.ts'
import { ATTEMPTS, attemptsMade } from './attempts-made.ts'
import { recordColumns } from './select-webhooks.ts'
import { type StoredRequest, shownRequest } from './shown-request.ts'

/** A webhook with its request and its attempts; undefined when there is none. */
export async function loadWebhookDetails(
  { sql, soapNamespace }: { readonly sql: Sql; readonly soapNamespace: string },
  webhookId: number,
): Promise<WebhookDetails | undefined> {
  if (!Number.isSafeInteger(webhookId)) return undefined
  const [row] = await serviceAnswer(sql<(WebhookRecord & StoredRequest)[]>`
    select ${recordColumns(sql)}, content_type as "contentType", body, form, instance, request,
      ${requestIdOf(sql)} as "requestId"
    from webhook where webhook_id = ${webhookId}::bigint`)
  if (row === undefined) return undefined
  const { contentType, body, form, instance, request, requestId, ...record } = row
  const { subjectId, url } = record
  const facts = form === null ? undefined : (await serviceAnswer(loadFacts(sql, [subjectId]))).get(subjectId)
  const log = await serviceAnswer(sql<WebhookAttempt[]>`
    select attempt, at, elapsed_ms as "elapsedMs", status, failure, reply
    from webhook cross join lateral (${attemptsMade(sql, 'desc')}) as made
    where webhook.webhook_id = ${webhookId}::bigint order by attempt desc limit ${ATTEMPTS}::integer`)
  const stored = { url, contentType, body, form, instance, request, requestId }
  const subjectIds = record.subjects === 1 || body === null ? [subjectId] : subjectsIn(body)
  return { ...record, subjectIds, request: shownRequest(stored, facts, soapNamespace), log: [...log].reverse() }
}

/** The messages of the notices of a webhook, each once. */
function subjectsIn(body: string): readonly number[] {
  return [...new Set(readNotices(body).notices.map(({ smsId }) => smsId))]
}
