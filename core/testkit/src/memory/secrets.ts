import { createHmac } from 'node:crypto'
import { GatewayError, type Secrets } from '@heliograph/contracts'
import { checkSecret } from '@heliograph/messaging'
import type { Accounts } from './accounts.ts'

/** The security key that the double signs with for a channel. */
function securityKeyOf(channelId: number): string {
  return `security key of channel ${channelId}`
}

export function createMemorySecrets(accounts: Pick<Accounts, 'clientOfChannel'>): Secrets {
  const kept = new Map<string, string>()
  const slotOf = (instance: string, name: string) => JSON.stringify([instance, name])
  return {
    of: (instance) => ({
      async keep(name, text) {
        checkSecret(name, text)
        kept.set(slotOf(instance, name), text)
      },
      open: async (name) => kept.get(slotOf(instance, name)),
      forget: async (name) => void kept.delete(slotOf(instance, name)),
    }),
    async sign(channelId, octets) {
      if (accounts.clientOfChannel(channelId) === undefined)
        throw new GatewayError('not-found', 'channel-not-found', `There is no channel ${channelId}`)
      return [createHmac('sha256', securityKeyOf(channelId)).update(octets).digest()]
    },
  }
}
