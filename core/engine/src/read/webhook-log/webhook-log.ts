import {
  type AccountKeeper,
  hostOf,
  RESENDS_PER_MINUTE,
  type ResendLimits,
  type WebhookKeeper,
} from '@heliograph/access'
import { GatewayError, type WebhookFilter, type WebhookRecord, type WebhookSelection } from '@heliograph/contracts'
import { among } from '../../database/among.ts'
import { chunksOf } from '../../database/chunks.ts'
import type { Sql } from '../../database/database.ts'
import { toServiceError } from '../../database/database-errors.ts'
import type { Searches } from '../../database/searches.ts'
import { serviceAnswer } from '../../database/service-answer.ts'
import { resendWebhooks } from '../../notify/webhooks/resend-webhooks.ts'
import type { ChangeNotes } from '../../ownership/changes/change-notes.ts'
import { findWebhooks } from './find-webhooks.ts'
import { findPausedHosts } from './paused-hosts.ts'
import { type TryTools, tryWebhook } from './try-webhook.ts'
import { loadWebhookDetails } from './webhook-details.ts'

export interface WebhookLogOptions extends TryTools {
  readonly searches: Searches
  readonly accounts: Pick<AccountKeeper, 'findChannel'>
  readonly changeNotes?: Pick<ChangeNotes, 'note'> | undefined
}

/** Webhooks that one statement sends again. */
const RESENT_AT_ONCE = 250

const MINUTE_MS = 60_000

/**
 * The log of webhooks of all clients, for the operator's commands and, for those who have permission, the `Webhooks`
 * service.
 */
export function createWebhookLog(options: WebhookLogOptions): WebhookKeeper {
  const { searches, accounts } = options

  async function resendIds(clientId: number | undefined, webhookIds: readonly number[], limits?: ResendLimits) {
    const named: Resendable[] = []
    for (const ids of chunksOf(webhookIds, RESENT_AT_ONCE)) named.push(...(await findOwn(options.sql, clientId, ids)))
    limits?.admitAll(named)
    return resendPaced(options, named, new Map())
  }

  /** Every page looks only below the last one's ids, so that a webhook that fails again meanwhile is not sent twice. */
  async function resendFailed(asker: number, conditions: Omit<WebhookFilter, 'limit'>, limits?: ResendLimits) {
    const sent = new Map<string, number>()
    let resent = 0
    let before: number | undefined
    do {
      const filter = { ...conditions, state: 'failed', before, limit: RESENT_AT_ONCE } as const
      const { records, next } = await findWebhooks(searches, asker, filter)
      const admitted = admit(records, limits, resent)
      resent += await resendPaced(options, admitted, sent)
      if (admitted.length < records.length) break
      before = next
    } while (before !== undefined)
    return resent
  }

  return {
    find: (asker, filter, given) => findWebhooks(searches, asker, filter, given),
    of: (webhookId) => loadWebhookDetails(options, webhookId),
    pausedHosts: (clientId) => serviceAnswer(findPausedHosts(options.sql, clientId)),
    async resend(clientId, selection, limits) {
      try {
        if (isByIds(selection)) {
          const webhookIds = [...new Set(selection.webhookIds.filter(Number.isSafeInteger))]
          return { resent: await resendIds(clientId, webhookIds, limits) }
        }
        const { failedSince: since, ...conditions } = selection
        const owner = clientId ?? conditions.clientId
        return { resent: await resendFailed(owner ?? 0, { ...conditions, since, clientId: owner }, limits) }
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

type Resendable = Pick<WebhookRecord, 'webhookId' | 'clientId' | 'url'>

/** Once some of a selection have gone, the rest is left for later instead of refused. */
function admit(records: readonly WebhookRecord[], limits: ResendLimits | undefined, resent: number) {
  try {
    return limits?.admitSome(records) ?? records
  } catch (error) {
    if (resent > 0) return []
    throw error
  }
}

/**
 * Sends webhooks again, at most `RESENDS_PER_MINUTE.host` a minute to each host.
 *
 * @param sent how many went to a host before, in the same selection
 */
async function resendPaced(
  { sql, changeNotes }: WebhookLogOptions,
  webhooks: readonly Resendable[],
  sent: Map<string, number>,
): Promise<number> {
  const byMinute = new Map<number, number[]>()
  for (const { webhookId, url } of webhooks) {
    const host = hostOf(url)
    const before = sent.get(host) ?? 0
    sent.set(host, before + 1)
    const minute = Math.floor(before / RESENDS_PER_MINUTE.host)
    const due = byMinute.get(minute)
    if (due === undefined) byMinute.set(minute, [webhookId])
    else due.push(webhookId)
  }
  let resent = 0
  for (const [minute, webhookIds] of byMinute)
    for (const ids of chunksOf(webhookIds, RESENT_AT_ONCE))
      resent += (await resendWebhooks(sql, ids, minute * MINUTE_MS)).length
  for (const clientId of new Set(webhooks.map((webhook) => webhook.clientId)))
    changeNotes?.note({ subject: 'webhooks', clientId })
  return resent
}

function findOwn(sql: Sql, clientId: number | undefined, webhookIds: readonly number[]) {
  return sql<Resendable[]>`
    select webhook_id as "webhookId", client_id as "clientId", url from webhook
    where ${among(sql, 'webhook_id', webhookIds)} and client_id = coalesce(${clientId ?? null}::bigint, client_id)`
}
