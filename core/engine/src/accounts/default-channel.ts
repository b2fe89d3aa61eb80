import type { Channels } from '@heliograph/contracts'
import type { AccountDirectory } from './directory.ts'

/** Creates the `Channels` service. */
export function createChannels(directory: Pick<AccountDirectory, 'accountOf'>): Channels {
  return {
    async defaultOf(principal) {
      return (await directory.accountOf(principal)).fallback
    },
  }
}
