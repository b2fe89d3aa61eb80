import type { Channels, Clock } from '@heliograph/contracts'
import type { Sql } from '../database/database.ts'
import type { AccountDirectory } from './directory.ts'
import { findChannels } from './provisioning/channels.ts'
import { createRememberedLookups } from './remembered-lookups.ts'

export interface ChannelsOptions {
  readonly sql: Sql
  readonly clock: Clock
  readonly directory: Pick<AccountDirectory, 'accountOf'>
}

/** Creates the `Channels` service. */
export function createChannels({ sql, clock, directory }: ChannelsOptions): Channels {
  return {
    async defaultOf(principal) {
      return (await directory.accountOf(principal)).fallback
    },
    find: createRememberedLookups({
      clock,
      load: async (channelIds) =>
        new Map((await findChannels(sql, channelIds)).map((channel) => [channel.channelId, channel])),
    }),
  }
}
