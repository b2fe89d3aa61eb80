import type { WebhookKeeper } from '@heliograph/access'
import {
  type ChannelRecord,
  GatewayError,
  type PausedHost,
  type WebhookDetails,
  type WebhookKind,
} from '@heliograph/contracts'

/** Webhooks of the double, which a test adds. Nothing is ever sent; sending again makes one `pending`. */
export interface WebhookStore {
  readonly keeper: WebhookKeeper
  /** Adds a webhook with a made-up id and request. Returns the id. */
  add(webhook: Omit<WebhookDetails, 'webhookId' | 'request' | 'subjects' | 'subjectIds'>): number
  readonly all: readonly WebhookDetails[]
  /** Makes webhooks wait for this host from now on. */
  pause(host: PausedHost): void
}

const URLS = { dlr: 'dlrUrl', incoming: 'incomingUrl', 'opt-out': 'optOutUrl', 'opt-in': 'optInUrl' } as const

/** @param channelOf finds a channel with its settings */
export function createWebhooks(channelOf: (channelId: number) => Promise<ChannelRecord | undefined>): WebhookStore {
  const all: WebhookDetails[] = []
  const paused: PausedHost[] = []

  function resendAll(webhooks: readonly WebhookDetails[]): { resent: number } {
    const ids = new Set(webhooks.map(({ webhookId }) => webhookId))
    for (const [index, webhook] of all.entries())
      if (ids.has(webhook.webhookId)) all[index] = { ...webhook, state: 'pending' }
    return { resent: ids.size }
  }

  const keeper: WebhookKeeper = {
    async find(_asker, { before = Number.POSITIVE_INFINITY, limit, since, ...conditions }) {
      const fitting = all
        .filter(({ webhookId, createdAt }) => webhookId < before && (since === undefined || createdAt >= since))
        .filter((webhook) => isLike(webhook, conditions))
        .sort((a, b) => b.webhookId - a.webhookId)
      const records = fitting.slice(0, limit).map(({ request: _, log: __, subjectIds: ___, ...record }) => record)
      return { records, next: fitting.length > limit ? records.at(-1)?.webhookId : undefined }
    },
    of: async (webhookId) => all.find((webhook) => webhook.webhookId === webhookId),
    pausedHosts: async (clientId) => paused.filter((host) => clientId === undefined || host.clientId === clientId),
    async resend(clientId, selection, limits) {
      const own = all.filter((webhook) => clientId === undefined || webhook.clientId === clientId)
      if ('webhookIds' in selection) {
        const named = own.filter(({ webhookId }) => selection.webhookIds.includes(webhookId))
        limits?.admitAll(named)
        return resendAll(named)
      }
      const { failedSince, ...conditions } = selection
      const failed = own.filter(
        (webhook) => webhook.createdAt >= failedSince && isLike(webhook, { ...conditions, state: 'failed' }),
      )
      return resendAll(limits?.admitSome(failed) ?? failed)
    },
    async test(channelId, kind) {
      const url = (await channelOf(channelId))?.[URLS[kind]] ?? null
      if (url === null) throw new GatewayError('invalid', 'no-webhook-url', 'The channel has no URL for these webhooks')
      const answer = { status: 200, failure: null, reply: '', elapsedMs: 0 }
      return { request: sample(url, kind), answer }
    },
  }
  return {
    keeper,
    all,
    pause: (host) => void paused.push(host),
    add(webhook) {
      const webhookId = all.length + 1
      const { kind, subjectId, url } = webhook
      all.push({ ...webhook, webhookId, subjects: 1, subjectIds: [subjectId], request: sample(url, kind) })
      return webhookId
    },
  }
}

function sample(url: string, kind: WebhookKind) {
  return { method: 'POST', url, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ kind }) }
}

function isLike(webhook: WebhookDetails, conditions: object): boolean {
  const record: Readonly<Record<string, unknown>> = { ...webhook }
  return Object.entries(conditions).every(([name, value]) => value === undefined || record[name] === value)
}
