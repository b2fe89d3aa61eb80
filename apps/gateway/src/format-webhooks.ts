import type { WebhookAnswer, WebhookDetails, WebhookPage, WebhookRequest } from '@heliograph/contracts'
import { formatTable } from './table.ts'

/** Formats a page of the webhook log for people. */
export function formatWebhooks({ records, next }: WebhookPage): readonly string[] {
  const rows = records.map((webhook) => [
    String(webhook.webhookId),
    webhook.createdAt.toISOString(),
    String(webhook.channelId),
    webhook.kind,
    webhook.subjects > 1 ? `${webhook.subjectId} +${webhook.subjects - 1}` : String(webhook.subjectId),
    webhook.state,
    String(webhook.attempts),
    webhook.url,
  ])
  const head = ['webhook', 'created', 'channel', 'kind', 'subject', 'state', 'attempts', 'url']
  return [...formatTable(head, rows), ...(next === undefined ? [] : [`There may be more: --before ${next}`])]
}

/** Formats a webhook with its request and its attempts. */
export function formatWebhook(webhook: WebhookDetails): readonly string[] {
  const { webhookId, kind, subjectIds, channelId, clientId, state, request, log } = webhook
  return [
    `Webhook ${webhookId} (${kind} ${subjectIds.join(' ')}) of channel ${channelId}, client ${clientId}: ${state}`,
    ...(request === null ? ['  Its interface has not written it yet.'] : formatRequest(request)),
    ...log.flatMap(({ at, attempt, ...answer }) => [
      `${at.toISOString()} attempt ${attempt}: ${formatOutcome(answer)}`,
      ...formatReply(answer),
    ]),
  ]
}

/** Formats the request and the answer of a test call. */
export function formatWebhookTest(test: { readonly request: WebhookRequest; readonly answer: WebhookAnswer }) {
  return [...formatRequest(test.request), formatOutcome(test.answer), ...formatReply(test.answer)]
}

function formatRequest({ method, url, headers, body }: WebhookRequest): readonly string[] {
  const lines = [`${method} ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), body]
  return lines.filter((line) => line !== '').map((line) => `  ${line}`)
}

function formatOutcome({ status, failure, elapsedMs }: WebhookAnswer): string {
  return `${status === null ? failure : `HTTP ${status}`} after ${elapsedMs} ms`
}

function formatReply({ reply }: WebhookAnswer): readonly string[] {
  return reply ? [`  ${reply}`] : []
}
