import { GatewayError, type WebhookFilter, type WebhookRecord, type WebhookSelection } from '@heliograph/contracts'
import type { AccountKeeper, WebhookKeeper } from '@heliograph/messaging'
import { numberArray } from '../database/arrays.ts'
import { chunksOf } from '../database/chunks.ts'
import type { Sql } from '../database/database.ts'
import { toServiceError } from '../database/database-errors.ts'
import { serviceAnswer } from '../database/service-answer.ts'
import type { Searches } from '../history/searches.ts'
import { resendWebhooks } from '../webhooks/resend-webhooks.ts'
import { findWebhooks } from './find-webhooks.ts'
import { findPausedHosts } from './paused-hosts.ts'
import { type TryTools, tryWebhook } from './try-webhook.ts'
import { loadWebhookDetails } from './webhook-details.ts'

export interface WebhookLogOptions extends TryTools {
  readonly searches: Searches
  readonly accounts: Pick<AccountKeeper, 'findChannel'>
}

/** Webhooks that one statement sends again. */
const RESENT_AT_ONCE = 250

/**
 * The log of webhooks of all clients, for the operator's commands and, for those who have permission, the `Webhooks`
 * service.
 */
export function createWebhookLog(options: WebhookLogOptions): WebhookKeeper {
  const { sql, searches, accounts } = options

  async function resendIds(clientId: number | undefined, webhookIds: readonly number[]): Promise<number> {
    const own = clientId === undefined ? webhookIds : await ownOf(sql, clientId, webhookIds)
    return own.length === 0 ? 0 : (await resendWebhooks(sql, own)).length
  }

  /** Every page looks only below the last one's ids, so that a webhook that fails again meanwhile is not sent twice. */
  async function resendFailed(asker: number, conditions: Omit<WebhookFilter, 'limit'>): Promise<number> {
    let resent = 0
    let before: number | undefined
    do {
      const filter = { ...conditions, state: 'failed', before, limit: RESENT_AT_ONCE } as const
      const { records, next } = await findWebhooks(searches, asker, filter)
      if (records.length > 0) resent += (await resendWebhooks(sql, idsOf(records))).length
      before = next
    } while (before !== undefined)
    return resent
  }

  return {
    find: (asker, filter, given) => findWebhooks(searches, asker, filter, given),
    of: (webhookId) => loadWebhookDetails(options, webhookId),
    pausedHosts: (clientId) => serviceAnswer(findPausedHosts(sql, clientId)),
    async resend(clientId, selection) {
      try {
        if (isByIds(selection)) {
          let resent = 0
          const webhookIds = [...new Set(selection.webhookIds.filter(Number.isSafeInteger))]
          for (const ids of chunksOf(webhookIds, RESENT_AT_ONCE)) resent += await resendIds(clientId, ids)
          return { resent }
        }
        const { failedSince: since, ...conditions } = selection
        const owner = clientId ?? conditions.clientId
        return { resent: await resendFailed(owner ?? 0, { ...conditions, since, clientId: owner }) }
      } catch (error) {
        throw toServiceError(error)
      }
    },
    async test(channelId, kind) {
      const channel = await accounts.findChannel(channelId)
      if (channel === undefined)
        throw new GatewayError('not-found', 'channel-not-found', `There is no channel ${channelId}`)
      return tryWebhook(options, channel, kind)
    },
  }
}

function isByIds(selection: WebhookSelection): selection is Extract<WebhookSelection, { webhookIds: unknown }> {
  return 'webhookIds' in selection
}

function idsOf(records: readonly WebhookRecord[]): readonly number[] {
  return records.map(({ webhookId }) => webhookId)
}

async function ownOf(sql: Sql, clientId: number, webhookIds: readonly number[]): Promise<readonly number[]> {
  const rows = await sql<{ webhook_id: number }[]>`
    select webhook_id from webhook
    where webhook_id = any(${numberArray(webhookIds)}::bigint[]) and client_id = ${clientId}::bigint
      and webhook_id between ${Math.min(...webhookIds)}::bigint and ${Math.max(...webhookIds)}::bigint`
  return rows.map((row) => row.webhook_id)
}
