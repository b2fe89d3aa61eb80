import type { ChannelRecord, Channels, Clock } from '@heliograph/contracts'
import {
  chooseChannel,
  fillSubscriptionLinks,
  hasSubscriptionLinks,
  type LinkSite,
  LONGEST_NUMBER,
  sendersOf,
  visibleChannel,
} from '@heliograph/messaging'
import type { Sql } from '../database/database.ts'
import type { AccountDirectory } from './directory.ts'
import { findChannels } from './provisioning/channels.ts'
import { RememberedLookups } from './remembered-lookups.ts'

export interface ChannelsOptions {
  readonly sql: Sql
  readonly clock: Clock
  readonly directory: Pick<AccountDirectory, 'accountOf'>
  /** What links in texts consist of. */
  linkSite(): LinkSite
}

/** Creates the `Channels` service. */
export function createChannels({ sql, clock, directory, linkSite }: ChannelsOptions): Channels {
  const channels = new RememberedLookups<number, ChannelRecord>({
    clock,
    load: async (channelIds) =>
      new Map((await findChannels(sql, channelIds)).map((channel) => [channel.channelId, channel])),
  })
  return {
    async defaultOf(principal) {
      return (await directory.accountOf(principal)).fallback
    },
    async sendersOf(principal) {
      return sendersOf(await directory.accountOf(principal))
    },
    async visibleTo(principal) {
      return principal.role === 'user'
        ? visibleChannel(principal, (await directory.accountOf(principal)).ownChannelId)
        : null
    },
    async sampleOf(principal, text, from) {
      if (!hasSubscriptionLinks(text)) return text
      const account = await directory.accountOf(principal)
      const { clientId } = account
      const bases = chooseChannel(account, from) ?? {}
      return fillSubscriptionLinks(text, LONGEST_NUMBER, { clientId, bases, site: linkSite() })
    },
    find: async (channelId) => (Number.isSafeInteger(channelId) ? channels.get(channelId) : undefined),
  }
}
