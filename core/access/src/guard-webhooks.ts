import {
  type Clock,
  type FindOptions,
  GatewayError,
  type PausedHost,
  type Principal,
  type WebhookAnswer,
  type WebhookDetails,
  type WebhookFilter,
  type WebhookKind,
  type WebhookPage,
  type WebhookRequest,
  type WebhookSelection,
  type Webhooks,
} from '@heliograph/contracts'
import { isVisible, shownUrl, visibleChannel } from '@heliograph/messaging'
import type { AccountKeeper } from './account-keeper.ts'
import { requireAdmin, requireAdminRole } from './account-permissions.ts'
import { currentActor } from './current-actor.ts'
import { ResendLimits } from './resend-limits.ts'

/**
 * The log of webhooks, without regard to who is asking. What does not exist is undefined, or thrown as for `Webhooks`.
 */
export interface WebhookKeeper {
  /** @param asker the client that the search counts against, see `Reports.find` */
  find(asker: number, filter: WebhookFilter, options?: FindOptions): Promise<WebhookPage>
  of(webhookId: number): Promise<WebhookDetails | undefined>
  /** Those of a client, or of any client when undefined. */
  pausedHosts(clientId: number | undefined): Promise<readonly PausedHost[]>
  /**
   * For a client, or for any client when undefined. Without limits nothing is refused: what exceeds
   * `RESENDS_PER_MINUTE` of a host goes in the minutes after.
   */
  resend(
    clientId: number | undefined,
    selection: WebhookSelection,
    limits?: ResendLimits,
  ): Promise<{ readonly resent: number }>
  test(
    channelId: number,
    kind: WebhookKind,
  ): Promise<{ readonly request: WebhookRequest; readonly answer: WebhookAnswer }>
}

/** The `Webhooks` service: a keeper, limited to what the principal may see and do. */
export function guardWebhooks(
  keeper: WebhookKeeper,
  accounts: Pick<AccountKeeper, 'findUser' | 'listClients' | 'findChannel'>,
  clock: Clock,
): Webhooks {
  const limits = new ResendLimits(clock)
  const seesAll = ({ role }: Principal) => role === 'operator'

  async function visibleTo(principal: Principal): Promise<number | null> {
    if (principal.role !== 'user') return null
    return visibleChannel(principal, (await accounts.findUser(principal.userId))?.channelId ?? null)
  }

  return {
    async find(principal, filter, options) {
      const clientId = seesAll(principal) ? filter.clientId : principal.clientId
      const visible = await visibleTo(principal)
      const { channelId = visible ?? undefined } = filter
      if (channelId !== undefined && !isVisible(visible, channelId)) return { records: [], next: undefined }
      const page = await keeper.find(principal.clientId, { ...filter, clientId, channelId }, options)
      const records = page.records.map((record) => ({ ...record, url: shownUrl(principal, record.url) }))
      return { ...page, records }
    },
    async of(principal, webhookId) {
      const found = await keeper.of(webhookId)
      if (found === undefined || seesAll(principal)) return found
      if (found.clientId !== principal.clientId) return undefined
      if (!isVisible(await visibleTo(principal), found.channelId)) return undefined
      const { request } = found
      const url = shownUrl(principal, found.url)
      return { ...found, url, request: request && { ...request, url: shownUrl(principal, request.url) } }
    },
    async pausedHosts(principal, { clientId } = {}) {
      if ((await visibleTo(principal)) !== null) return []
      const hosts = await keeper.pausedHosts(seesAll(principal) ? clientId : principal.clientId)
      return hosts.map((paused) => ({ ...paused, host: shownUrl(principal, paused.host) }))
    },
    async resend(principal, selection) {
      const actor = await currentActor(accounts, principal)
      requireAdminRole(actor)
      if (actor.role === 'operator') return keeper.resend(undefined, selection)
      return keeper.resend(actor.clientId, selection, limits)
    },
    async test(principal, { channelId, kind }) {
      const actor = await currentActor(accounts, principal)
      const missing = new GatewayError('not-found', 'channel-not-found', `There is no channel ${channelId}`)
      const channel = await accounts.findChannel(channelId)
      if (channel === undefined) throw missing
      requireAdmin(actor, channel.clientId, missing)
      limits.admitTest(channel.clientId)
      return keeper.test(channelId, kind)
    },
  }
}
