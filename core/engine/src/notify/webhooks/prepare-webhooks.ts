import type { Sql } from '../../database/database.ts'
import type { ChannelSecrets } from './channel-secrets.ts'
import { loadFacts } from './load-facts.ts'
import type { RequestMaterials } from './outgoing-request.ts'
import type { Webhook } from './webhook.ts'
import type { HeldBatch, HeldWebhook } from './webhook-memory.ts'

/**
 * Adds to webhooks what their requests are made of, with one or two statements for all of them, usually none.
 *
 * @param overtaken ids, see `findOvertaken`
 */
export async function prepareWebhooks(
  sql: Sql,
  channelSecrets: ChannelSecrets,
  batch: HeldBatch,
  webhooks: readonly Webhook[],
  overtaken: ReadonlySet<number>,
): Promise<readonly HeldWebhook[]> {
  const secrets = await channelSecrets.of(webhooks)
  const subjects = webhooks.filter(({ form }) => form !== null).map(({ subjectId }) => subjectId)
  const facts = await loadFacts(sql, subjects)
  return webhooks.map((webhook, index) => {
    const { webhookId, clientId, url, form, subjectId } = webhook
    const own = { secrets: secrets[index] ?? null, facts: form === null ? null : (facts.get(subjectId) ?? null) }
    const isComplete = own.secrets !== null && (form === null || own.facts !== null)
    const materials = isComplete ? (own as RequestMaterials) : null
    return { webhookId, clientId, url, webhook, batch, materials, isOvertaken: overtaken.has(webhookId) }
  })
}
