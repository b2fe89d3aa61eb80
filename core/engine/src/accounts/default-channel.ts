import type { Channels } from '@heliograph/contracts'
import { fillSubscriptionLinks, hasSubscriptionLinks, LONGEST_NUMBER } from '@heliograph/messaging'
import type { AccountDirectory } from './directory.ts'

export interface ChannelsOptions {
  readonly directory: Pick<AccountDirectory, 'accountOf'>
  /** The deployment's public address. */
  baseUrl(): string
}

/** Creates the `Channels` service. */
export function createChannels({ directory, baseUrl }: ChannelsOptions): Channels {
  return {
    async defaultOf(principal) {
      return (await directory.accountOf(principal)).fallback
    },
    async sampleOf(principal, text) {
      if (!hasSubscriptionLinks(text)) return text
      const { clientId, fallback: bases = {} } = await directory.accountOf(principal)
      return fillSubscriptionLinks(text, LONGEST_NUMBER, { clientId, bases, baseUrl: baseUrl() })
    },
  }
}
